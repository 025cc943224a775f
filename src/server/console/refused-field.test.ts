import { describe, expect, it } from 'vitest';
import { refusedField } from './refused-field.ts';

describe('the field that a refusal is about', () => {
  it.each([
    ['No handler for type [murmur3] declared on field [hash]', { field: 'hash', fieldType: 'murmur3' }],
    [
      'Failed to parse mapping: No handler for type [murmur3] declared on field [a[b].c]',
      { field: 'a[b].c', fieldType: 'murmur3' },
    ],
    [
      'The mapper type [icu_collation_keyword] declared on field [name] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.',
      { field: 'name', fieldType: 'icu_collation_keyword' },
    ],
    [
      'unknown parameter [boost] on mapper [title] of type [text]',
      { field: 'title', parameter: 'boost', fieldType: 'text' },
    ],
    [
      'Mapper for [title] conflicts with existing mapper:\n\tCannot update parameter [analyzer] from [default] to [english]',
      { field: 'title', parameter: 'analyzer' },
    ],
    ['mapper [host.ip] cannot be changed from type [ip] to [keyword]', { field: 'host.ip' }],
    ['mapper [host.ip] of different type, current_type [ip], merged_type [keyword]', { field: 'host.ip' }],
    [
      'Mapping definition for [title] has unsupported parameters:  [use_similarity : true]',
      { field: 'title', parameter: 'use_similarity' },
    ],
    ["can't merge a non object mapping [host] with an object mapping", { field: 'host' }],
    ["can't merge a non-nested mapping [host] with a nested mapping", { field: 'host' }],
    [
      'Invalid [path] value [x] for field alias [a]: an alias must refer to an existing field in the mappings.',
      { field: 'a', parameter: 'path' },
    ],
    ['No type specified for field [size]', { field: 'size' }],
    ['The number of dimensions for field [place] should be in the range [1, 2048] but was [99999]', { field: 'place' }],
    [
      '[null_value] on mapper [n] of type [long] must not have a [null] value',
      { field: 'n', parameter: 'null_value', fieldType: 'long' },
    ],
  ])('of %j is %j', (reason, expected) => expect(refusedField(reason)).toEqual(expected));

  it.each([undefined, '', 'no such index [logs]', 'analyzer [x] has not been configured in mappings'])(
    'is not guessed from %j',
    (reason) => expect(refusedField(reason)).toBeUndefined(),
  );

  it('is not looked for in a reason that repeats a whole document', () => {
    expect(refusedField(`No type specified for field [${'['.repeat(1_000_000)}`)).toBeUndefined();
  });
});
