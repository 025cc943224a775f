import { describe, expect, it } from 'vitest';
import { BROKEN_DATE_MATH, DATE_MATH_NAMES, DATE_MATH_NOW } from '../../../tests/builders/date-math.ts';
import { isDateMath, resolveDateMath } from './date-math.ts';

describe('date math in a name', () => {
  it.each(DATE_MATH_NAMES)('%s is %s', (expression, name) => {
    expect(isDateMath(expression)).toBe(true);
    expect(resolveDateMath(expression, DATE_MATH_NOW)).toMatchObject({ name });
  });

  it.each<readonly [string, string]>([
    ...BROKEN_DATE_MATH,
    ['<logs-{now{xxxx.ww}}>', 'format letters [xxxx] can’t be resolved here'],
    ['<logs-{now{MMM}}>', 'format letters [MMM] can’t be resolved here'],
    ['<logs-{now+99999999d}>', 'date out of range [now+99999999d]'],
  ])('%s is refused: %s', (expression, reason) =>
    expect(resolveDateMath(expression, DATE_MATH_NOW)).toEqual({ reason }),
  );

  it('has the time zone of each date', () => {
    expect(resolveDateMath('<a-{now}-{now{yyyy|+02:00}}>', DATE_MATH_NOW)).toMatchObject({ zones: ['UTC', '+02:00'] });
    expect(resolveDateMath('<a>', DATE_MATH_NOW)).toMatchObject({ zones: [] });
  });

  it.each(['logs', '<>', '<logs', 'logs>', ''])('%j is no expression', (name) => expect(isDateMath(name)).toBe(false));
});
