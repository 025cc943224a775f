import type { MissingPart } from '#domain/console';
import type { JsonObject } from '#domain/json';
import { asApiError, type ConsoleApi } from './console-api.ts';

/** Indices that are read at the same time. */
const LANES = 3;
/** Indices that are named where they could not be read; further ones are counted. */
const MAX_NAMED = 3;

export interface ReadIndex {
  readonly name: string;
  readonly mappings: JsonObject;
  /** Absent where they could not be read. */
  readonly settings?: JsonObject;
}

/** A part of an index that could not be read. */
export interface FailedRead {
  readonly name: string;
  /** `mappings`, say. */
  readonly part: string;
  readonly reason: string;
}

export interface ReadIndices {
  /** In the order of their names as they were given, without those that could not be read. */
  readonly indices: readonly ReadIndex[];
  readonly failed: readonly FailedRead[];
}

/**
 * The mappings and settings of indices. One that was deleted meanwhile is left out. Cost: two requests for each index,
 * three indices at a time.
 */
export async function readIndices(
  api: ConsoleApi,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadIndices> {
  const waiting = names.values();
  const indices = new Map<string, ReadIndex>();
  const failed: FailedRead[] = [];
  const lane = async () => {
    for (const name of waiting) {
      const input = { params: { name } };
      const keep = (part: 'mappings' | 'settings') => (cause: unknown) => {
        signal.throwIfAborted();
        const { statusCode, message } = asApiError(cause);
        if (statusCode !== 404) failed.push({ name, part, reason: message });
        return undefined;
      };
      const [read, known] = await Promise.all([
        api.call('mapping.get', input, { signal }).catch(keep('mappings')),
        api.call('settings.get', input, { signal }).catch(keep('settings')),
      ]);
      if (read !== undefined)
        indices.set(name, { name, mappings: read.mappings, ...(known && { settings: known.settings }) });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { indices: names.flatMap((name) => indices.get(name) ?? []), failed };
}

/** What could not be read, once for each reason. */
export function unreadParts(failed: readonly FailedRead[]): readonly MissingPart[] {
  const groups = new Map<string, FailedRead[]>();
  for (const each of failed) {
    const key = `${each.part} ${each.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const further = group.length - MAX_NAMED;
    const more = further > 0 ? ` and ${further.toLocaleString('en')} more` : '';
    const named = group.slice(0, MAX_NAMED).map(({ name }) => name);
    return [{ part: `${first.part} of ${named.join(', ')}${more}`, reason: first.reason }];
  });
}
