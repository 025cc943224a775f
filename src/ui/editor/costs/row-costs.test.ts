import { describe, expect, it } from 'vitest';
import type { FieldUsage } from '#domain/lint';
import { rowCosts } from './row-costs.ts';

const analysis = {
  storeBytes: 10_240,
  fields: [
    { path: 'title', bytes: 5_120, structures: [{ structure: 'inverted_index', bytes: 5_120 }] },
    { path: 'title.raw', bytes: 1_024, structures: [{ structure: 'doc_values', bytes: 1_024 }] },
    { path: 'user.name', bytes: 1_024, structures: [] },
    { path: 'user.address.city', bytes: 1_024, structures: [] },
  ],
};
const usage: FieldUsage = new Map([
  ['title', { any: 1_200, structures: new Set<never>() }],
  ['user.name', { any: 1, structures: new Set<never>() }],
]);

describe('what rows say of the costs of fields', () => {
  it('is the size of the field itself, its share and its uses', () => {
    const costOf = rowCosts({ analysis, usage });
    expect(costOf('title', false)).toEqual({
      line: '5.0 KB · 50% · 1,200 uses',
      title: 'Inverted index 5.0 KB',
      share: 0.5,
    });
    expect(costOf('title.raw', false)?.line).toBe('1.0 KB · 10% · not used');
    expect(costOf('user.name', false)?.line).toBe('1.0 KB · 10% · 1 use');
  });

  it('is the sum of what is below an object', () => {
    const costOf = rowCosts({ analysis, usage });
    expect(costOf('user', true)).toMatchObject({ line: '2.0 KB · 20%', share: 0.2 });
    expect(costOf('user.address', true)).toMatchObject({ line: '1.0 KB · 10%' });
    expect(costOf('other', true)).toMatchObject({ line: '0 B · 0%', share: 0 });
  });

  it('is about what was estimated, where only some fields are known of them alone', () => {
    const fields = analysis.fields.slice(0, 1).map((cost) => ({ ...cost, low: 5_000, high: 5_300 }));
    const costOf = rowCosts({ analysis: { ...analysis, fields, isPartial: true }, usage: undefined });
    expect(costOf('title', false)).toMatchObject({ line: 'about 5.0 KB · 50%', title: 'Inverted index 5.0 KB' });
    expect(costOf('title.raw', false)).toBeUndefined();
    expect(costOf('user', true)).toBeUndefined();
    const complete = rowCosts({ analysis: { ...analysis, fields }, usage: undefined });
    expect(complete('title.raw', false)?.line).toBe('about 0 B · 0%');
  });

  it('is what is known alone', () => {
    expect(rowCosts({ analysis, usage: undefined })('title', false)?.line).toBe('5.0 KB · 50%');
    expect(rowCosts({ analysis: undefined, usage })('title', false)).toEqual({ line: '1,200 uses' });
    expect(rowCosts({ analysis: undefined, usage })('user', true)).toBeUndefined();
    expect(rowCosts({ analysis: undefined, usage: undefined })('title', false)).toBeUndefined();
    expect(rowCosts({ analysis: { ...analysis, storeBytes: 0 }, usage: undefined })('title', false)?.line).toBe(
      '5.0 KB',
    );
  });
});
