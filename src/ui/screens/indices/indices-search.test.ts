import { describe, expect, it } from 'vitest';
import { columnsParameter, formatColumns, readColumns } from './column-choice.ts';
import { readIndicesSearch } from './indices-search.ts';

describe('readIndicesSearch', () => {
  it('reads everything that fits', () => {
    const search = {
      includeHiddenIndices: true,
      filter: 'health:red',
      sort: 'size',
      order: 'desc',
      page: 3,
      pageSize: 20,
      thenBy: 'health:desc,created',
      toggles: ['rollups'],
      columns: 'health,created',
    };
    expect(readIndicesSearch(search)).toEqual(search);
  });
  it('says whether hidden ones are included where there is a filter', () =>
    expect(readIndicesSearch({ filter: 'a' })).toEqual({ includeHiddenIndices: false, filter: 'a' }));
  it('reads numbers and switches from text, and one toggle as a list', () =>
    expect(readIndicesSearch({ includeHiddenIndices: 'true', page: '3', pageSize: '20', toggles: 'rollups' })).toEqual({
      includeHiddenIndices: true,
      page: 3,
      pageSize: 20,
      toggles: ['rollups'],
    }));
  it.each([
    { includeHiddenIndices: 'yes' },
    { filter: {} },
    { sort: 'constructor' },
    { order: 1 },
    { page: 0 },
    { page: 1.5 },
    { pageSize: 7 },
    { toggles: '' },
    { toggles: [1] },
  ])('leaves out %o', (search) => expect(readIndicesSearch(search)).toEqual({}));
});

describe('readColumns', () => {
  it('leaves out what is kept, and nothing else', () =>
    expect(readColumns('["health"]', null).has('health')).toBe(false));
  it('has the extra columns that are kept, and no other', () => {
    expect(readColumns(null, '["created"]').has('created')).toBe(true);
    expect(readColumns('["created"]', '["health"]')).toEqual(readColumns(null, null));
  });
  it.each([null, 'no json', '{}', '["name","__proto__",1]'])('of %s is all but the extra ones', (kept) =>
    expect(readColumns(kept, kept).size).toBe(7),
  );
});

describe('the columns in an address', () => {
  it.each([
    ['health,size', 'health,size'],
    ['size,nothing,health,size', 'health,size'],
    ['none', 'none'],
    ['created,none', 'created'],
  ])('%j are %j', (columns, read) => expect(columnsParameter(columns)).toBe(read));
  it.each(['', 'name', 'constructor', 5, undefined])('%j are none of the list', (columns) =>
    expect(columnsParameter(columns)).toBeUndefined(),
  );
  it('say that all are hidden', () => expect(columnsParameter(formatColumns(new Set()))).toBe('none'));
});
