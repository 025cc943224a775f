import { describe, expect, it } from 'vitest';
import { savingsIn } from '#domain/lint';
import { fieldRows } from './field-rows.ts';

const MAPPINGS = {
  properties: {
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
    shop: { properties: { id: { type: 'long' } } },
    stops: { type: 'nested', properties: { at: { type: 'date' } } },
    other: { type: 'alias', path: 'title' },
  },
};
const cost = (path: string, bytes: number) => ({ path, bytes, structures: [{ structure: 'doc_values', bytes }] });

describe('the fields of an index', () => {
  it('are those that can have data, with their place in the editor', () => {
    expect(fieldRows(MAPPINGS, { analysis: undefined, usage: undefined })).toEqual([
      { path: 'shop.id', type: 'long', id: '/mappings/properties/shop/properties/id', structures: [] },
      { path: 'stops.at', type: 'date', id: '/mappings/properties/stops/properties/at', structures: [] },
      { path: 'title', type: 'text', id: '/mappings/properties/title', structures: [] },
      { path: 'title.raw', type: 'keyword', id: '/mappings/properties/title/fields/raw', structures: [] },
    ]);
  });

  it('take up what was analyzed, nothing where they are not in the analysis, and include what the engine adds', () => {
    const analysis = { storeBytes: 200, fields: [cost('_source', 100), cost('title', 50), cost('_id', 10)] };
    const rows = fieldRows(MAPPINGS, { analysis, usage: undefined });
    expect(rows.map(({ path, bytes, share }) => [path, bytes, share])).toEqual([
      ['shop.id', 0, 0],
      ['stops.at', 0, 0],
      ['title', 50, 0.25],
      ['title.raw', 0, 0],
      ['_id', 10, 0.05],
      ['_source', 100, 0.5],
    ]);
    expect(rows.at(2)?.structures).toEqual([{ structure: 'doc_values', bytes: 50 }]);
  });

  it('have no share of an empty index', () => {
    const rows = fieldRows(MAPPINGS, { analysis: { storeBytes: 0, fields: [] }, usage: undefined });
    expect(rows.every(({ bytes, share }) => bytes === 0 && share === undefined)).toBe(true);
  });

  it('were not used where they are not counted; of what the engine adds that is not known', () => {
    const analysis = { storeBytes: 1, fields: [cost('_source', 1), cost('_id', 1)] };
    const rows = fieldRows(MAPPINGS, {
      analysis,
      usage: new Map([
        ['title', { any: 3, structures: new Set() }],
        ['_id', { any: 2, structures: new Set() }],
      ]),
    });
    expect(rows.map(({ path, uses }) => [path, uses])).toEqual([
      ['shop.id', 0],
      ['stops.at', 0],
      ['title', 3],
      ['title.raw', 0],
      ['_id', 2],
      ['_source', undefined],
    ]);
  });

  it('could save what nobody used of them, where that is known', () => {
    const structures = [
      { structure: 'doc_values', bytes: 30 },
      { structure: 'inverted_index', bytes: 20 },
    ];
    const analysis = { storeBytes: 100, fields: [{ path: 'title.raw', bytes: 50, structures }, cost('_id', 10)] };
    const usage = new Map([['title.raw', { any: 1, structures: new Set(['inverted_index'] as const) }]]);
    const target = { distribution: 'elasticsearch', version: '9.1' } as const;
    const savings = savingsIn(MAPPINGS, { settings: {}, usage, target });
    const rows = fieldRows(MAPPINGS, { analysis, usage, savings });
    expect(rows.map(({ path, unusedBytes }) => [path, unusedBytes])).toEqual([
      ['shop.id', 0],
      ['stops.at', 0],
      ['title', 0],
      ['title.raw', 30],
      ['_id', undefined],
    ]);
    expect(rows[3]?.unused).toEqual([{ structure: 'doc_values', bytes: 30 }]);
  });
});
