/** A Friday. */
export const DATE_MATH_NOW = Date.parse('2026-11-27T22:15:42.123Z');

/** Names with date math, and what they stand for then. */
export const DATE_MATH_NAMES: readonly (readonly [expression: string, name: string])[] = [
  ['<logs-{now/d}-000001>', 'logs-2026.11.27-000001'],
  ['<logs-{now}>', 'logs-2026.11.27'],
  ['<logs>', 'logs'],
  ['<logs-{now/M}>', 'logs-2026.11.01'],
  ['<logs-{now/y}>', 'logs-2026.01.01'],
  ['<logs-{now/w}>', 'logs-2026.11.23'],
  ['<logs-{now/d{yyyy.MM.dd|+12:00}}>', 'logs-2026.11.28'],
  ['<logs-{now/d{yyyy.MM|-1000}}>', 'logs-2026.11'],
  ['<logs-{now/h{HH.mm|America/New_York}}>', 'logs-17.00'],
  ['<logs-{now+1d}-{now-1M{yy-M-d}}>', 'logs-2026.11.28-26-10-27'],
  ['<logs-{now/d+5d}>', 'logs-2026.12.02'],
  ['<logs-{now-9M/M{uuuuMM}}>', 'logs-202602'],
  ['<logs-{now+3M-27d+3M}>', 'logs-2027.04.30'],
  ['<logs-{now-1y/w{yyyy.MM.dd|Asia/Kathmandu}}>', 'logs-2025.11.24'],
  ['<logs-{now/m-3h{HHmm}}>', 'logs-1915'],
  ["<logs-{now{'week'-yyyy}}>", 'logs-week-2026'],
  ['<elastic\\{on\\}-{now/M}>', 'elastic{on}-2026.11.01'],
  ['<a-{now{basic_date}}>', 'a-20261127'],
];

/** Names that engines refuse, and why. */
export const BROKEN_DATE_MATH: readonly (readonly [expression: string, reason: string])[] = [
  ['<logs-{now/d>', 'date math placeholder is open ended'],
  ['<logs-now}>', 'invalid character at position [9]'],
  ['<logs-{now{}}>', 'missing date format'],
  ['<logs-{now{yyyy{}}>', 'invalid character in placeholder at position [15]'],
  ['<logs-{now{yyyy}x}>', 'missing closing `}` for date math format'],
  ['<logs-{later}>', 'failed to parse date field [later]: it must begin with now'],
  ['<logs-{now/2d}>', 'rounding `/` can only be used on single unit types [now/2d]'],
  ['<logs-{now*1d}>', 'operator not supported for date math [*1d]'],
  ['<logs-{now{yyyy|Nowhere}}>', 'unknown time zone [Nowhere]'],
  ["<logs-{now{'}}>", "invalid format [']"],
];
