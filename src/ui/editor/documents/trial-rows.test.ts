import { describe, expect, it } from 'vitest';
import type { DocumentTrial, TriedValue } from '#domain/documents';
import { parseJson } from '#domain/json';
import { shownValue, trialRows } from './trial-rows.ts';

const value = (pointer: string, field: string, type = 'keyword'): TriedValue => ({
  ...{ pointer, field, type },
  takenBy: { kind: 'field' },
  effects: [{ kind: 'indexed' }],
});
const trial = (...values: readonly TriedValue[]): DocumentTrial => ({
  ...{ outcome: 'accepted', values, added: [], ignoredFields: [], unknown: [] },
});

describe('the rows of a trial', () => {
  it('are one for each value, with all the fields that it reaches', () => {
    const [a, raw, b] = [value('/a', 'a'), value('/a', 'a.raw'), value('/b', 'b')];
    expect(trialRows(trial(a, raw, b), null)).toEqual([
      { pointer: '/a', values: [a, raw] },
      { pointer: '/b', values: [b] },
    ]);
  });

  it('say what was before, only where it differs', () => {
    const [same, now, then, gone] = [value('/a', 'a'), value('/b', 'b', 'long'), value('/b', 'b'), value('/c', 'c')];
    expect(trialRows(trial(same, now), trial(same, then, gone))).toEqual([
      { pointer: '/a', values: [same] },
      { pointer: '/b', values: [now], before: [then] },
      { pointer: '/c', values: [], before: [gone] },
    ]);
  });

  it('are none of an empty document', () => {
    expect(trialRows(trial(), trial())).toEqual([]);
  });

  it('of 10,000 values compare each once', () => {
    const values = Array.from({ length: 10_000 }, (_, at) => value(`/list/${at}`, 'list'));
    expect(trialRows(trial(...values), trial(...values))).toHaveLength(10_000);
  });
});

describe('a shown value', () => {
  const document = parseJson(
    `{"n":1.0,"list":[1e3,${Array.from({ length: 99 }, () => '7').join(',')}],"text":"${'x'.repeat(1_000)}","a/b":null}`,
  );

  it.each([
    ['/n', '1.0'],
    ['/list/0', '1e3'],
    ['/a~1b', 'null'],
    ['/gone', ''],
  ])('%s is as it was written', (pointer, shown) => {
    expect(shownValue(document, pointer)).toBe(shown);
  });

  it('is shortened', () => {
    expect(shownValue(document, '/text')).toHaveLength(121);
    expect(shownValue(document, '/list').length).toBeLessThan(121);
    expect(shownValue(document, '')).toMatch(/…$/);
  });
});
