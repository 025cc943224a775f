import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQueryOptions } from '../../platform/api-queries.ts';
import { consoleApi } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import type { KnownCluster } from './known-clusters.ts';

/** The most clusters that are asked for the uuid under which logs have them: each is a request to a cluster. */
const MAX_ASKED = 20;
/** In milliseconds; a cluster keeps its uuid. */
const STALE_MS = 600_000;
const NONE: readonly never[] = [];

/** The clusters of the configuration, with their uuids as they become known. */
export function useKnownClusters(): readonly KnownCluster[] {
  const { http } = useCore();
  const entries = useApiQuery('clusters.list', {}).data?.clusters ?? NONE;
  const uuids = useQueries({
    queries: entries.slice(0, MAX_ASKED).map(({ id }) => ({
      ...apiQueryOptions({ api: consoleApi(http, id), clusterId: id }, 'cluster.get', {}),
      staleTime: STALE_MS,
    })),
    combine: (results) => results.map(({ data }) => data?.uuid ?? '').join(' '),
  });
  return useMemo(() => {
    const known = uuids.split(' ');
    return entries.map(({ id, label }, at): KnownCluster => {
      const uuid = known[at];
      return { id, label, ...(uuid !== undefined && uuid !== '' && { uuid }) };
    });
  }, [entries, uuids]);
}
