import { diff } from '../json/diff.ts';
import { OperationIndex } from '../json/operation-index.ts';
import { applyPatch, PatchTarget, valueAt, type Body, type Operation, type Patch } from '../json/patch.ts';
import { isWithin, joinPointer, parentPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { isObject } from '../json/value.ts';
import type { DocumentEvent } from '../events/event.ts';
import type { Scrubber } from './scrubber.ts';

/** What lies between two versions of a document. */
export interface VersionDifference {
  readonly before: Body;
  readonly after: Body;
  /** Leads from the one to the other: first what was renamed between them, then what differs. */
  readonly patch: Patch;
}

/**
 * Compares any two versions, in either direction. Members that are in both come in the order that they have in the
 * first, so that texts of the two can be compared. Cost: the events between them, and what differs. @throws RangeError
 */
export function versionDifference(scrubber: Scrubber, from: number, to: number): VersionDifference {
  const [before, there] = [scrubber.bodyAt(from), scrubber.bodyAt(to)];
  const patch =
    from <= to
      ? patchOver(before, there, eventsBetween(scrubber, from, to))
      : applyPatch(there, patchOver(there, before, eventsBetween(scrubber, to, from))).inverse;
  return { before, after: applyPatch(before, patch).body, patch };
}

function* eventsBetween(scrubber: Scrubber, from: number, to: number): Generator<DocumentEvent> {
  for (let version = from + 1; version <= to; version++) {
    const node = scrubber.nodeAt(version);
    if (node !== null) yield node.event;
  }
}

/** The patch from one body to another, with what was renamed by the events between them. */
export function patchOver(before: Body, after: Body, events: Iterable<Pick<DocumentEvent, 'patch'>>): Patch {
  if (before === after) return [];
  if (after === undefined) return [{ op: 'remove', path: '' }];
  if (before === undefined) return [{ op: 'add', path: '', value: after }];
  const moves = new OperationIndex();
  const target = new PatchTarget(before, { tracksTouched: false });
  for (const { origin, now } of renames(events)) {
    const from = moves.rebase(origin);
    if (from === null || from === now || isWithin(now, from)) continue;
    // What was renamed and is gone, or whose new name is still another's: the difference says it without the rename.
    if (valueAt(target.body, from) === undefined || valueAt(after, now) === undefined) continue;
    if (valueAt(target.body, now) !== undefined || !isObject(valueAt(target.body, parentPointer(now)))) continue;
    const move: Operation = { op: 'move', from, path: now };
    target.apply([move]);
    moves.push(move);
  }
  return [...moves.operations, ...diff(target.body ?? null, after)];
}

/** A place that events named, and where it was before them; null for what they made. */
interface Place {
  origin: Pointer | null;
  members: Map<string, Place> | undefined;
}

/**
 * What was moved over some events, from where it was before them to where it is after them; what holds others first.
 */
export function renames(
  events: Iterable<Pick<DocumentEvent, 'patch'>>,
): readonly { readonly origin: Pointer; readonly now: Pointer }[] {
  const root: Place = { origin: '', members: undefined };
  const placeAt = (pointer: Pointer) => parsePointer(pointer).reduce(memberOf, root);
  for (const { patch } of events) {
    for (const operation of patch) {
      if (operation.op === 'replace') continue;
      if (operation.op !== 'move') {
        const place = placeAt(operation.path);
        place.origin = null;
        place.members = undefined;
        continue;
      }
      if (operation.from === operation.path) continue;
      const { origin, members } = placeAt(operation.from);
      Object.assign(placeAt(operation.from), { origin: null, members: undefined });
      Object.assign(placeAt(operation.path), { origin, members });
    }
  }
  return [...moved(root, '')];
}

function* moved(place: Place, at: Pointer): Generator<{ readonly origin: Pointer; readonly now: Pointer }> {
  for (const [name, member] of place.members ?? []) {
    const now = joinPointer(at, name);
    const expected = place.origin === null ? null : joinPointer(place.origin, name);
    if (member.origin !== null && member.origin !== expected) yield { origin: member.origin, now };
    yield* moved(member, now);
  }
}

function memberOf(place: Place, name: string): Place {
  place.members ??= new Map();
  let found = place.members.get(name);
  if (found === undefined) {
    found = { origin: place.origin === null ? null : joinPointer(place.origin, name), members: undefined };
    place.members.set(name, found);
  }
  return found;
}
