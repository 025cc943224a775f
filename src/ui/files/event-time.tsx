import { deviceClockOf, isTimeUnknown, timeOf, type EventTimes } from '#domain/events';
import { exactEventTime, relativeEventTime } from './event-times.ts';
import { exactTime } from './relative-time.ts';

interface EventTimeProps {
  readonly event: EventTimes;
  readonly now: string;
}

/** When an event happened in words, the exact time on hover. */
export function EventTime({ event, now }: EventTimeProps) {
  return (
    <time dateTime={timeOf(event)} title={exactEventTime(event, now)}>
      {relativeEventTime(event, now)}
    </time>
  );
}

/** When an event happened, to the second, with the device's clock beside it where that differs. */
export function ExactEventTime({ event, now }: EventTimeProps) {
  const isUnknown = isTimeUnknown(event, now);
  const clock = isUnknown ? event.at : deviceClockOf(event);
  return (
    <>
      {isUnknown ? 'Not known' : <time dateTime={timeOf(event)}>{exactTime(timeOf(event))}</time>}
      {clock !== null && (
        <>
          {' '}
          (Device clock: <time dateTime={clock}>{exactTime(clock)}</time>)
        </>
      )}
    </>
  );
}
