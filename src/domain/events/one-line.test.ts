import { expect, it } from 'vitest';
import { asOneLine, lineFault } from './one-line.ts';

it.each([
  ['OPS-1: größer machen', 'OPS-1: größer machen'],
  ['a\nb', 'a b'],
  ['a\r\n\tb', 'a b'],
  ['a\u2028b\u2029c\u0085d', 'a b c d'],
  ['a\u0000b\u007fc\u009fd', 'abcd'],
  ['approved by \u202eada', 'approved by ada'],
  ['\u061c\u200e\u200f\u202a\u202c\u2066\u2069x', 'x'],
  ['\ud800', '\ufffd'],
  ['👩\u200d💻', '👩\u200d💻'],
])('%j as one line is %j', (text, line) => {
  expect(asOneLine(text)).toBe(line);
  expect(lineFault(line)).toBeNull();
  expect(lineFault(text) === null).toBe(text === line);
});
