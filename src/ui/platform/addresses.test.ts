import { describe, expect, it } from 'vitest';
import { readDraftSearch } from './draft-search.ts';

describe('readDraftSearch', () => {
  it('reads everything that fits', () => {
    const search = { field: '/properties/a~1b', q: 'host', view: 'json', at: 12 };
    expect(readDraftSearch(search)).toEqual(search);
  });
  it.each(['root', '/properties/a~1b'])('reads where a field is added: %s', (add) =>
    expect(readDraftSearch({ add })).toEqual({ add }),
  );
  it('reads a version from text', () => expect(readDraftSearch({ q: '42', at: '3' })).toEqual({ q: '42', at: 3 }));
  it.each([
    { field: 'no pointer' },
    { field: '/a~2' },
    { field: '' },
    { add: 'no pointer' },
    { add: '' },
    { q: '' },
    { view: 'tree' },
    { at: 0 },
    { at: 1.5 },
    { at: 'now' },
    { at: null },
  ])('leaves out %o', (search) => expect(readDraftSearch(search)).toEqual({}));
});
