import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/text.ts';
import type { JsonValue } from '../json/value.ts';
import { kindsAt, locateMappings } from './locate.ts';

const inner = { properties: { a: { type: 'keyword' } } };

describe('the mappings of a body', () => {
  it.each<readonly [string, JsonValue, string, string]>([
    ['a mappings object', inner, 'mappings', ''],
    ['an empty one', {}, 'mappings', ''],
    ['one of configuration only', { dynamic: 'strict', _source: { enabled: false }, _meta: { a: 1 } }, 'mappings', ''],
    ['one of runtime fields only', { runtime: { a: { type: 'long' } } }, 'mappings', ''],
    ['one with a member that nobody knows', { ...inner, _of_the_future: { enabled: true } }, 'mappings', ''],
    [
      'one whose fields are called like parts of a template',
      { properties: { mappings: inner, template: { type: 'ip' }, settings: {} } },
      'mappings',
      '',
    ],
    ['what is no object', ['properties'], 'mappings', ''],
    [
      'an index template',
      { index_patterns: ['logs-*'], template: { settings: {}, mappings: inner } },
      'index template',
      '/template/mappings',
    ],
    [
      'an index template without mappings',
      { index_patterns: ['logs-*'], template: {} },
      'index template',
      '/template/mappings',
    ],
    [
      'a data stream',
      { data_stream: {}, priority: 1, template: { mappings: inner } },
      'index template',
      '/template/mappings',
    ],
    [
      'a component template',
      { template: { mappings: inner }, version: 3, _meta: { managed: true } },
      'component template',
      '/template/mappings',
    ],
    [
      'a component template without mappings',
      { template: { settings: {} } },
      'component template',
      '/template/mappings',
    ],
    [
      'a component template with its name',
      { name: 'c', component_template: { template: { mappings: inner } } },
      'component template',
      '/component_template/template/mappings',
    ],
    [
      'a legacy template',
      { index_patterns: ['x'], order: 1, settings: {}, mappings: inner },
      'legacy template',
      '/mappings',
    ],
    [
      'a legacy template of old, whose pattern is called template',
      { template: 'x-*', mappings: inner },
      'legacy template',
      '/mappings',
    ],
    ['the body that creates an index', { settings: {}, aliases: {}, mappings: inner }, 'mappings', '/mappings'],
    ['mappings under their name alone', { mappings: inner }, 'mappings', '/mappings'],
    [
      'an index template of components only',
      { index_patterns: ['x'], composed_of: ['c'] },
      'index template',
      '/template/mappings',
    ],
    [
      'an index template of a data stream only',
      { index_patterns: ['x'], data_stream: {} },
      'index template',
      '/template/mappings',
    ],
    [
      'an index template with its name',
      { name: 't', index_template: { index_patterns: ['x'], template: { mappings: inner } } },
      'index template',
      '/index_template/template/mappings',
    ],
    ['a legacy template of a pattern only', { order: 1, index_patterns: ['x'] }, 'legacy template', '/mappings'],
    ['settings without mappings', { settings: {}, aliases: {} }, 'mappings', '/mappings'],
    ['the answer about one index', { 'my-index': { mappings: inner, settings: {} } }, 'mappings', '/my-index/mappings'],
    ['empty mappings in a template', { order: 1, mappings: {} }, 'legacy template', '/mappings'],
  ])('%s', (_, body, kind, mappingsAt) => {
    expect(locateMappings(body)).toEqual({ kind, mappingsAt });
  });
});

describe('the kinds at a place', () => {
  it.each([
    ['/mappings', ['mappings', 'legacy template']],
    ['/mappings/_doc', ['mappings', 'legacy template']],
    ['/template/mappings', ['index template', 'component template']],
    ['', []],
    ['/orders/mappings', []],
    ['/index_template/template/mappings', []],
  ])('%s are those that have their mappings there', (mappingsAt, kinds) => {
    expect(kindsAt(mappingsAt)).toEqual(kinds);
  });
});

describe('mappings under the name of a type', () => {
  it.each<readonly [string, JsonValue, string, string, string]>([
    ['of a mappings object', { _doc: inner }, 'mappings', '/_doc', '_doc'],
    ['of a legacy template', { order: 0, mappings: { _doc: inner } }, 'legacy template', '/mappings/_doc', '_doc'],
    [
      'of an index template',
      { index_patterns: ['x'], template: { mappings: { event: inner } } },
      'index template',
      '/template/mappings/event',
      'event',
    ],
    ['with nothing in them', { mappings: { doc: {} } }, 'mappings', '/mappings/doc', 'doc'],
    [
      'of configuration only',
      { mappings: { doc: { _source: { enabled: false } } } },
      'mappings',
      '/mappings/doc',
      'doc',
    ],
    ['whose name has to be escaped', { mappings: { 'a/b~c': inner } }, 'mappings', '/mappings/a~1b~0c', 'a/b~c'],
    ['whose name is hostile', parseJson('{"__proto__":{"properties":{}}}'), 'mappings', '/__proto__', '__proto__'],
  ])('%s are found', (_, body, kind, mappingsAt, type) => {
    expect(locateMappings(body)).toEqual({ kind, mappingsAt, type });
  });

  it('are not looked for beside fields', () => {
    expect(locateMappings({ ...inner, _doc: inner })).toEqual({ kind: 'mappings', mappingsAt: '' });
  });

  it('are none where what stands under the name is no mappings object', () => {
    expect(locateMappings({ mappings: { a: { type: 'keyword' }, b: 1 } })).toEqual({
      kind: 'mappings',
      mappingsAt: '/mappings',
    });
  });

  it('of several types are told by their names, and stay where they are', () => {
    expect(locateMappings({ template: 'x', mappings: { user: inner, tweet: inner } })).toEqual({
      kind: 'legacy template',
      mappingsAt: '/mappings',
      types: ['user', 'tweet'],
    });
    expect(locateMappings({ user: inner, tweet: { dynamic: false } })).toEqual({
      kind: 'mappings',
      mappingsAt: '',
      types: ['user', 'tweet'],
    });
  });
});
