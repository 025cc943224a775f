import type { JsonObject } from '../json/value.ts';
import { EVENT_FORMAT } from './event.ts';

/** Turns an event of one format into the next one; pure, so that a log reads the same for ever. */
export interface Upcaster {
  readonly name: string;
  readonly from: number;
  readonly upcast: (event: JsonObject) => JsonObject;
}

/** In order, one for each step between formats. */
export const UPCASTERS: readonly Upcaster[] = [
  // Format 2 adds `recordedAt` and has a commitment in place of the author's name; what is in memory is the same.
  { name: 'recorded', from: 1, upcast: (event) => event },
];

/**
 * Brings an event to the present format; one of a newer format stays as it is. The number of the format changes with
 * the event: where a step gives the event back itself, so that nothing is copied, its number stays too.
 */
export function upcast(
  event: JsonObject,
  upcasters: readonly Upcaster[] = UPCASTERS,
  to: number = EVENT_FORMAT,
): JsonObject {
  let current = event;
  for (let format = Number(event['format']); format < to; format++) {
    const upcaster = upcasters.find(({ from }) => from === format);
    if (upcaster === undefined) throw new Error(`There is no upcaster from event format ${format}`);
    const next = upcaster.upcast(current);
    if (next !== current) current = { ...next, format: format + 1 };
  }
  return current;
}
