import fc from 'fast-check';

/** Names that break careless code; each is a name that a body may hold. */
export const HOSTILE_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'toJSON',
  'valueOf',
  'length',
  'a/b',
  'a~b',
  '~1',
  '~0',
  '~01',
  '/',
  '~',
  '-',
  '.',
  '..',
  'a.b',
  '.a',
  'a.',
  'a b',
  ' ',
  '\n',
  'a\nb',
  '\u0000',
  '"',
  '\\',
  '#number:0',
  'properties',
  'fields',
  'type',
  'name',
  'path',
  'copy_to',
  'runtime',
  'dynamic_templates',
  'mappings',
  '0',
  '1',
  '-1',
  '01',
  '1e3',
  '4294967295',
  'NaN',
  'null',
  'undefined',
  '💥',
  'é',
  'e\u0301',
  '\u202eabc',
  '\ufeff',
  '\u2028',
  '\ud800',
  'x\udc00',
  'ß',
  'İ',
  '漢字',
  'n'.repeat(2_000),
];

/** Few enough that siblings collide, paths meet and references find something. */
const COMMON_NAMES: readonly string[] = ['a', 'b', 'c', 'host', 'ip', 'user', 'raw', 'text'];

/** A name that a form accepts. */
export function fieldName(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...COMMON_NAMES) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_NAMES) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 6, unit: 'binary' }) },
  );
}

/** A name that a body may hold: the empty one besides. */
export function memberName(): fc.Arbitrary<string> {
  return fc.oneof({ weight: 30, arbitrary: fieldName() }, { weight: 1, arbitrary: fc.constant('') });
}
