import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import type { JsonValue } from '../json/value.ts';
import { normalize } from './normalize.ts';
import { searchEntries, type SearchEntry } from './search-entries.ts';
import { findEntries, indexOfEntry, matchIn, prepareSearch, searchFields } from './search.ts';

/** The paths of the fields that a term finds, best first. */
function found(properties: JsonValue, term: string): readonly string[] {
  return findEntries(term, searchEntries({ properties }, '')).map(({ path }) => path);
}

const keyword = { type: 'keyword' };
const host = { properties: { name: keyword, ip: { type: 'ip' } } };

describe('words', () => {
  it.each([
    'name',
    'NAME',
    ' name ',
    'am',
    'Host Name',
    'host  name',
    'host.name',
    'host > name',
    'host>name',
    'HOST.na',
  ])('%j finds host > name', (term) => {
    expect(found({ host, other: { type: 'long' } }, term)).toEqual(['host > name']);
  });

  it('may be parted by a dot, an underscore, a dash, a space, a step of the path, or nothing', () => {
    const names = ['user name', 'user-name', 'user.name', 'user_name', 'username'];
    const fields = {
      user: { properties: { name: keyword } },
      ...Object.fromEntries([...names, 'user/name', 'user__name', 'name user'].map((name) => [name, keyword])),
    };
    expect(found(fields, 'user name')).toEqual([...names, 'user > name']);
  });

  it.each(['', ' '])('%j is no word, and hides nothing', (term) => {
    expect(found({ a: keyword, b: { type: 'ip' } }, term)).toEqual(['a', 'b']);
  });

  it('are texts, not patterns', () => {
    expect(found({ 'a*b': keyword, aab: keyword, 'a(b': keyword }, 'a*')).toEqual(['a*b']);
    expect(found({ 'a*b': keyword, aab: keyword, 'a(b': keyword }, '(')).toEqual(['a(b']);
    expect(found({ 'a\\d': keyword, a1: keyword }, 'a\\d')).toEqual(['a\\d']);
  });

  it('of a path are parted by its steps only, and find what a name with dots is', () => {
    const fields = { host, 'host.name': keyword, host_name: keyword, hostname: keyword };
    expect(found(fields, 'host.name')).toEqual(['host.name', 'host > name']);
    expect(found(fields, 'host > name')).toEqual(['host.name', 'host > name']);
    expect(found(fields, 'host name')).toEqual(['host.name', 'host_name', 'hostname', 'host > name']);
    expect(found({ 'a..b': keyword, 'a>b': keyword, 'a.b': keyword }, 'a..b')).toEqual(['a..b']);
    expect(found({ 'a..b': keyword, 'a>b': keyword, 'a.b': keyword }, 'a>b')).toEqual(['a.b', 'a>b']);
  });

  it('that look like separators do not take long', () => {
    expect(found({ [`${'_'.repeat(200)}a`]: keyword }, `${'_ '.repeat(60)}b`)).toEqual([]);
  });

  it.each(['>', '.', ' > ', '>>', '. .', '..', '> .'])('that are only separators find nothing: %j', (term) => {
    expect(found({ host, 'a..b': keyword, 'a.b': keyword }, term)).toEqual([]);
  });

  it('find nothing where there is nothing', () => {
    expect(found({ a: keyword }, 'zebra')).toEqual([]);
    expect(searchEntries(undefined, '')).toEqual([]);
    expect(searchEntries({ properties: [] }, '')).toEqual([]);
  });
});

describe('a search that is prepared', () => {
  it('gives way in between, and finds the same', () => {
    const leaves = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`name_${index}`, keyword]));
    const body = { properties: { host: { properties: leaves }, other: { properties: leaves } } };
    expect([...prepareSearch(body, '')].length).toBeGreaterThan(2);
    const prepared = searchEntries(body, '');
    const pathsOf = (entries: readonly SearchEntry[]) => entries.map(({ id, path }) => [id, path]);
    const fresh = structuredClone(body);
    expect(pathsOf(prepared)).toEqual(pathsOf(searchEntries(fresh, '')));
    expect(pathsOf(findEntries('host name 7', prepared))).toEqual(
      pathsOf(findEntries('host name 7', searchEntries(fresh, ''))),
    );
    expect([...prepareSearch(undefined, '')]).toEqual([undefined]);
  });

  it('says where a field stands among what was found', () => {
    const entries = searchEntries({ properties: { host, Name: keyword } }, '');
    expect(indexOfEntry(entries, '/properties/Name')).toBe(0);
    expect(indexOfEntry(entries, '/properties/host/properties/name')).toBe(3);
    expect(indexOfEntry(entries, '/properties/name')).toBe(-1);
    expect(indexOfEntry(entries, null)).toBe(-1);
  });
});

