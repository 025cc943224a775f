import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#domain/json';
import { refusalReason } from './refusal-reason.ts';

const parsing = (field: string, type: string, value: string, ...causes: readonly string[]): JsonObject =>
  chain(
    `failed to parse field [${field}] of type [${type}] in document with id 'SECRET'. Preview of field's value: '${value}'`,
    ...causes,
  );

function chain(reason: string, ...causes: readonly string[]): JsonObject {
  const [first, ...rest] = causes;
  return {
    type: 'document_parsing_exception',
    reason,
    ...(first !== undefined && { caused_by: chain(first, ...rest) }),
  };
}

/** As Elasticsearch 9.5 and OpenSearch 3.4 write them. */
const REASONS: readonly (readonly [JsonObject, string])[] = [
  [
    parsing('i', 'integer', 'SECRET', 'For input string: "SECRET"'),
    'failed to parse field [i] of type [integer]: For input string: "…"',
  ],
  [
    parsing('i', 'integer', "it's SECRET's", 'For input string: "it\'s "SECRET"s"'),
    'failed to parse field [i] of type [integer]: For input string: "…"',
  ],
  [
    chain(
      "[1:14] failed to parse field [i] of type [integer] in document with id 'SECRET'. Preview of field's value: 'SECRET'",
    ),
    'failed to parse field [i] of type [integer]',
  ],
  [
    parsing(
      'i',
      'integer',
      '3000000000',
      'Numeric value (3000000000) out of range of int (-2147483648 - 2147483647)\n at [Source: REDACTED; line: 1, column: 16]',
    ),
    'failed to parse field [i] of type [integer]: Numeric value […] out of range of int (-2147483648 - 2147483647)',
  ],
  [
    parsing('b', 'byte', '1.5e9', 'Value [3000000000] is out of range for a byte'),
    'failed to parse field [b] of type [byte]: Value […] is out of range for a byte',
  ],
  [
    parsing(
      'd',
      'date',
      'SECRET',
      'failed to parse date field [SECRET] with format [strict_date_optional_time||epoch_millis]',
      'Failed to parse with all enclosed parsers',
    ),
    'failed to parse field [d] of type [date]: failed to parse date field […] with format [strict_date_optional_time||epoch_millis]: Failed to parse with all enclosed parsers',
  ],
  [
    parsing('ip', 'ip', 'SECRET', "'SECRET' is not an IP string literal."),
    "failed to parse field [ip] of type [ip]: '…' is not an IP string literal.",
  ],
  [
    parsing('b', 'boolean', 'SECRET', 'Failed to parse value [SECRET] as only [true] or [false] are allowed.'),
    'failed to parse field [b] of type [boolean]: Failed to parse value […] as only [true] or [false] are allowed.',
  ],
  [
    parsing('k', 'keyword', '{a=SECRET}', "Can't get text on a START_OBJECT at 1:6"),
    "failed to parse field [k] of type [keyword]: Can't get text on a START_OBJECT",
  ],
  [
    chain('failed to parse field [g] of type [geo_point]', 'illegal latitude value [3000000000] for g'),
    'failed to parse field [g] of type [geo_point]: illegal latitude value […] for g',
  ],
  [
    chain(
      'Document contains at least one immense term in field="k" (whose UTF8 encoding is longer than the max length 32766), all of which were skipped. Please correct the analyzer to not produce such terms. The prefix of the first immense term is: \'[83, 69]...\', original message: bytes can be at most 32766 in length; got 3000000000',
    ),
    'Document contains at least one immense term in field [k] (whose UTF8 encoding is longer than the max length 32766), all of which were skipped. Please correct the analyzer to not produce such terms., original message: bytes can be at most 32766 in length; got […]',
  ],
  [
    chain('object mapping for [o] tried to parse field [o] as object, but found a concrete value'),
    'object mapping for [o] tried to parse field [o] as object, but found a concrete value',
  ],
  [
    chain('mapping set to strict, dynamic introduction of [zz] within [_doc] is not allowed'),
    'mapping set to strict, dynamic introduction of [zz] within [_doc] is not allowed',
  ],
];

describe('the reason of a refused document', () => {
  it.each(REASONS)('is without its ID and values: %j', (error, reason) => {
    expect(refusalReason(error)).toBe(reason);
    expect(reason).not.toMatch(/SECRET|3000000000/);
  });

  it('is the type where the engine gives no more', () => {
    expect(refusalReason({ type: 'some_exception' })).toBe('some_exception');
  });
});
