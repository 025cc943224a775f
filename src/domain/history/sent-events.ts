import { LIVE_MAPPINGS_AT, wantedAt } from '../document/live-document.ts';
import { valueAt } from '../json/patch.ts';
import { isWithin, parentPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject, type JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { bodyAt, isInContainer } from './time-travel.ts';
import { unsentEffects } from './unsent-events.ts';

/** Where the mappings of a draft stand in what is created of it. */
const DRAFT_PLACES: readonly Pointer[] = ['', '/mappings', '/template', '/template/mappings'];

/**
 * Of the events that a request names, the ids of those of which its body holds something. An event is
 * compared as it stands after the newest of them; one from before the document and its cluster last agreed is none of
 * those. Cost: the values in the patches of the events since then.
 */
export function eventsHeldBy(state: DocumentState, named: readonly string[], sent: JsonValue): readonly string[] {
  const ids = new Set(named);
  let last = state.history.tip;
  while (last !== null && !ids.has(last.event.id)) last = last.previous;
  if (last === null) return [];
  const body = bodyAt(state, last.version);
  const effects = unsentEffects(state, last, body);
  const wanted = wantedAt(state);
  const places = wanted === null ? DRAFT_PLACES : [''];
  const isWhole = wanted !== LIVE_MAPPINGS_AT;
  const isHeld = (at: Pointer): boolean =>
    isWithin(at, wanted ?? '') &&
    places.some((place) => holds({ sent, isWhole }, `${place}${at.slice((wanted ?? '').length)}`, valueAt(body, at)));
  return named.filter((id) => {
    const effect = effects.get(id);
    return effect?.kind === 'stands' && effect.places.some(isHeld);
  });
}

interface Sent {
  readonly sent: JsonValue;
  /** The body is all that there is to be; that of a mapping is merged with what is there. */
  readonly isWhole: boolean;
}

/** Whether a body has a value at a place, undefined where it is to be removed there. */
function holds({ sent, isWhole }: Sent, at: Pointer, value: JsonValue | undefined): boolean {
  const there = valueAt(sent, at);
  // An object may be sent without what the cluster does not take of it.
  if (value !== undefined) return isObject(value) ? isObject(there) : there !== undefined && deepEqual(there, value);
  if (there !== undefined) return isEmpty(there);
  // A parameter is taken back by a definition without it; nothing takes back a field, or a member of the mappings.
  const holder = parentPointer(at);
  return (isWhole || (holder !== '' && !isInContainer(at))) && valueAt(sent, holder) !== undefined;
}

/** Whether a value takes away what is there: null, or nothing but such values. */
function isEmpty(value: JsonValue): boolean {
  if (isObject(value)) return Object.values(value).every(isEmpty);
  return value === null || (Array.isArray(value) && value.length === 0);
}
