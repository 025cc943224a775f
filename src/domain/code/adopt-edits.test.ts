import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, type JsonValue } from '../json/index.ts';
import { isSameTemplate } from '../template/index.ts';
import { adoptEdits } from './adopt-edits.ts';
import { editCommentedJson, newJsonText, parseCommentedJson } from './commented-json.ts';

/** What a file says after it has adopted what the cluster has. */
function adopted(file: JsonObject, cluster: JsonObject): JsonObject {
  const edited = parseCommentedJson(editCommentedJson(newJsonText(file), adoptEdits(file, cluster)));
  if (!isObject(edited)) throw new Error('no object');
  return edited;
}

const FILE: JsonObject = {
  index_patterns: 'logs-*',
  template: {
    settings: { number_of_shards: 1, index: { lifecycle: { name: 'hot' } } },
    mappings: { properties: { a: { type: 'keyword' } } },
    aliases: { all: { routing: '1' } },
  },
};

describe('a file that adopts what the cluster has', () => {
  it('is not edited where both only write the same in another way', () => {
    const cluster = {
      index_patterns: ['logs-*'],
      composed_of: [],
      template: {
        settings: { index: { number_of_shards: '1', lifecycle: { name: 'hot' } } },
        mappings: { properties: { a: { type: 'keyword' } } },
        aliases: { all: { index_routing: '1', search_routing: '1' } },
      },
    };
    expect(adoptEdits(FILE, cluster)).toEqual([]);
  });

  it('keeps the style of settings: what differs is changed where it is, what is new goes to its neighbours', () => {
    const cluster = {
      ...FILE,
      template: {
        ...(FILE['template'] as JsonObject),
        settings: { index: { number_of_shards: '2', codec: 'x', lifecycle: { name: 'hot', rollover_alias: 'r' } } },
      },
    };
    expect(adopted(FILE, cluster)['template']).toMatchObject({
      settings: { number_of_shards: '2', index: { codec: 'x', lifecycle: { name: 'hot', rollover_alias: 'r' } } },
    });
    expect(adoptEdits(FILE, cluster)).toHaveLength(3);
  });

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      'bare names stay bare',
      { number_of_shards: 1 },
      { index: { number_of_shards: '1', codec: 'x' } },
      { number_of_shards: 1, codec: 'x' },
    ],
    [
      'whole names stay whole',
      { 'index.number_of_shards': 1 },
      { index: { number_of_shards: '1', codec: 'x' } },
      { 'index.number_of_shards': 1, 'index.codec': 'x' },
    ],
    [
      'an object that loses its last setting goes',
      { index: { lifecycle: { name: 'x' }, codec: 'y' } },
      { index: { codec: 'y' } },
      { index: { codec: 'y' } },
    ],
    [
      'what is there twice is there once',
      { codec: 'a', 'index.codec': 'b' },
      { index: { codec: 'c' } },
      { codec: 'c' },
    ],
    [
      'lists change as a whole',
      { query: { default_field: ['a'] } },
      { index: { query: { default_field: ['a', 'b'] } } },
      { query: { default_field: ['a', 'b'] } },
    ],
  ])('%s', (_, settings, cluster, expected) => {
    expect(adopted({ template: { settings } }, { template: { settings: cluster } })).toEqual({
      template: { settings: expected },
    });
  });

  it.each<[string, JsonObject, JsonObject, readonly JsonValue[]]>([
    [
      'one field',
      { template: { mappings: { properties: { a: { type: 'ip' }, b: { type: 'long' } } } } },
      { template: { mappings: { properties: { a: { type: 'keyword' }, b: { type: 'long' } } } } },
      ['/template/mappings/properties/a/type'],
    ],
    [
      'a typed mapping',
      { mappings: { _doc: { properties: { a: { type: 'ip' } } } } },
      { mappings: { properties: { a: { type: 'ip' }, b: { type: 'ip' } } } },
      ['/mappings/_doc/properties/b'],
    ],
    [
      'a whole part',
      { index_patterns: ['a'] },
      { index_patterns: ['a'], template: { aliases: { x: {} } } },
      ['/template'],
    ],
    [
      'an alias',
      { template: { aliases: { a: { routing: '1' }, b: {} } } },
      { template: { aliases: { a: { index_routing: '1', search_routing: '1' }, b: { is_hidden: true } } } },
      ['/template/aliases/b/is_hidden'],
    ],
  ])('edits %s and nothing else', (_, file, cluster, paths) => {
    expect(adoptEdits(file, cluster).map(({ path }) => `/${path.join('/')}`)).toEqual(paths);
    expect(isSameTemplate(adopted(file, cluster), cluster)).toBe(true);
  });

  it('never takes what only the engine says', () => {
    expect(adopted({ index_patterns: ['a'] }, { index_patterns: ['b'], created_date_millis: 1 })).toEqual({
      index_patterns: ['b'],
    });
  });
});
