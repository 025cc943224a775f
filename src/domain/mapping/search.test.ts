import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import type { JsonValue } from '../json/value.ts';
import { normalize } from './normalize.ts';
import { searchEntries, type SearchEntry } from './search-entries.ts';
import { findEntries, matchIn, searchFields } from './search.ts';

/** The paths of the fields that a term finds, best first. */
function found(properties: JsonValue, term: string): readonly string[] {
  return findEntries(term, searchEntries({ properties }, '')).map(({ path }) => path);
}

const keyword = { type: 'keyword' };
const host = { properties: { name: keyword, ip: { type: 'ip' } } };

describe('words', () => {
  it.each(['name', 'NAME', ' name ', 'am', 'Host Name', 'host  name', 'host.name', 'host > name', 'host>name', 'HOST.na'])('%j finds host > name', (term) => {
    expect(found({ host, other: { type: 'long' } }, term)).toEqual(['host > name']);
  });

  it('may be parted by a dot, an underscore, a dash, a space, a step of the path, or nothing', () => {
    const names = ['user name', 'user-name', 'user.name', 'user_name', 'username'];
    const fields = { user: { properties: { name: keyword } }, ...Object.fromEntries([...names, 'user/name', 'user__name', 'name user'].map((name) => [name, keyword])) };
    expect(found(fields, 'user name')).toEqual([...names, 'user > name']);
  });

  it.each(['', ' ', '.', ' > '])('%j is no word, and hides nothing', (term) => {
    expect(found({ a: keyword, b: { type: 'ip' } }, term)).toEqual(['a', 'b']);
  });

  it('are texts, not patterns', () => {
    expect(found({ 'a*b': keyword, aab: keyword, 'a(b': keyword }, 'a*')).toEqual(['a*b']);
    expect(found({ 'a*b': keyword, aab: keyword, 'a(b': keyword }, '(')).toEqual(['a(b']);
    expect(found({ 'a\\d': keyword, a1: keyword }, 'a\\d')).toEqual(['a\\d']);
  });

  it('find nothing where there is nothing', () => {
    expect(found({ a: keyword }, 'zebra')).toEqual([]);
    expect(searchEntries(undefined, '')).toEqual([]);
    expect(searchEntries({ properties: [] }, '')).toEqual([]);
  });
});

describe('types', () => {
  const fields = { a: { type: 'ip' }, host, message: { type: 'text', fields: { raw: keyword } }, title: { type: 'text' } };

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

  it('in the middle are words like others', () => {
    expect(found({ 'a.ip.b': keyword, a: { type: 'ip' } }, 'a ip b')).toEqual(['a.ip.b']);
  });
});

describe('ranking', () => {
  const entry = (path: string, type = 'keyword'): SearchEntry => ({ id: path, name: path.split(' > ').at(-1) ?? '', path, type });
  const ranked = (term: string, entries: readonly SearchEntry[]) => findEntries(term, entries).map(({ path, type }) => `${path}: ${type}`);

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
    expect(findEntries('ip', equals)).toEqual(equals);
    expect(findEntries('ip', [...equals].reverse())).toEqual([...equals].reverse());
  });

  it('keeps the order of the tree among equals', () => {
    expect(found({ b_ip: { type: 'ip' }, a_ip: { type: 'ip' }, c: { properties: { ip_x: { type: 'ip' } } } }, '_ip')).toEqual(['a_ip', 'b_ip']);
  });
});

describe('the index', () => {
  it('is of the version that is searched: what was added is found, what was renamed is found by its new name', () => {
    const before = givenFields({ a: keyword });
    expect(findEntries('a', searchEntries(before.state.body, ''))).toHaveLength(1);
    const after = before.after('field.add', { parent: null, name: 'b', definition: keyword }).after('field.edit', { field: '/properties/a', name: 'c' });
    expect(searchEntries(after.state.body, '').map(({ path }) => path)).toEqual(['b', 'c']);
    expect(searchEntries(before.state.body, '').map(({ path }) => path)).toEqual(['a']);
  });

  it('gives addresses in the body, hostile names too', () => {
    const body = { mappings: { properties: { 'a/b': { properties: { ['__proto__']: keyword } } } } };
    expect(searchEntries(body, '/mappings').map(({ id }) => id)).toEqual(['/mappings/properties/a~1b', '/mappings/properties/a~1b/properties/__proto__']);
  });

  it('of a normalized set finds the same fields', () => {
    const normalized = normalize({ properties: { host, name: keyword } });
    expect(searchFields('name', normalized).map(({ id }) => id)).toEqual(['/properties/name', '/properties/host/properties/name']);
    expect(searchFields('host.ip', normalized)).toEqual([normalized.byId['/properties/host/properties/ip']]);
  });
});

describe('matchIn', () => {
  it.each([
    ['name', 'host > name', { start: 7, end: 11 }],
    ['host.name', 'my host > name', { start: 3, end: 14 }],
    ['keyword host', 'Host', { start: 0, end: 4 }],
    ['name', 'Name, name', { start: 0, end: 4 }],
    ['name', 'İname', { start: 1, end: 5 }],
    ['zebra', 'host', null],
    ['', 'host', null],
  ])('%j in %j', (term, text, place) => {
    expect(matchIn(term, text)).toEqual(place);
  });
});
