import { describe, expect, it } from 'vitest';
import { deviceClockOf, isTimeUnknown, timeOf } from './event-time.ts';

const now = '2026-11-24T06:00:00.000Z';
const inTenYears = '2036-11-24T06:00:00.000Z';

describe('the time of an event', () => {
  it('is when a server recorded it, else what its device’s clock said', () => {
    expect(timeOf({ at: inTenYears, recordedAt: now })).toBe(now);
    expect(timeOf({ at: inTenYears })).toBe(inTenYears);
  });

  it('is not known where no server recorded it and its device’s clock was ahead', () => {
    expect(isTimeUnknown({ at: inTenYears }, now)).toBe(true);
    expect(isTimeUnknown({ at: inTenYears, recordedAt: now }, now)).toBe(false);
    expect(isTimeUnknown({ at: '2026-11-24T06:01:00.000Z' }, now)).toBe(false);
    expect(isTimeUnknown({ at: '2026-11-24T06:01:00.001Z' }, now)).toBe(true);
    expect(isTimeUnknown({ at: 'no time' }, now)).toBe(false);
  });
});

it.each([
  ['2026-11-24T05:59:00.000Z', null],
  ['2026-11-24T05:58:59.999Z', '2026-11-24T05:58:59.999Z'],
  ['2026-11-24T06:01:00.000Z', null],
  [inTenYears, inTenYears],
  ['no time', null],
])('the device’s clock is told apart by more than a minute: %s', (at, clock) => {
  expect(deviceClockOf({ at, recordedAt: now })).toBe(clock);
  expect(deviceClockOf({ at })).toBeNull();
});
