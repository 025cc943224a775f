import { expect, it } from 'vitest';
import { exactTime } from './relative-time.ts';
import { exactEventTime, relativeEventTime } from './event-times.ts';

const now = '2026-11-24T06:00:00.000Z';
const earlier = '2026-11-24T05:00:00.000Z';
const inTenYears = '2036-11-24T06:00:00.000Z';

it.each([
  [{ at: earlier }, '1 hour ago'],
  [{ at: inTenYears, recordedAt: earlier }, '1 hour ago'],
  [{ at: inTenYears }, 'time unknown'],
  // This device's clock is behind.
  [{ at: earlier, recordedAt: inTenYears }, 'just now'],
])('%j is %s', (event, words) => expect(relativeEventTime(event, now)).toBe(words));

it('has the clock of the device beside the time of the server where they differ', () => {
  expect(exactEventTime({ at: earlier, recordedAt: earlier }, now)).toBe(exactTime(earlier));
  expect(exactEventTime({ at: inTenYears, recordedAt: earlier }, now)).toBe(
    `${exactTime(earlier)} (Device clock: ${exactTime(inTenYears)})`,
  );
  expect(exactEventTime({ at: inTenYears }, now)).toBe(`Device clock: ${exactTime(inTenYears)}`);
});