describe('types', () => {
  const fields = {
    a: { type: 'ip' },
    host,
    message: { type: 'text', fields: { raw: keyword } },
    title: { type: 'text' },
  };

  it('are found like names, an exact one before a part of one', () => {
    expect(found(fields, 'keyword')).toEqual(['host > name', 'message > raw']);
    expect(found({ a: { type: 'ip_range' }, b: { type: 'ip' } }, 'ip')).toEqual(['b', 'a']);
    expect(found({ plain: {}, o: { properties: {} } }, 'object')).toEqual(['o', 'plain']);
  });

  it.each([
    ['keyword raw', ['message > raw']],
    ['raw keyword', ['message > raw']],
    ['RAW Keyword', ['message > raw']],
    ['ip host', ['host > ip']],
    ['host.name keyword', ['host > name']],
    ['text me', ['message']],
    ['text raw', []],
    ['long message', []],
  ])('%j: a first or last word that is a type leaves only fields of it', (term, paths) => {
    expect(found(fields, term)).toEqual(paths);
  });

  it('as first or last word leave out fields of other types that are called so', () => {
    const titled = { keyword_title: { type: 'text' }, title: { type: 'keyword' } };
    expect(found(titled, 'keyword title')).toEqual(['title']);
    expect(found(titled, 'text keyword')).toEqual(['keyword_title']);
    expect(found(titled, 'keyword_title')).toEqual(['keyword_title']);
  });

  it('are no types in a path: a dotted path finds its field', () => {
    const versions = { host: { properties: { version: keyword } }, v: { type: 'version' } };
    expect(found(versions, 'host.version')).toEqual(['host > version']);
    expect(found(versions, 'host > version')).toEqual(['host > version']);
    expect(found(versions, 'host version')).toEqual([]);
    expect(found(versions, 'host.version keyword')).toEqual(['host > version']);
  });

  it.each([
    ['numeric size', ['size', 'disk_size']],
    ['size numeric', ['size', 'disk_size']],
    ['size long', ['size']],
    ['half float size', ['disk_size']],
    ['size Half Float', ['disk_size']],
    ['half_float size', ['disk_size']],
    ['size range', ['sizes']],
    ['as-you-type size', []],
    ['search-as-you-type size', ['size_text']],
    ['other size', ['size_plugin']],
  ])('%j: main types, sub-types, engine names and titles are types', (term, paths) => {
    const sized = {
      size: { type: 'long' },
      disk_size: { type: 'half_float' },
      sizes: { type: 'long_range' },
      size_text: { type: 'search_as_you_type' },
      size_plugin: { type: 'of_a_plugin' },
    };
    expect(found(sized, term)).toEqual(paths);
  });

  it('are found by their main type and title, too', () => {
    expect(found({ a: { type: 'long' }, b: { type: 'half_float' }, c: keyword }, 'numeric')).toEqual(['a', 'b']);
    expect(found({ a: { type: 'long_range' }, b: { type: 'half_float' } }, 'half float')).toEqual(['b']);
  });

  it('in the middle are words like others', () => {
    expect(found({ 'a.ip.b': keyword, a: { type: 'ip' } }, 'a ip b')).toEqual(['a.ip.b']);
  });
});

