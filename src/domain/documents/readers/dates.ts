import { elasticsearch } from '../../catalogue/engines.ts';
import { dateProblem, formatNanos, ownFormat, readDate } from '../../values/index.ts';
import {
  cannotTell,
  malformed,
  NO_VALUE,
  quoted,
  TAKEN,
  takenAs,
  type FieldInHand,
  type Reader,
  type Reading,
} from './reading.ts';

export function unknownDate(text: string, field: FieldInHand): Reading {
  return cannotTell('format', `Whether ${quoted(text)} is a date in the format ${ownFormat(field)} can’t be told.`);
}

/** A string of ISO form is shown as it is. */
const ISO = /^\d{4}(-\d{2}(-\d{2}(T.*)?)?)?$/;

export const date: Reader = {
  hasDocValues: true,
  // Compared with Elasticsearch 7.17, 8.19 and 9.5.
  ignoresObjects: elasticsearch({ from: '9.0' }),
  read: ({ value, text }, field) => {
    if (value === null) return NO_VALUE;
    if (text === null) return malformed('An object can’t be read as a date.');
    const reading = readDate(text, field);
    if (reading === 'unknown') return unknownDate(text, field);
    const problem = dateProblem(quoted(text), reading, field);
    if (problem !== null || typeof reading === 'string') return malformed(problem ?? '');
    const isAsWritten = typeof value === 'string' && ISO.test(value) && reading.isMoved !== true;
    return isAsWritten ? TAKEN : takenAs(formatNanos(reading.nanos));
  },
};
