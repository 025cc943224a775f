import type { ActionOutcome, Settlement } from '#domain/action';
import {
  deepEqual,
  formatJson,
  isArray,
  isObject,
  JsonTextError,
  member,
  objectMember,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '#domain/json';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { REDACTED, type LoggedAction } from './action-log.ts';
import { readObject } from './read-object.ts';

/** What the cluster shows of an action. */
export type Found = Omit<Settlement, 'at'>;

/**
 * Compares the state of the cluster with the request of an action.
 * @throws ClusterError if the cluster can't be read
 */
export type LookUp = (action: LoggedAction, gateway: ClusterGateway) => Promise<Found>;

export const TRACELESS: Found = { found: 'unknown', note: 'Nothing on the cluster shows whether this was done.' };
export const INCOMPLETE: Found = {
  found: 'unknown',
  note: 'The recorded request is cut or redacted, so it can’t be compared with the cluster.',
};
export const OTHERWISE: Found = {
  found: 'unknown',
  note: 'The cluster does not have what was requested. It may have been changed since.',
};

/** A thing on the cluster: its definition, and since when it exists where that is known; null where there is none. */
export interface Thing {
  readonly body: JsonObject;
  readonly createdAtMs?: number;
}
export type ReadThing = (gateway: ClusterGateway, name: string) => Promise<Thing | null>;

/** How far the clocks of this server and of the cluster may be apart, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** Whether the first name exists, and is not older than the action. */
export function created(readThing: ReadThing, noun: string): LookUp {
  return async ({ names: [name = ''], at }, gateway) => {
    const thing = await readThing(gateway, name);
    if (thing === null) return { found: 'failed', note: `${noun} "${name}" does not exist.` };
    const { createdAtMs } = thing;
    if (createdAtMs !== undefined && createdAtMs < Date.parse(at) - CLOCK_SKEW_MS)
      return { found: 'failed', note: `${noun} "${name}" is older than this action.` };
    return { found: 'done', note: `${noun} "${name}" exists.` };
  };
}

/** Whether none of the names exists any more. */
export function deleted(readThing: ReadThing, noun: string): LookUp {
  return async ({ names, at }, gateway) =>
    each(names, async (name) => {
      const thing = await readThing(gateway, name);
      if (thing === null) return { found: 'done', note: `${noun} "${name}" does not exist.` };
      const { createdAtMs } = thing;
      if (createdAtMs !== undefined && createdAtMs > Date.parse(at) + CLOCK_SKEW_MS)
        return { found: 'done', note: `${noun} "${name}" is newer than this action.` };
      return { found: 'failed', note: `${noun} "${name}" still exists.` };
    });
}

/** An index by its settings. */
export const indexOf: ReadThing = async (gateway, name) => {
  const settings = await settingsOf(gateway, name);
  if (settings === null) return null;
  const createdAtMs = Number(member(settings, 'index.creation_date'));
  return { body: settings, ...(Number.isFinite(createdAtMs) && { createdAtMs }) };
};

/** Flat; null where there is no index of that very name. */
export async function settingsOf(gateway: ClusterGateway, name: string): Promise<JsonObject | null> {
  const response = await readOrNull(gateway, {
    method: 'GET',
    path: [name, '_settings'],
    query: { flat_settings: true, expand_wildcards: 'all' },
  });
  return objectMember(objectMember(response ?? {}, name) ?? {}, 'settings') ?? null;
}

/** Reads an object; null where the cluster refuses the call, as for a name that it does not have. */
export function readOrNull(gateway: ClusterGateway, call: ClusterCall): Promise<JsonObject | null> {
  return orNull(() => readObject(gateway, call));
}

/** What a call reads; null where the cluster refuses it. */
export async function orNull<Value>(readValue: () => Promise<Value>): Promise<Value | null> {
  try {
    return await readValue();
  } catch (error) {
    if (error instanceof ClusterError && error.fault === 'refused') return null;
    throw error;
  }
}

/** How many names are looked at one by one. */
const MAX_NAMES = 100;

/** What holds of several names: done or failed where it is so of all. */
export async function each(names: readonly string[], look: (name: string) => Promise<Found>): Promise<Found> {
  if (names.length > MAX_NAMES)
    return { found: 'unknown', note: `It acts on ${names.length} names, too many to look at one by one.` };
  const found: Found[] = [];
  for (const name of names) found.push(await look(name));
  const [first, ...others] = found;
  if (first === undefined) return TRACELESS;
  if (others.length === 0) return first;
  const count = (kind: ActionOutcome['kind']) => found.filter((every) => every.found === kind).length;
  const [done, failed] = [count('done'), count('failed')];
  if (done === found.length) return { found: 'done', note: `Done for all ${found.length}: ${first.note}` };
  if (failed === found.length) return { found: 'failed', note: `Done for none of ${found.length}: ${first.note}` };
  return { found: 'unknown', note: `Done for ${done} of ${found.length}.` };
}

/** An engine takes such a request as a whole or not at all; where some of it is there, others have changed it. */
export function compared(matches: readonly boolean[], what: string): Found {
  if (matches.length === 0) return TRACELESS;
  if (matches.every(Boolean))
    return { found: 'done', note: `The ${what} are as requested.`.replace('mapping of', 'fields of') };
  if (!matches.some(Boolean))
    return {
      found: 'failed',
      note: `The ${what} have none of the requested changes.`.replace('mapping of', 'fields of'),
    };
  return OTHERWISE;
}

/**
 * Whether a value has all that another one has; what an engine adds does not count, and it writes numbers and booleans
 * as text.
 */
export function contains(has: JsonValue | undefined, wanted: JsonValue): boolean {
  if (!isObject(wanted)) return has !== undefined && (deepEqual(has, wanted) || textOf(has) === textOf(wanted));
  // Engines do not always return an object that has no parameters.
  if (Object.keys(wanted).length === 0) return true;
  return (
    isObject(has) &&
    Object.entries(wanted).every(([key, value]) =>
      key === 'type' && value === 'object' ? true : contains(member(has, key), value),
    )
  );
}

/** A setting as engines write it: each item of a list is text, too. */
export function textOf(value: JsonValue): string {
  if (isArray(value)) return formatJson(value.map(textOf));
  return typeof value === 'object' ? formatJson(value) : String(value);
}

/** The request as it was, where the log has all of it. */
export function bodyOf({ body }: Pick<LoggedAction, 'body'>): JsonObject | undefined {
  if (body === undefined || body.length !== undefined || body.text.includes(REDACTED)) return undefined;
  try {
    const value = parseJson(body.text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}
