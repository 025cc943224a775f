import { describe, expect, it } from 'vitest';
import { searchReader } from '../platform/search-schema.ts';
import { formatSorts, listParameters, readSorts } from './list-search.ts';

const read = searchReader(listParameters(['name', 'size', 'health']));

describe('the columns in the address of a list', () => {
  it.each([
    [{ sort: 'size', order: 'desc', thenBy: 'health:desc,name' }],
    [{ sort: 'size', order: 'asc' }],
    [{ thenBy: 'size:desc' }],
  ])('are kept: %o', (search) => expect(read(search)).toEqual(search));

  it.each([
    ['size,constructor,name:desc', 'size,name:desc'],
    ['size:asc,size:desc', 'size'],
    ['size:sideways', 'size'],
    [',,name', 'name'],
  ])('are read from %j as %j', (thenBy, kept) => expect(read({ thenBy })).toEqual({ thenBy: kept }));

  it.each(['', 'nothing', ':desc', 5, ['size'], null])('are left out where there are none: %j', (thenBy) =>
    expect(read({ thenBy })).toEqual({}),
  );

  it('are the same once they were formatted and read', () => {
    const sorting = [
      { id: 'size', desc: true },
      { id: 'name', desc: false },
    ];
    expect(readSorts(formatSorts(sorting))).toEqual(sorting);
  });
});
