import { CLUSTER_AT, wantedAt } from '../document/live-document.ts';
import { openState } from '../document/model.ts';
import { originsOf, type Origin } from '../document/origin.ts';
import type { DocumentEvent, StoredEvent } from '../events/event.ts';
import { valueAt, type Body } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';
import { deepEqual, type JsonValue } from '../json/value.ts';
import { replay } from '../state/evolve.ts';
import { mappingsAtOf } from '../template/mappings-of-stream.ts';
import { BlameIndex, wantedPlace, type BlameOrigin } from './blame-index.ts';

/**
 * Reads the events of a log up to the version of an origin. Null where they can't be had, or their last record has
 * another hash.
 */
export type ReadOrigin = (origin: Origin) => Promise<readonly StoredEvent[] | null>;

/** How many logs are followed, each made from the next. */
const MOST_FOLLOWED = 20;

/**
 * What the document of a log was made from, ready for `BlameIndex.continueFrom`, given the first event of the log.
 * Origins that can't be read are left out. Cost: the events of all logs on the way, once.
 */
export async function blameOrigins(
  first: DocumentEvent,
  read: ReadOrigin,
  most: number = MOST_FOLLOWED,
): Promise<readonly BlameOrigin[]> {
  if (most === 0) return [];
  const found = await Promise.all(
    originsOf(first).map(async (origin): Promise<BlameOrigin | null> => {
      const events = await read(origin);
      const [start] = events ?? [];
      if (events === null || start === undefined) return null;
      const body = replay(undefined, events);
      const state = openState({ body: undefined, mappingsAt: mappingsAtOf(origin.stream, body) }, events);
      const index = new BlameIndex(origin.stream);
      index.continueFrom(await blameOrigins(start, read, most - 1));
      index.follow(state.history);
      return { index, body, at: originRoots(origin.stream, body) };
    }),
  );
  return found.filter((origin) => origin !== null);
}

/** Where a log that a document was made from has what that document began with, at its end. */
function originRoots(stream: string, body: Body): readonly Pointer[] {
  const mappingsAt = mappingsAtOf(stream, body);
  const wanted = wantedAt({ body, mappingsAt });
  // What was wanted comes first: who wanted it says more than that the cluster had it.
  return wanted === null ? [mappingsAt] : [wanted, CLUSTER_AT];
}

/**
 * Where a place that a document began with is in what it was made from: where that has the same value, else where it
 * has any; null where it has none.
 */
export function placeInOrigin(
  pointer: Pointer,
  value: JsonValue | undefined,
  { stream, body }: { readonly stream: string; readonly body: Body },
): Pointer | null {
  const place = wantedPlace(pointer);
  if (place === null) return null;
  const there = originRoots(stream, body).flatMap((root) => {
    const at = `${root}${place}`;
    const found = valueAt(body, at);
    return found === undefined ? [] : [{ at, isSame: value !== undefined && deepEqual(found, value) }];
  });
  return (there.find(({ isSame }) => isSame) ?? there[0])?.at ?? null;
}
