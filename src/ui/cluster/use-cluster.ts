import { useMemo } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TargetEngine } from '#domain/catalogue';
import type { ClusterStatus, Feature, Support } from '#domain/console';
import type { ApiError } from '../platform/console-api.ts';
import { useApiQuery } from '../platform/use-api-query.ts';

/** The interval of status requests, in ms. */
const STATUS_EVERY_MS = 30_000;

/** The status of the chosen cluster, and its features. */
export function useCluster(): UseQueryResult<ClusterStatus, ApiError> {
  return useApiQuery('cluster.get', {}, { refetchEveryMs: STATUS_EVERY_MS });
}

/** The id of the chosen cluster, also while it can't be reached: a key for stored data; empty until it is known. */
export function useClusterId(): string {
  return useCluster().data?.id ?? '';
}

/** The engine of the chosen cluster; null until it is known. */
export function useClusterEngine(): TargetEngine | null {
  return useCluster().data?.engine ?? null;
}

/** The same with the plugins and modules of the cluster, as far as it reports them. */
export function useClusterTarget(): TargetEngine | null {
  const { engine, plugins, modules } = useCluster().data ?? {};
  return useMemo(
    () => (engine === undefined ? null : { ...engine, ...(plugins && { plugins }), ...(modules && { modules }) }),
    [engine, plugins, modules],
  );
}

/** Whether the chosen cluster has a feature; null until that is known. */
export function useFeature(feature: Feature): Support | null {
  return useCluster().data?.features?.[feature] ?? null;
}

/** Whether the server refuses everything that changes a cluster. */
export function useIsReadOnly(): boolean {
  return useCluster().data?.isReadOnly ?? false;
}
