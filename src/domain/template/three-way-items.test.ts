import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#domain/json';
import { compareThreeWay } from './three-way-items.ts';

const compare = (base: JsonObject, mine: JsonObject, theirs: JsonObject) =>
  compareThreeWay('settings', base, mine, theirs).map((item) => ({
    name: item.name,
    deeds: `${item.mine} and ${item.theirs}`,
    isConflict: item.isConflict,
  }));

describe('what two came to who started from the same settings', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject, string, boolean]>([
    ['both changed differently', { a: 1 }, { a: 2 }, { a: 3 }, 'changed and changed', true],
    ['both changed alike', { a: 1 }, { a: 2 }, { a: 2 }, 'changed and changed', false],
    ['one changed', { a: 1 }, { a: 2 }, { a: 1 }, 'changed and unchanged', false],
    ['the other one changed', { a: 1 }, { a: 1 }, { a: 2 }, 'unchanged and changed', false],
    ['one changed and the other one removed', { a: 1 }, { a: 2 }, {}, 'changed and removed', true],
    ['one removed and the other one changed', { a: 1 }, {}, { a: 2 }, 'removed and changed', true],
    ['both removed', { a: 1 }, {}, {}, 'removed and removed', false],
    ['one removed', { a: 1 }, {}, { a: 1 }, 'removed and unchanged', false],
    ['both added differently', {}, { a: 1 }, { a: 2 }, 'added and added', true],
    ['both added alike', {}, { a: 1 }, { a: 1 }, 'added and added', false],
    ['one added', {}, { a: 1 }, {}, 'added and unchanged', false],
  ])('is told where %s', (_, base, mine, theirs, deeds, isConflict) => {
    expect(compare(base, mine, theirs)).toEqual([{ name: expect.stringContaining('a'), deeds, isConflict }]);
  });

  it('leaves out what neither changed, and begins with conflicts', () => {
    const found = compare({ a: 1, b: 1, c: 1 }, { a: 2, b: 2, c: 1 }, { a: 1, c: 1 });
    expect(found.map(({ deeds }) => deeds)).toEqual(['changed and removed', 'changed and unchanged']);
    expect(found.map(({ isConflict }) => isConflict)).toEqual([true, false]);
  });

  it('has the three values, and none where it is absent', () => {
    const [item] = compareThreeWay('settings', { a: 1 }, {}, { a: 2 });
    expect(item).toMatchObject({ section: 'settings', base: 1, theirsValue: 2 });
    expect(item?.mineValue).toBeUndefined();
  });
});

describe('what two came to who started from the same mappings', () => {
  const field = (properties: JsonObject): JsonObject => ({ properties });

  it('is told field by field, and not of an object that is there for its fields alone', () => {
    const found = compareThreeWay(
      'mappings',
      field({}),
      field({ o: { properties: { x: { type: 'long' } } } }),
      field({ o: { properties: { y: { type: 'long' } } } }),
    );
    expect(found.map(({ mine, theirs }) => [mine, theirs])).toEqual([
      ['added', 'unchanged'],
      ['unchanged', 'added'],
    ]);
  });

  it('is a conflict where one removed the field that the other one changed', () => {
    const base = field({ x: { type: 'long' } });
    expect(compareThreeWay('mappings', base, field({}), field({ x: { type: 'ip' } }))).toMatchObject([
      { mine: 'removed', theirs: 'changed', isConflict: true },
    ]);
  });
});
