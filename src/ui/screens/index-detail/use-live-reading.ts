import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { JsonObject } from '#domain/json';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError, type ConsoleApi } from '../../platform/console-api.ts';
import { asJson } from './index-data.ts';

/** Interval of reading the live mapping, in ms. */
const MAPPING_EVERY_MS = 30_000;
/** Maximum number of attempts for an index that is created again between any two calls. */
const MOST_ATTEMPTS = 5;

/** The mapping of an index, and the uuid of that index. */
export interface LiveReading {
  /** Null where no index has the name. */
  readonly uuid: string | null;
  readonly mappings: JsonObject;
}

/**
 * Reads the mapping of the index with a name repeatedly. A mapping does not name its index, so its reading is accepted
 * only between two equal readings of the uuid. The mapping of a deleted index is therefore never taken for that of the
 * index that was created under its name. Nothing is cached beyond the screen.
 */
export function useLiveReading(name: string): UseQueryResult<LiveReading, ApiError> {
  const { api, clusterId } = useApi();
  return useQuery<LiveReading, ApiError>({
    // Invalidated with `mapping.get`.
    queryKey: [clusterId, 'mapping.get', { params: { name } }, 'live'],
    queryFn: ({ signal }) => readLive(api, name, signal),
    refetchInterval: MAPPING_EVERY_MS,
    gcTime: 0,
  });
}

/**
 * The uuid of the index that has the name now, or null.
 * @throws ApiError
 */
export async function readUuid(api: ConsoleApi, name: string, signal?: AbortSignal): Promise<string | null> {
  const rows = await api.call('indices.reload', { body: { indexNames: [name] } }, signal && { signal });
  return rows.find((row) => row.name === name)?.uuid ?? null;
}

/** The mapping of the index that has a name now, between two equal readings of its uuid. @throws ApiError */
export async function readLive(api: ConsoleApi, name: string, signal?: AbortSignal): Promise<LiveReading> {
  let before = await readUuid(api, name, signal);
  for (let attempt = 0; attempt < MOST_ATTEMPTS && before !== null; attempt++) {
    const mappings = await readMappings(api, name, signal);
    const after = await readUuid(api, name, signal);
    if (mappings !== null && before === after) return { uuid: after, mappings };
    before = after;
  }
  if (before === null) return { uuid: null, mappings: {} };
  throw new ApiError(409, `Index "${name}" is being deleted and created again. Try again in a moment.`);
}

/** Null where the index is gone. */
async function readMappings(api: ConsoleApi, name: string, signal?: AbortSignal): Promise<JsonObject | null> {
  try {
    return asJson((await api.call('mapping.get', { params: { name } }, signal && { signal })).mappings);
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return null;
    throw error;
  }
}
