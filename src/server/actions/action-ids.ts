import { decodeTime, encodeTime } from 'ulid';

/** Digits of an id after its time. */
const RANDOM_DIGITS = 16;

/** The first id that an action of this time can have, in epoch milliseconds: ids are ULIDs. */
export function firstActionId(ms: number): string {
  return `${encodeTime(ms)}${'0'.repeat(RANDOM_DIGITS)}`;
}

/** When an action began, RFC 3339. */
export function timeOfAction(id: string): string {
  return new Date(decodeTime(id)).toISOString();
}
