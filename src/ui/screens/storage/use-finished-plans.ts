import { useQueries } from '@tanstack/react-query';
import { isFinished, planStream } from '#domain/plan';
import { apiQueryOptions } from '../../platform/api-queries.ts';
import { consoleApi } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';

/** Of more clusters than these the plans are not listed: each is a request to a cluster. */
const MAX_ASKED = 20;
const NONE: readonly never[] = [];

/** Titles of the plans that are done, cancelled or undone, by their streams; those of clusters that don't answer are missing. */
export function useFinishedPlans(): ReadonlyMap<string, string> {
  const { http } = useCore();
  const clusters = useApiQuery('clusters.list', {}).data?.clusters ?? NONE;
  return useQueries({
    queries: clusters
      .slice(0, MAX_ASKED)
      .map(({ id }) => apiQueryOptions({ api: consoleApi(http, id), clusterId: id }, 'plans.list', {})),
    combine: (results) =>
      new Map(
        results
          .flatMap(({ data }) => [...(data?.plans ?? [])])
          .filter(isFinished)
          .map(({ id, title }) => [planStream(id), title]),
      ),
  });
}
