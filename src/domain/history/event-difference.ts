import { PatchError, PatchTarget, valueAt, type Body, type Operation, type Patch } from '../json/patch.ts';
import { joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { isArray, isObject, type JsonValue } from '../json/value.ts';
import type { DocumentEvent } from '../events/event.ts';
import { patchOver } from './version-difference.ts';

/** What events came to, as far as they themselves say it. */
export interface EventDifference {
  /** The document before them, with the places that they touched and nothing else. */
  readonly before: Body;
  /** As that of `versionDifference`. */
  readonly patch: Patch;
}

/**
 * A member of each object that is known in parts, so that none counts as replaced whole. Events that have a field of
 * this name have no difference here.
 */
const UNKNOWN = '\u0000';
const UNKNOWN_OBJECT = { [UNKNOWN]: null } as const;

/**
 * What events that follow one another changed from first to last, without the document that they are of; null where it
 * can't be told from them, as where one has no inverse. Cost: their operations.
 */
export function eventDifference(events: readonly Pick<DocumentEvent, 'patch' | 'inverse'>[]): EventDifference | null {
  if (events.some(({ patch, inverse = [] }) => [...patch, ...inverse].some(isOfUnknown))) return null;
  try {
    const before = bodyBefore(events);
    if (before === null) return null;
    const target = new PatchTarget(before.body, { tracksTouched: false });
    for (const { patch } of events) for (const operation of patch) applyWhereKnown(target, operation);
    const patch = patchOver(before.body, target.body, events);
    return patch.some(isOfUnknown) ? null : { before: before.body, patch };
  } catch (error) {
    if (error instanceof PatchError) return null;
    throw error;
  }
}

function isOfUnknown(operation: Operation): boolean {
  const paths = operation.op === 'move' ? [operation.path, operation.from] : [operation.path];
  return paths.some((path) => path.includes(`/${UNKNOWN}`)) || ('value' in operation && isPartlyKnown(operation.value));
}

function isPartlyKnown(value: JsonValue): boolean {
  if (isArray(value)) return value.some(isPartlyKnown);
  return isObject(value) && (Object.hasOwn(value, UNKNOWN) || Object.values(value).some(isPartlyKnown));
}

function bodyBefore(events: readonly Pick<DocumentEvent, 'inverse'>[]): { readonly body: Body } | null {
  const target = new PatchTarget(UNKNOWN_OBJECT, { tracksTouched: false });
  for (const { inverse } of events.toReversed()) {
    if (inverse === undefined || inverse.some(({ path }) => path === '')) return null;
    for (const operation of inverse) applyWhereKnown(target, operation);
  }
  return { body: target.body };
}

/** Applies an operation to a document of which it is not known whether it has what the operation is about. */
function applyWhereKnown(target: PatchTarget, operation: Operation): void {
  if (operation.path === '') throw new PatchError(0, '', 'the whole document is replaced');
  makeWay(target, operation.path);
  switch (operation.op) {
    case 'remove':
      if (valueAt(target.body, operation.path) !== undefined) target.apply([operation]);
      return;
    case 'replace':
      target.apply([{ op: 'add', path: operation.path, value: operation.value }]);
      return;
    case 'move':
      makeWay(target, operation.from);
      if (valueAt(target.body, operation.from) === undefined)
        target.apply([{ op: 'add', path: operation.from, value: UNKNOWN_OBJECT }]);
      target.apply([operation]);
      return;
    default:
      target.apply([operation]);
  }
}

/** Makes the objects on the way to a place that are not known. */
function makeWay(target: PatchTarget, path: Pointer): void {
  let at: Pointer = '';
  for (const token of parsePointer(path).slice(0, -1)) {
    at = joinPointer(at, token);
    const value = valueAt(target.body, at);
    if (value === undefined) target.apply([{ op: 'add', path: at, value: UNKNOWN_OBJECT }]);
    else if (!isObject(value)) throw new PatchError(0, at, 'the operation is about a part of a list');
  }
}