describe('ranking', () => {
  const entry = (path: string, type = 'keyword'): SearchEntry => ({
    id: path,
    name: path.split(' > ').at(-1) ?? '',
    path,
    depth: path.split(' > ').length - 1,
    type,
  });
  /** Each entry follows its parent field, which is removed from the matches. */
  const inOrder = (term: string, entries: readonly SearchEntry[]) =>
    findEntries(
      term,
      entries.flatMap((each) => (each.depth === 0 ? [each] : [entry(each.path.split(' > ')[0] ?? ''), each])),
    ).filter((each) => entries.includes(each));
  const ranked = (term: string, entries: readonly SearchEntry[]) =>
    inOrder(term, entries).map(({ path, type }) => `${path}: ${type}`);

  it('adds 15 for the whole name, 5 for a part of it, 15 for the path, 5 for its start, 5 for all of it, 5 for the type, 5 for all of it', () => {
    const order = [
      entry('ip', 'ip'), // 15 + 5 + 15 + 5 + 5 + 5 + 5 = 55
      entry('ip', 'ip_range'), // 15 + 5 + 15 + 5 + 5 + 5 = 50
      entry('ip'), // 15 + 5 + 15 + 5 + 5 = 45
      entry('ip > ip'), // 15 + 5 + 15 + 5 = 40
      entry('host > ip'), // 15 + 5 + 15 = 35
      entry('ipv4', 'ip_range'), // 5 + 15 + 5 + 5 = 30
      entry('ipv4'), // 5 + 15 + 5 = 25
      entry('my_ip'), // 5 + 15 = 20
      entry('hip > x'), // 15
      entry('x', 'ip'), // 5 + 5 = 10
      entry('x', 'ip_range'), // 5
    ];
    const expected = order.map(({ path, type }) => `${path}: ${type}`);
    expect(ranked('ip', order)).toEqual(expected);
    expect(ranked('ip', [...order].reverse())).toEqual(expected);
  });

  it.each([
    [45, [entry('ip'), entry('host > ip', 'ip')]],
    [40, [entry('ip > ip'), entry('host > ip', 'ip_range')]],
    [35, [entry('host > ip'), entry('ipv4', 'ip')]],
    [25, [entry('ipv4'), entry('hip > x', 'ip')]],
    [20, [entry('my_ip'), entry('ip > x'), entry('hip > x', 'ip_range')]],
  ])('gives as much, %i, to what comes to the same', (_, equals) => {
    expect(inOrder('ip', equals)).toEqual(equals);
    expect(inOrder('ip', [...equals].reverse())).toEqual([...equals].reverse());
  });

  it('keeps the order of the tree among equals', () => {
    expect(
      found({ b_ip: { type: 'ip' }, a_ip: { type: 'ip' }, c: { properties: { ip_x: { type: 'ip' } } } }, '_ip'),
    ).toEqual(['a_ip', 'b_ip']);
  });
});

describe('the index', () => {
  it('is of the version that is searched: what was added is found, what was renamed is found by its new name', () => {
    const before = givenFields({ a: keyword });
    expect(findEntries('a', searchEntries(before.state.body, ''))).toHaveLength(1);
    const after = before
      .after('field.add', { parent: null, name: 'b', definition: keyword })
      .after('field.edit', { field: '/properties/a', name: 'c' });
    expect(searchEntries(after.state.body, '').map(({ path }) => path)).toEqual(['b', 'c']);
    expect(searchEntries(before.state.body, '').map(({ path }) => path)).toEqual(['a']);
  });

  it('gives addresses in the body, hostile names too', () => {
    const body = { mappings: { properties: { 'a/b': { properties: { ['__proto__']: keyword } } } } };
    expect(searchEntries(body, '/mappings').map(({ id }) => id)).toEqual([
      '/mappings/properties/a~1b',
      '/mappings/properties/a~1b/properties/__proto__',
    ]);
  });

  it('of a normalized set finds the same fields', () => {
    const normalized = normalize({ properties: { host, name: keyword } });
    expect(searchFields('name', normalized).map(({ id }) => id)).toEqual([
      '/properties/name',
      '/properties/host/properties/name',
    ]);
    expect(searchFields('host.ip', normalized)).toEqual([normalized.byId['/properties/host/properties/ip']]);
  });
});

