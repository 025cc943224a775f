import { describe, expect, it } from 'vitest';
import { parseJson, type JsonObject } from '../json/index.ts';
import { fieldCostsIn, fileCostsIn } from './field-costs.ts';

const TITLE = {
  total_in_bytes: 120,
  inverted_index: { total: '90b', total_in_bytes: 90 },
  stored_fields_in_bytes: 0,
  doc_values: '30b',
  doc_values_in_bytes: 30,
};

function analyzed(fields: JsonObject, failed = 0): JsonObject {
  return { _shards: { total: 1, successful: 1, failed }, logs: { store_size_in_bytes: 500, fields } };
}

describe('what fields take up', () => {
  it('is read by structure, the largest first', () => {
    const response = analyzed({ tag: { total_in_bytes: 7, points_in_bytes: 7 }, title: TITLE });
    expect(fieldCostsIn(response, 'logs')).toEqual({
      storeBytes: 500,
      fields: [
        {
          ...{ path: 'title', bytes: 120 },
          structures: [
            { structure: 'inverted_index', bytes: 90 },
            { structure: 'doc_values', bytes: 30 },
          ],
        },
        { path: 'tag', bytes: 7, structures: [{ structure: 'points', bytes: 7 }] },
      ],
    });
  });

  it('is the sum of the structures where the engine gives none, also of structures that are not known', () => {
    const field = { bloom_filter_in_bytes: 4, later_in_bytes: 6, odd_in_bytes: -1, word_in_bytes: 'many' };
    expect(fieldCostsIn(analyzed({ tag: field }), 'logs')).toMatchObject({ fields: [{ path: 'tag', bytes: 10 }] });
  });

  it('is not told without a shard, or from another response', () => {
    expect(fieldCostsIn(analyzed({}, 2), 'logs')).toEqual({ reason: 'shards that could not be analyzed: 2' });
    for (const response of [{}, { logs: {} }, { logs: { fields: {} } }, analyzed({})])
      expect(fieldCostsIn(response, 'other')).toEqual({
        reason: 'the response is not that of POST INDEX/_disk_usage',
      });
  });

  it('keeps fields with the names of members of every object', () => {
    const response = parseJson(
      '{"__proto__":{"store_size_in_bytes":1,"fields":{"__proto__":{"total_in_bytes":1},"constructor":{"total_in_bytes":2}}}}',
    ) as JsonObject;
    expect(fieldCostsIn(response, '__proto__')).toMatchObject({
      fields: [
        { path: 'constructor', bytes: 2 },
        { path: '__proto__', bytes: 1 },
      ],
    });
  });
});

describe('what files of segments take up', () => {
  it('is read by kind, the largest first', () => {
    const sizes = {
      tim: { size_in_bytes: 5, description: 'Term Dictionary' },
      dvd: { size_in_bytes: 9, description: 'DocValues' },
      odd: { size_in_bytes: 7 },
      none: {},
    };
    expect(fileCostsIn({ _all: { primaries: { segments: { file_sizes: sizes } } } })).toEqual([
      { kind: 'dvd', description: 'DocValues', bytes: 9 },
      { kind: 'odd', bytes: 7 },
      { kind: 'tim', description: 'Term Dictionary', bytes: 5 },
    ]);
  });

  it('is empty where the engine does not tell', () => {
    expect(fileCostsIn({})).toEqual([]);
    expect(fileCostsIn({ _all: { primaries: { segments: { count: 1 } } } })).toEqual([]);
  });
});
