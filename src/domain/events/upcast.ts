import type { JsonObject } from '../json/value.ts';
import { EVENT_FORMAT } from './event.ts';

/** Turns an event of one format into the next one; pure, so that a log reads the same for ever. */
export interface Upcaster {
  readonly name: string;
  readonly from: number;
  readonly upcast: (event: JsonObject) => JsonObject;
}

/** In order, one for each step between formats. Format 1 is the first, so there is none yet. */
export const UPCASTERS: readonly Upcaster[] = [];

/** Brings an event to the present format; one of a newer format stays as it is. */
export function upcast(
  event: JsonObject,
  upcasters: readonly Upcaster[] = UPCASTERS,
  to: number = EVENT_FORMAT,
): JsonObject {
  let current = event;
  for (let format = Number(event['format']); format < to; format++) {
    const upcaster = upcasters.find(({ from }) => from === format);
    if (upcaster === undefined) throw new Error(`There is no upcaster from event format ${format}`);
    current = { ...upcaster.upcast(current), format: format + 1 };
  }
  return current;
}
