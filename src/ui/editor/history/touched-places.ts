import type { DocumentEvent } from '#domain/events';
import { rebasePointer, valueAt, type Body, type JsonValue, type Pointer } from '#domain/json';
import { fieldAround } from '../fields/changed-fields.ts';

/** A place that an event touched, with its value before and after. */
export interface TouchedPlace {
  readonly at: Pointer;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** The innermost fields, or other members, that an event touched; a place inside another one is left out. */
export function touchedPlaces(
  { patch }: DocumentEvent,
  before: Body,
  after: Body,
  mappingsAt: Pointer,
): readonly TouchedPlace[] {
  const places = new Map<Pointer, TouchedPlace>();
  patch.forEach((operation, index) => {
    const to = fieldAround(operation.path, mappingsAt) ?? operation.path;
    const from = operation.op === 'move' ? operation.from : to;
    const now = rebasePointer(to, patch.slice(index + 1));
    const source = originOf(from, patch.slice(0, index));
    places.set(to, {
      at: to,
      before: source === null ? undefined : valueAt(before, source),
      after: now === null || (operation.op === 'remove' && to === operation.path) ? undefined : valueAt(after, now),
    });
  });
  const all = [...places.values()];
  return all.filter(({ at }) => !all.some((other) => other.at !== at && at.startsWith(`${other.at}/`)));
}

/** The pointer of a place before some operations; null where the operations created it. */
function originOf(pointer: Pointer, patch: DocumentEvent['patch']): Pointer | null {
  let current = pointer;
  for (const operation of [...patch].reverse()) {
    if (operation.op === 'move' && (current === operation.path || current.startsWith(`${operation.path}/`)))
      current = operation.from + current.slice(operation.path.length);
  }
  return current;
}