describe('typing', () => {
  const properties = {
    host,
    keyword: { type: 'text' },
    name: { properties: { keyword, host: { type: 'text', fields: { name: keyword } } } },
    'text name': { type: 'keyword' },
    'user.name': { type: 'wildcard' },
  };
  const terms = [
    'h',
    'ho',
    'host',
    'host ',
    'host n',
    'host name',
    'host name k',
    'host name keyword',
    'host name',
    'ho',
    '',
    'keyword',
    'keyword n',
    'keyword name',
    'text',
    'text name',
    'na',
    'user.name',
    'user n',
    'zebra',
    'ip',
    'ip keyword',
  ];

  it('finds after each letter, forth and back, what a search that begins with it finds', () => {
    const entries = searchEntries({ properties }, '');
    for (const term of [...terms, ...[...terms].reverse()])
      expect(findEntries(term, entries), term).toEqual(findEntries(term, [...entries]));
  });

  it('finds the same list again while the term is among the last 32', () => {
    const entries = searchEntries({ properties: { host, other: keyword } }, '');
    const first = findEntries('host', entries);
    expect(findEntries('host', entries)).toBe(first);
    for (let count = 1; count < 32; count++) findEntries(`other${count}`, entries);
    expect(findEntries('host', entries)).toBe(first);
    findEntries('one more', entries);
    const anew = findEntries('host', entries);
    expect(anew).not.toBe(first);
    expect(anew).toEqual(first);
  });

  it('narrows until a word becomes a type, then finds what it did not before', () => {
    const entries = searchEntries({ properties: { a_key: { type: 'keyword' }, keywor_a: { type: 'text' } } }, '');
    expect(findEntries('keywor a', entries).map(({ name }) => name)).toEqual(['keywor_a']);
    expect(findEntries('keyword a', entries).map(({ name }) => name)).toEqual(['a_key']);
  });
});

describe('after an event', () => {
  const fields = {
    a: { properties: { x: keyword, y: { properties: { z: keyword } } } },
    b: { type: 'text', fields: { raw: keyword } },
  };
  const steps: readonly (readonly [string, JsonValue])[] = [
    ['field.add', { parent: '/properties/a', name: 'new', definition: keyword }],
    ['field.add', { parent: '/properties/b', name: 'other', definition: keyword }],
    ['field.edit', { field: '/properties/a', name: 'renamed' }],
    ['field.edit', { field: '/properties/renamed/properties/x', set: { type: 'ip' } }],
    ['field.remove', { field: '/properties/b' }],
    ['history.undo', {}],
    ['history.undo', {}],
    ['history.undo', {}],
    ['editor.replaceMappings', { mappings: { properties: { c: keyword } } }],
    ['history.undo', {}],
  ];

  it('the entries are those of the new version, and those before of theirs', () => {
    let now = givenFields(fields);
    for (const [type, payload] of steps) {
      const before = searchEntries(now.state.body, '');
      const then = now.after(type, payload);
      expect(searchEntries(then.state.body, ''), type).toEqual(searchEntries(structuredClone(then.state.body), ''));
      expect(searchEntries(now.state.body, ''), type).toEqual(before);
      now = then;
    }
  });

  it('texts are made for what it touched alone', () => {
    const before = givenFields({
      ...fields,
      a: { properties: Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, keyword])) },
    });
    const known = new Set(searchEntries(before.state.body, ''));
    const after = before.after('field.add', { parent: '/properties/a', name: 'new', definition: keyword });
    expect(
      searchEntries(after.state.body, '')
        .filter((entry) => !known.has(entry))
        .map(({ name }) => name),
    ).toEqual(['a', 'new']);
  });
});

describe('matchIn', () => {
  it.each([
    ['name', 'host > name', { start: 7, end: 11 }],
    ['host.name', 'my host > name', { start: 3, end: 14 }],
    ['keyword host', 'Host', { start: 0, end: 4 }],
    ['host keyword', 'Host > keyword', { start: 0, end: 4 }],
    ['host version', 'host > version', { start: 0, end: 4 }],
    ['name', 'Name, name', { start: 0, end: 4 }],
    ['name', 'İname', { start: 1, end: 5 }],
    ['zebra', 'host', null],
    ['', 'host', null],
  ])('%j in %j', (term, text, place) => {
    expect(matchIn(term, text)).toEqual(place);
  });
});
