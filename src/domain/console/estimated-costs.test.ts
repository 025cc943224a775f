import { describe, expect, it } from 'vitest';
import { estimatedCosts } from './estimated-costs.ts';

const cost = (path: string, bytes: number) => ({ path, bytes, structures: [{ structure: 'doc_values', bytes }] });
const sizes = (path: string, ...bytes: readonly number[]) =>
  bytes.map((each, at) => ({ documents: 250 * 2 ** at, fields: [cost(path, each)] }));

describe('what fields of a sample take up in the whole index', () => {
  it('is what was measured where the sample has all documents', () => {
    expect(estimatedCosts({ total: 1_000, storeBytes: 9_000, sizes: sizes('a', 900, 1_400, 2_400) })).toEqual({
      storeBytes: 9_000,
      fields: [{ ...cost('a', 2_400), low: 2_400, high: 2_400 }],
    });
  });

  it('grows with further documents as with the last ones, beyond what each file has once', () => {
    // 400 bytes, and 2 for each document.
    const { fields } = estimatedCosts({ total: 10_000, sizes: sizes('a', 900, 1_400, 2_400) });
    expect(fields).toEqual([{ ...cost('a', 20_400), low: 19_380, high: 21_420 }]);
  });

  it('ends at the size of the index', () => {
    const parts = sizes('a', 900, 1_400, 2_400);
    const [within] = estimatedCosts({ total: 10_000, storeBytes: 21_000, sizes: parts }).fields;
    expect(within).toMatchObject({ bytes: 20_400, low: 19_380, high: 21_000 });
    // Segments that are not merged yet, or a translog, may make it larger than what the cluster tells.
    const [beyond] = estimatedCosts({ total: 10_000, storeBytes: 5_000, sizes: parts }).fields;
    expect(beyond).toMatchObject({ bytes: 20_400, high: 20_400 });
  });

  it('grows less and less where the values of further documents are there already', () => {
    // A document of the second quarter added 2 bytes, one of the last half 1.
    const [field] = estimatedCosts({ total: 8_000, sizes: sizes('a', 500, 1_000, 1_500) }).fields;
    // The next 1,000 documents add half a byte each, all further ones a quarter.
    expect(field?.bytes).toBe(1_500 + 500 + 250 * 6);
    expect(field?.low).toBe(Math.round(1_500 + 500 + 500 + 500 - 3_500 * 0.05));
    expect(field?.high).toBe(Math.round(1_500 + 7_000 + 3_500 * 0.05));
  });

  it('never is less than the sample takes up, nor negative', () => {
    // A dictionary that gets smaller when it is merged.
    const [field] = estimatedCosts({ total: 10_000, sizes: sizes('a', 500, 900, 800) }).fields;
    expect(field).toMatchObject({ bytes: 800, low: 800, high: 840 });
    expect(estimatedCosts({ total: 10_000, sizes: sizes('a', 0, 0, 0) }).fields).toMatchObject([
      { bytes: 0, low: 0, high: 0, structures: [{ bytes: 0 }] },
    ]);
  });

  it('is known of a field that only the last documents have, the largest field first', () => {
    const [quarter, half, all] = sizes('a', 500, 1_000, 2_000);
    const fields = [...(all?.fields ?? []), cost('new', 5_000)];
    const parts = [quarter, half, { documents: 1_000, fields }].flatMap((each) => each ?? []);
    expect(estimatedCosts({ total: 2_000, sizes: parts }).fields).toMatchObject([
      { path: 'new', bytes: 15_000 },
      { path: 'a', bytes: 4_000 },
    ]);
    expect(estimatedCosts({ total: 2_000, sizes: [] })).toEqual({ storeBytes: 0, fields: [] });
  });

  it('is taken of fewer parts where a sample has only one or two documents', () => {
    expect(estimatedCosts({ total: 3, sizes: [{ documents: 1, fields: [cost('a', 10)] }] }).fields).toMatchObject([
      { bytes: 30 },
    ]);
  });
});
