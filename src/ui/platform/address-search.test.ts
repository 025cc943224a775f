import { describe, expect, it } from 'vitest';
import { formatAddressSearch, parseAddressSearch } from './address-search.ts';

describe('the search part of an address', () => {
  it.each(['"x"', '1e5', 'null', 'true', '[1]', '{"a":1}', '007', ' a b ', '&=?#%+', '\u{1F600}'])(
    'keeps the text %s',
    (filter) => {
      expect(parseAddressSearch(formatAddressSearch({ filter }))).toEqual({ filter });
    },
  );

  it('reads what people write by hand', () => {
    expect(parseAddressSearch('?filter="x"&page=2')).toEqual({ filter: '"x"', page: '2' });
  });

  it('writes numbers and switches as text, and leaves out what is not there', () => {
    expect(formatAddressSearch({ page: 2, legacy: true, at: undefined, sort: null })).toBe('?page=2&legacy=true');
    expect(formatAddressSearch({})).toBe('');
  });

  it('writes a list as several of one name', () => {
    const text = formatAddressSearch({ toggles: ['a', '["b"]'] });
    expect(parseAddressSearch(text)).toEqual({ toggles: ['a', '["b"]'] });
    expect(parseAddressSearch(formatAddressSearch({ toggles: ['a'] }))).toEqual({ toggles: 'a' });
  });

  it('holds a member called __proto__ as any other', () => {
    expect(Object.entries(parseAddressSearch('?__proto__=x'))).toEqual([['__proto__', 'x']]);
  });
});
