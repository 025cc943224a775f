import { describe, expect, it } from 'vitest';
import { isTime } from './time.ts';

/** By the platform, which carries days and hours that there are not over to the next month or day. */
function isDate(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

describe('isTime', () => {
  it('takes the days that the calendar has, and no others', () => {
    for (const year of ['0000', '0001', '1900', '2000', '2023', '2024', '9999'])
      for (let month = 0; month <= 13; month++)
        for (let day = 0; day <= 32; day++) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T10:00:00.000Z`;
          expect([text, isTime(text)]).toEqual([text, isDate(text)]);
        }
  });

  it.each([
    ['2026-11-25T23:59:59.999Z', true],
    ['2026-11-25T24:00:00.000Z', false],
    ['2026-11-25T10:60:00.000Z', false],
    ['2026-11-25T10:00:60.000Z', false],
    ['2026-11-25T10:00:00Z', false],
    ['2026-11-25T10:00:00.000+00:00', false],
    ['2026-11-25T10:00:00.000Z\n', false],
    ['+002026-11-25T10:00:00.000Z', false],
    ['', false],
  ])('%j: %s', (text, expected) => {
    expect(isTime(text)).toBe(expected);
  });
});
