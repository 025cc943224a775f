import { deviceClockOf, isTimeUnknown, timeOf, type EventTimes } from '#domain/events';
import { exactTime, relativeTime } from './relative-time.ts';

/** "2 minutes ago": how long before `now` an event happened. No event is in the future, whichever clock is wrong. */
export function relativeEventTime(event: EventTimes, now: string): string {
  if (isTimeUnknown(event, now)) return 'time unknown';
  const time = timeOf(event);
  return relativeTime(Date.parse(time) > Date.parse(now) ? now : time, now);
}

/** When an event happened, to the second, and the time of the device's clock where the two differ. */
export function exactEventTime(event: EventTimes, now: string): string {
  if (isTimeUnknown(event, now)) return `Device clock: ${exactTime(event.at)}`;
  const clock = deviceClockOf(event);
  return clock === null ? exactTime(timeOf(event)) : `${exactTime(timeOf(event))} (Device clock: ${exactTime(clock)})`;
}
