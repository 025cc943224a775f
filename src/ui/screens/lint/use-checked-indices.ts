import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Index, MissingPart } from '#domain/console';
import { indexStream } from '#domain/document';
import type { JsonObject } from '#domain/json';
import { newestOfSeries } from '#domain/lint';
import { useApi } from '../../platform/api-provider.tsx';
import { asApiError, type ApiError, type ConsoleApi } from '../../platform/console-api.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { failedParts, type CheckedObjects } from './checked-objects.ts';
import type { CheckedObject } from './use-findings.ts';

/** Indices that are read; those of further series are counted. */
export const MAX_READ_INDICES = 200;
/** Indices that are read at the same time. */
const LANES = 3;
/** Indices that are named where they could not be read; further ones are counted. */
const MAX_NAMED = 3;
const NONE: readonly never[] = [];

interface ReadIndex {
  readonly name: string;
  readonly mappings: JsonObject;
  /** Absent where they could not be read. */
  readonly settings?: JsonObject;
}

interface ReadIndices {
  readonly indices: readonly ReadIndex[];
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * The newest index of each series, `logs-2026-11` of `logs-2026-10` and `logs-2026-11`: what is found in one holds for
 * the others. Hidden and closed indices are left out. Cost: two requests for each index, and three indices at a time.
 */
export function useCheckedIndices(cluster: string | undefined): CheckedObjects {
  const { api, clusterId } = useApi();
  const refetch = useRefetch();
  const list = useApiQuery('indices.list', {});
  const series = useMemo(
    () => list.data && newestOfSeries(list.data.filter(isChecked).map(({ name }) => name)),
    [list.data],
  );
  const names = series?.slice(0, MAX_READ_INDICES);
  const read = useQuery<ReadIndices, ApiError>({
    queryKey: [clusterId, 'lint.indices', names],
    queryFn: ({ signal }) => readIndices(api, names ?? NONE, signal),
    enabled: names !== undefined,
    placeholderData: (before) => before,
  });
  const { data } = read;
  const objects = useMemo(
    () =>
      cluster === undefined || data === undefined ? NONE : data.indices.map((index) => checkedIndex(index, cluster)),
    [cluster, data],
  );
  return {
    objects,
    unread: list.data === undefined ? failedParts(list.error, 'indices') : unreadParts(data?.failed ?? NONE),
    isRead: list.data === undefined ? !list.isPending : data !== undefined,
    error: list.data === undefined ? null : list.error,
    isFetching: list.isFetching || read.isFetching,
    dataUpdatedAt: read.dataUpdatedAt,
    more: (series?.length ?? 0) - (names?.length ?? 0),
    refresh() {
      void refetch('indices.list');
      void read.refetch();
    },
  };
}

function isChecked({ name, hidden, status }: Index): boolean {
  return hidden !== true && status !== 'close' && !name.startsWith('.');
}

function checkedIndex({ name, mappings, settings }: ReadIndex, cluster: string): CheckedObject {
  const uuid = settings?.['index.uuid'];
  return {
    ...{ kind: 'index', name },
    stream: indexStream({ cluster, name, uuid: typeof uuid === 'string' ? uuid : '' }),
    input: { body: mappings, mappingsAt: '', kind: 'mappings', index: name, ...(settings && { settings }) },
  };
}

async function readIndices(api: ConsoleApi, names: readonly string[], signal: AbortSignal): Promise<ReadIndices> {
  const waiting = names.entries();
  const indices: ReadIndex[] = [];
  const failed: { name: string; reason: string }[] = [];
  const places = new Map(names.map((name, place) => [name, place]));
  const lane = async () => {
    for (const [, name] of waiting) {
      const input = { params: { name } };
      try {
        const settings = api.call('settings.get', input, { signal }).catch(() => undefined);
        const { mappings } = await api.call('mapping.get', input, { signal });
        const known = await settings;
        indices.push({ name, mappings, ...(known && { settings: known.settings }) });
      } catch (cause) {
        signal.throwIfAborted();
        const { statusCode, message } = asApiError(cause);
        // It was deleted since the list was read.
        if (statusCode !== 404) failed.push({ name, reason: message });
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const placeOf = ({ name }: { readonly name: string }) => places.get(name) ?? 0;
  return { indices: indices.toSorted((a, b) => placeOf(a) - placeOf(b)), failed };
}

/** What could not be read, once for each reason. */
function unreadParts(failed: ReadIndices['failed']): readonly MissingPart[] {
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of failed) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  return Array.from(byReason, ([reason, names]) => {
    const further = names.length - MAX_NAMED;
    const more = further > 0 ? ` and ${further.toLocaleString('en')} more` : '';
    return { part: `mappings of ${names.slice(0, MAX_NAMED).join(', ')}${more}`, reason };
  });
}
