import { useMemo } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TargetEngine } from '#domain/catalogue';
import type { ClusterStatus, Feature, Support } from '#domain/console';
import type { ApiError } from '../platform/console-api.ts';
import { useApiQuery } from '../platform/use-api-query.ts';

/** How often it is asked how the cluster is doing. */
const STATUS_EVERY_MS = 30_000;

/** How the chosen cluster is doing, and what it can do. */
export function useCluster(): UseQueryResult<ClusterStatus, ApiError> {
  return useApiQuery('cluster.get', {}, { refetchEveryMs: STATUS_EVERY_MS });
}

/** The engine that the chosen cluster runs on; null until it is known. */
export function useClusterEngine(): TargetEngine | null {
  return useCluster().data?.engine ?? null;
}

/** The same with the plugins that the cluster has, as far as it says. */
export function useClusterTarget(): TargetEngine | null {
  const { engine, plugins } = useCluster().data ?? {};
  return useMemo(() => (engine === undefined ? null : { ...engine, ...(plugins && { plugins }) }), [engine, plugins]);
}

/** Whether the chosen cluster has a feature; null until that is known. */
export function useFeature(feature: Feature): Support | null {
  return useCluster().data?.features?.[feature] ?? null;
}

/** Whether the server refuses everything that changes a cluster. */
export function useIsReadOnly(): boolean {
  return useCluster().data?.isReadOnly ?? false;
}
