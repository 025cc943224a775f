import { describe, expect, it } from 'vitest';
import { readColumns } from './column-choice.ts';
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
      toggles: ['rollups'],
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
  it('leaves out what is kept, and nothing else', () => expect(readColumns('["health"]').has('health')).toBe(false));
  it.each([null, 'no json', '{}', '["name","__proto__",1]'])('of %s is all', (kept) =>
    expect(readColumns(kept).size).toBe(7),
  );
});
