import { valueOnCluster, wantedAt, type DocumentState } from '#domain/document';
import {
  deepEqual,
  isObject,
  joinPointer,
  lastToken,
  parsePointer,
  valueAt,
  type JsonValue,
  type Patch,
  type Pointer,
} from '#domain/json';
import { COMPUTED_CONTAINERS, dottedPath, parseFieldId } from '#domain/mapping';
import { fieldAround } from '../editor/fields/changed-fields.ts';
import { shownName } from '../files/shown-name.ts';

/** The comparison of the places that a step has changed with the cluster's last known state of them. */
export interface ClusterComparison {
  readonly text: string;
  /** Whether there is something to send. */
  readonly isDifferent: boolean;
}

/** The change that was made here to a place in which the cluster differs. */
type Difference = 'added' | 'removed' | 'changed';

const SENTENCES: Readonly<Record<Difference, (names: string) => string>> = {
  added: (names) => `Added here; the cluster doesn’t have ${names}.`,
  removed: (names) => `Removed here; the cluster still has ${names}.`,
  changed: (names) => `Changed here; the cluster differs in ${names}.`,
};

type LiveState = Pick<DocumentState, 'body' | 'mappingsAt'>;

/**
 * Compares the places of a live mapping or template that a patch has changed, as they are in the state after it, with
 * the cluster's last known state: names the first place that differs, and counts the others. Null where nothing live
 * was changed. Cost: that of the values at the changed places.
 */
export function compareWithCluster(patch: Patch, state: LiveState): ClusterComparison | null {
  const at = wantedAt(state);
  if (at === null) return null;
  const changed = patch
    .flatMap((operation) => (operation.op === 'move' ? [operation.from, operation.path] : [operation.path]))
    .filter((pointer) => isAtOrBelow(pointer, at));
  if (changed.length === 0) return null;
  const places = new Map<Pointer, Difference>();
  for (const pointer of changed) collect(state, at, pointer, places);
  const [first, ...others] = places.keys();
  if (first === undefined) return { text: 'Same as on the cluster.', isDifferent: false };
  const kinds = new Set(places.values());
  const [kind = 'changed'] = kinds;
  const name = nameOf(state, first);
  const names = others.length === 0 ? name : `${name} and ${others.length.toLocaleString('en')} more`;
  return { text: SENTENCES[kinds.size === 1 ? kind : 'changed'](names), isDifferent: true };
}

/** Collects the places at or below a pointer that differ, by the units that people name, such as fields. */
function collect(state: LiveState, at: Pointer, pointer: Pointer, places: Map<Pointer, Difference>): void {
  const here = valueAt(state.body, pointer);
  const there = valueOnCluster(state, pointer);
  const place = placeOf(state, at, pointer);
  if (place !== null) {
    const difference = differenceOf(valueAt(state.body, place), valueOnCluster(state, place));
    // Within a place that only one of them has, nothing is the same.
    const isSame = difference === null || (difference === 'changed' && deepEqual(here, there));
    if (!isSame) places.set(place, difference);
    return;
  }
  if (deepEqual(here, there)) return;
  const names = new Set([here, there].flatMap((value) => (isObject(value) ? Object.keys(value) : [])));
  for (const name of names) collect(state, at, joinPointer(pointer, name), places);
}

function differenceOf(here: JsonValue | undefined, there: JsonValue | undefined): Difference | null {
  if (here === undefined) return there === undefined ? null : 'removed';
  return there === undefined ? 'added' : 'changed';
}

/**
 * The field, runtime field, option or part of a template that a pointer belongs to; null for a container of such
 * places.
 */
function placeOf({ mappingsAt }: LiveState, at: Pointer, pointer: Pointer): Pointer | null {
  if (isAtOrBelow(mappingsAt, pointer)) return null;
  if (!isAtOrBelow(pointer, mappingsAt)) {
    const [member = '', part] = parsePointer(pointer.slice(at.length));
    if (member !== 'template') return joinPointer(at, member);
    return part === undefined ? null : joinPointer(at, member, part);
  }
  const [member = '', name] = parsePointer(pointer.slice(mappingsAt.length));
  if (member === 'properties') {
    const field = fieldAround(pointer, mappingsAt);
    const rest = field === null ? '' : pointer.slice(field.length);
    return rest === '/properties' || rest === '/fields' ? null : field;
  }
  if (!COMPUTED_CONTAINERS.some((container) => container === member)) return joinPointer(mappingsAt, member);
  return name === undefined ? null : joinPointer(mappingsAt, member, name);
}

/** The name of a place: a field by its dotted path, everything else by its own name. */
function nameOf({ mappingsAt }: LiveState, place: Pointer): string {
  const path = parseFieldId(place, mappingsAt)?.path ?? [lastToken(place) ?? ''];
  return dottedPath(path.map(shownName));
}

function isAtOrBelow(pointer: Pointer, ancestor: Pointer): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}
