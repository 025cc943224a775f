import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Index } from '#domain/console';
import { indexStream } from '#domain/document';
import { LEAST_INDICES, seriesOf, type IndexFields, type IndexSeries } from '#domain/lint';
import { MAX_COUNTED_INDICES } from '#domain/wire';
import { useApi } from '../../platform/api-provider.tsx';
import { asApiError, type ApiError, type ConsoleApi } from '../../platform/console-api.ts';
import { readIndices, unreadParts, type FailedRead, type ReadIndex } from '../../platform/read-indices.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { failedParts, type CheckedObjects } from './checked-objects.ts';
import type { CheckedObject } from './use-findings.ts';

/** Indices that are read; those of further series are counted. */
export const MAX_READ_INDICES = 200;
/** The newest indices of a series whose fields are counted. */
const GROWN_INDICES = 5;
const NONE: readonly never[] = [];

interface CheckedIndex extends ReadIndex {
  /** Of the newest indices of its series, where there are enough of them. */
  readonly growth?: readonly IndexFields[];
}

interface ReadSeries {
  readonly indices: readonly CheckedIndex[];
  readonly failed: readonly FailedRead[];
}

/**
 * The newest index of each series, `logs-2026-11` of `logs-2026-10` and `logs-2026-11`: what is found in one holds for
 * the others. Of a data stream it is the write index. Other hidden indices and closed ones are left out. Cost: two
 * requests for each index, three indices at a time, and one for each hundred indices whose fields are counted.
 */
export function useCheckedIndices(cluster: string | undefined): CheckedObjects {
  const { api, clusterId } = useApi();
  const refetch = useRefetch();
  const list = useApiQuery('indices.list', {});
  const series = useMemo(() => list.data && seriesOf(list.data.filter(isChecked).map(seriesMember)), [list.data]);
  const checked = series?.slice(0, MAX_READ_INDICES);
  const read = useQuery<ReadSeries, ApiError>({
    // They are read as often as the list of them.
    queryKey: [clusterId, 'lint.indices', list.dataUpdatedAt],
    queryFn: ({ signal }) => readSeries(api, checked ?? NONE, signal),
    enabled: checked !== undefined,
    placeholderData: (before) => before,
  });
  const { data } = read;
  const listed = useMemo(() => new Map(list.data?.map((index) => [index.name, index])), [list.data]);
  const objects = useMemo(
    () =>
      cluster === undefined || data === undefined
        ? NONE
        : data.indices.map((index) => checkedIndex(index, cluster, listed.get(index.name))),
    [cluster, data, listed],
  );
  return {
    objects,
    unread: list.data === undefined ? failedParts(list.error, 'indices') : unreadParts(data?.failed ?? NONE),
    isRead: list.data === undefined ? !list.isPending : data !== undefined,
    error: list.data === undefined ? null : list.error,
    isFetching: list.isFetching || read.isFetching,
    dataUpdatedAt: read.dataUpdatedAt,
    more: (series?.length ?? 0) - (checked?.length ?? 0),
    refresh: () => void refetch('indices.list'),
  };
}

function isChecked({ name, hidden, status, data_stream: stream }: Index): boolean {
  // Backing indices are hidden, and their names start with a dot.
  const isSeen = stream === undefined ? hidden !== true && !name.startsWith('.') : !stream.startsWith('.');
  return isSeen && status !== 'close';
}

function seriesMember({ name, data_stream: stream }: Index) {
  return { name, stream };
}

function checkedIndex({ name, ...read }: CheckedIndex, cluster: string, listed: Index | undefined): CheckedObject {
  const { mappings, ...known } = read;
  return {
    ...{ kind: 'index', name, made: listed ?? { name } },
    stream: indexStream({ cluster, name, uuid: listed?.uuid ?? '' }),
    input: { body: mappings, mappingsAt: '', kind: 'mappings', index: name, ...known },
  };
}

async function readSeries(api: ConsoleApi, series: readonly IndexSeries[], signal: AbortSignal): Promise<ReadSeries> {
  const names = series.map(({ newest }) => newest);
  const { indices, failed } = await readIndices(api, names, signal);
  const { growth, ...counted } = await readGrowth(api, series, signal);
  return {
    indices: indices.map((index) => ({
      ...index,
      ...(growth.has(index.name) && { growth: growth.get(index.name) ?? [] }),
    })),
    failed: [...failed, ...counted.failed],
  };
}

/** The numbers of fields of the newest indices of each series that has enough of them, under the name of the newest. */
async function readGrowth(
  api: ConsoleApi,
  series: readonly IndexSeries[],
  signal: AbortSignal,
): Promise<{ readonly growth: ReadonlyMap<string, readonly IndexFields[]>; readonly failed: readonly FailedRead[] }> {
  const grown = series
    .filter(({ members }) => members.length >= LEAST_INDICES)
    .map(({ newest, members }) => ({ newest, members: members.slice(-GROWN_INDICES) }));
  const names = grown.flatMap(({ members }) => members);
  const counts = new Map<string, number>();
  const failed: FailedRead[] = [];
  for (let from = 0; from < names.length; from += MAX_COUNTED_INDICES) {
    const indexNames = names.slice(from, from + MAX_COUNTED_INDICES);
    const keep = (reason: string) => {
      for (const { newest: name } of grown)
        if (indexNames.includes(name)) failed.push({ name, part: 'numbers of fields', reason });
    };
    try {
      const { indices, missing = [] } = await api.call('indices.field_counts', { body: { indexNames } }, { signal });
      for (const index of indices) if (index.fields !== undefined) counts.set(index.name, index.fields);
      for (const { part, reason } of missing) if (part === 'fields') keep(reason);
    } catch (cause) {
      signal.throwIfAborted();
      keep(asApiError(cause).message);
    }
  }
  const growthOf = (name: string): readonly IndexFields[] => {
    const fields = counts.get(name);
    return fields === undefined ? [] : [{ name, fields }];
  };
  return { growth: new Map(grown.map(({ newest, members }) => [newest, members.flatMap(growthOf)])), failed };
}
