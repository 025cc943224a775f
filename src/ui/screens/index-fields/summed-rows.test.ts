import { describe, expect, it } from 'vitest';
import type { FieldUsage } from '#domain/lint';
import { summedRows } from './summed-rows.ts';

const ENGINE = { distribution: 'elasticsearch', version: '9.1' } as const;
const indexOf = (name: string, properties: Readonly<Record<string, { readonly type: string }>>) => ({
  ...{ name, settings: {} },
  mappings: { properties },
});
const analysisOf = (storeBytes: number, sizes: Readonly<Record<string, number>>) => ({
  storeBytes,
  fields: Object.entries(sizes).map(([path, bytes]) => ({
    ...{ path, bytes },
    structures: [
      { structure: 'inverted_index' as const, bytes: bytes - 10 },
      { structure: 'doc_values' as const, bytes: 10 },
    ],
  })),
});
type Uses = FieldUsage extends ReadonlyMap<string, infer Each> ? Each : never;
const uses = (any: number, structures: Uses['structures'] = new Set()): Uses => ({ any, structures });

describe('the fields of several indices', () => {
  const first = indexOf('logs-1', { tag: { type: 'text' }, old: { type: 'long' } });
  const second = indexOf('logs-2', { tag: { type: 'keyword' }, at: { type: 'date' } });

  it('are those of all, each with its newest index, the number of indices, and every type that it has', () => {
    const rows = summedRows([{ index: first }, { index: second }], ENGINE);
    expect(rows.map(({ path, index, indices, type, id }) => [path, index, indices, type, id])).toEqual([
      ['at', 'logs-2', 1, 'date', '/mappings/properties/at'],
      ['tag', 'logs-2', 2, 'keyword, text', '/mappings/properties/tag'],
      ['old', 'logs-1', 1, 'long', '/mappings/properties/old'],
    ]);
    for (const row of rows)
      for (const part of ['bytes', 'share', 'uses', 'unusedBytes']) expect(row).not.toHaveProperty(part);
  });

  it('take up what those that were analyzed take up together, by structure, with the share of these', () => {
    const analyzed = { index: first, analysis: analysisOf(300, { tag: 100, _source: 50 }) };
    const one = summedRows([analyzed, { index: second }], ENGINE);
    expect(one.find(({ path }) => path === 'tag')).toMatchObject({ bytes: 100, share: 1 / 3, indices: 2 });
    expect(one.find(({ path }) => path === 'at')).not.toHaveProperty('bytes');
    const both = summedRows([analyzed, { index: second, analysis: analysisOf(100, { tag: 60 }) }], ENGINE);
    expect(both.find(({ path }) => path === 'tag')).toMatchObject({
      ...{ bytes: 160, share: 0.4 },
      structures: [
        { structure: 'inverted_index', bytes: 140 },
        { structure: 'doc_values', bytes: 20 },
      ],
    });
    expect(both.find(({ path }) => path === '_source')).toMatchObject({ bytes: 50, indices: 1, index: 'logs-1' });
  });

  it('were used as often as in all indices together, and what nobody used is counted in each', () => {
    const rows = summedRows(
      [
        { index: first, analysis: analysisOf(100, { tag: 100 }), usage: new Map([['tag', uses(3)]]) },
        {
          ...{ index: second, analysis: analysisOf(50, { tag: 50 }) },
          usage: new Map([['tag', uses(4, new Set(['doc_values'] as const))]]),
        },
      ],
      ENGINE,
    );
    expect(rows.find(({ path }) => path === 'tag')).toMatchObject({
      ...{ uses: 7, unusedBytes: 130 },
      unused: [{ structure: 'inverted_index', bytes: 130 }],
    });
  });

  it('follow what is known of an index, and its mapping', () => {
    const before = summedRows([{ index: first }], ENGINE);
    const usage = new Map([['tag', uses(3)]]);
    expect(summedRows([{ index: first, usage }], ENGINE)[1]).toMatchObject({ path: 'tag', uses: 3 });
    expect(summedRows([{ index: first }], ENGINE)).toEqual(before);
    expect(summedRows([{ index: indexOf('logs-1', {}) }], ENGINE)).toEqual([]);
  });
});
