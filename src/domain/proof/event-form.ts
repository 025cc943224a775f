import type { EventTimes } from '../events/event-time.ts';
import { isTime } from './time.ts';

/** A member of an event that has not the form that verification wants. */
export interface EventFormFault {
  readonly member: 'at' | 'recordedAt';
  /** A clause in words. */
  readonly reason: string;
}

/**
 * What verification finds wrong in the form of an event, beyond what its schema says; null where nothing is. A server
 * asks the same before it records an event.
 */
export function eventFormFault({ at, recordedAt }: EventTimes): EventFormFault | null {
  if (!isTime(at)) return { member: 'at', reason: `its time ${JSON.stringify(at)} is not a date` };
  if (recordedAt === undefined || isTime(recordedAt)) return null;
  return { member: 'recordedAt', reason: `its time of recording ${JSON.stringify(recordedAt)} is not a date` };
}
