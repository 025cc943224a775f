/** The times of an event. */
export interface EventTimes {
  /** By the clock of the device that made it. */
  readonly at: string;
  /** By the clock of the server that recorded it; absent where none has. */
  readonly recordedAt?: string;
}

/**
 * How far two clocks may differ, and how long an event may be on its way, before its two times are told apart. In ms.
 */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * When an event happened: when a server recorded it, else what its device's clock said. Whatever sorts, groups, filters
 * or shows events by time goes by this.
 */
export function timeOf({ at, recordedAt = at }: EventTimes): string {
  return recordedAt;
}

/**
 * What the device's clock said, where that is more than a minute from when the server recorded the event; null
 * elsewhere.
 */
export function deviceClockOf({ at, recordedAt = at }: EventTimes): string | null {
  return Math.abs(Date.parse(recordedAt) - Date.parse(at)) > CLOCK_TOLERANCE_MS ? at : null;
}

/**
 * Whether the only time of an event is that of a device's clock that was ahead: more than a minute after `now`. Its
 * real time is not known then.
 */
export function isTimeUnknown({ at, recordedAt }: EventTimes, now: string): boolean {
  return recordedAt === undefined && Date.parse(at) - Date.parse(now) > CLOCK_TOLERANCE_MS;
}
