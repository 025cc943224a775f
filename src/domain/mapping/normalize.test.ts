import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/text.ts';
import type { JsonValue } from '../json/value.ts';
import { deNormalize, normalize } from './normalize.ts';

const keyword = { type: 'keyword' };

describe('the normalized set', () => {
  const set = normalize({
    properties: {
      title: { type: 'text', index: false, fields: { raw: keyword } },
      host: { properties: { ip: { type: 'ip' }, name: { type: 'nested', properties: {} } } },
      al: { type: 'alias', path: 'host.ip' },
      second: { type: 'alias', path: 'host.ip' },
    },
  });

  it('has the fields at the root sorted by name, and all fields in the order of the tree', () => {
    expect(set.rootLevelFields).toEqual([
      '/properties/al',
      '/properties/host',
      '/properties/second',
      '/properties/title',
    ]);
    expect(Object.keys(set.byId)).toEqual([
      '/properties/al',
      '/properties/host',
      '/properties/host/properties/ip',
      '/properties/host/properties/name',
      '/properties/second',
      '/properties/title',
      '/properties/title/fields/raw',
    ]);
    expect(set.maxNestedDepth).toBe(1);
  });

  it('says of a field what it is, what it may hold and what it holds', () => {
    expect(set.byId['/properties/host']).toEqual({
      id: '/properties/host',
      parentId: undefined,
      nestedDepth: 0,
      isMultiField: false,
      path: ['host'],
      source: { name: 'host', type: 'object' },
      childFieldsName: 'properties',
      canHaveChildFields: true,
      hasChildFields: true,
      canHaveMultiFields: false,
      hasMultiFields: false,
      childFields: ['/properties/host/properties/ip', '/properties/host/properties/name'],
      isExpanded: false,
      unspoken: { hasNoType: true },
    });
    expect(set.byId['/properties/host/properties/name']).toMatchObject({
      hasChildFields: false,
      canHaveChildFields: true,
      nestedDepth: 1,
      parentId: '/properties/host',
    });
    expect(set.byId['/properties/title']).toMatchObject({
      childFieldsName: 'fields',
      hasMultiFields: true,
      source: { name: 'title', type: 'text', index: false },
    });
    expect(set.byId['/properties/title/fields/raw']).toMatchObject({
      isMultiField: true,
      nestedDepth: 1,
      path: ['title', 'raw'],
      canHaveMultiFields: true,
    });
    expect(set.byId['/properties/host/properties/ip']).toMatchObject({ childFieldsName: 'fields' });
    expect(set.byId['/properties/al']).toMatchObject({
      childFieldsName: undefined,
      canHaveChildFields: false,
      canHaveMultiFields: false,
    });
  });

  it('names the target of an alias by its id, and its aliases by their target', () => {
    expect(set.byId['/properties/al']?.source).toEqual({
      name: 'al',
      type: 'alias',
      path: '/properties/host/properties/ip',
    });
    expect(set.aliases).toEqual({ '/properties/host/properties/ip': ['/properties/al', '/properties/second'] });
  });

  it('leaves the path of an alias that leads nowhere as it is', () => {
    const dangling = normalize({
      properties: { al: { type: 'alias', path: 'none' }, odd: { type: 'alias', path: 7 } },
    });
    expect([
      dangling.byId['/properties/al']?.source['path'],
      dangling.byId['/properties/odd']?.source['path'],
      dangling.aliases,
    ]).toEqual(['none', 7, {}]);
  });

  it('has ids in the body, and opens what it is asked to', () => {
    const at = normalize(
      { properties: { a: { type: 'alias', path: 'b' }, b: keyword } },
      { mappingsAt: '/mappings/x~1y', isExpanded: (id) => id.endsWith('b') },
    );
    expect(at.aliases).toEqual({ '/mappings/x~1y/properties/b': ['/mappings/x~1y/properties/a'] });
    expect(Object.values(at.byId).map(({ isExpanded }) => isExpanded)).toEqual([false, true]);
  });

  it('counts depth from the start again below a type that can hold nothing', () => {
    const odd = normalize({
      properties: {
        o: { properties: { f: { type: 'flattened', properties: { x: { properties: { y: keyword } } } } } },
      },
    });
    expect(Object.values(odd.byId).map(({ path, nestedDepth }) => `${path.join('.')} ${nestedDepth}`)).toEqual([
      'o 0',
      'o.f 1',
      'o.f.x 0',
      'o.f.x.y 1',
    ]);
    expect(odd.maxNestedDepth).toBe(1);
  });

  it.each<JsonValue>([{}, [], null, 'x', { properties: null }, { properties: [] }, { properties: {} }])(
    'of %j is empty',
    (mappings) => {
      expect(normalize(mappings)).toMatchObject({ byId: {}, aliases: {}, rootLevelFields: [], maxNestedDepth: 0 });
    },
  );
});

describe('deNormalize', () => {
  it.each([
    '{"a":{"type":"keyword"}}',
    '{}',
    '{"o":{"properties":{}},"t":{"type":"text","fields":{}}}',
    '{"o":{"type":"object","properties":{"a":{"type":"ip"}}},"p":{"properties":{"a":{"type":"ip"}}}}',
    '{"plugin":{"type":"my_plugin_type","anything":{"goes":[1,null]}}}',
    '{"no_type":{"index":false},"odd_type":{"type":7},"no_definition":null,"text":"keyword","list":["keyword"]}',
    '{"a":{"type":"keyword","name":"not its name"},"b":{"properties":{"name":{"type":"text"}},"name":{}}}',
    '{"a":{"type":"text","properties":null,"fields":[1]}}',
    '{"passthrough":{"type":"passthrough","properties":{"x":{"type":"ip"}}},"flat":{"type":"flattened","fields":{"raw":{"type":"keyword"}}}}',
    '{"x":{"type":"keyword","fields":{"a":{"type":"ip"}},"properties":{"b":{"type":"ip"}}}}',
    '{"al":{"type":"alias","path":"o.x"},"o":{"properties":{"x":{"type":"ip"}}},"lost":{"type":"alias","path":"none"},"odd":{"type":"alias","path":["o"]}}',
    '{"al":{"type":"alias","path":"a.b"},"a.b":{"type":"ip"}}',
    '{"id":{"type":"long","null_value":9007199254740993},"__proto__":{"type":"ip","__proto__":{"x":1},"constructor":2},"":{"type":"ip"}}',
    '{"dynamic":{"type":"object","dynamic":"runtime"},"v":{"type":"dense_vector","dims":384,"index_options":{"type":"hnsw"}}}',
  ])('gives back %s', (text) => {
    expect(deNormalize(normalize({ properties: parseJson(text) }))).toEqual(parseJson(text));
  });

  it.each<JsonValue>([null, 'x', [1], {}])('gives back properties that are %j', (properties) => {
    expect(deNormalize(normalize({ properties }))).toEqual(properties);
  });

  it.each(['__proto__', 'constructor', 'toString'])('leaves an alias that points to no field, but to "%s"', (path) => {
    const properties = { alias: { type: 'alias', path } };
    expect(deNormalize(normalize({ properties }))).toEqual(properties);
  });

  it('gives nothing where there were no properties', () => {
    expect(deNormalize(normalize({ dynamic: false }))).toBeUndefined();
  });

  it('writes the path that the target of an alias has now', () => {
    const set = normalize({ properties: { al: { type: 'alias', path: 'o.x' }, o: { properties: { x: keyword } } } });
    const target = '/properties/o/properties/x';
    const byId = Object.fromEntries(
      Object.entries(set.byId).map(([id, entity]) => [id, id === target ? { ...entity, path: ['o', 'y'] } : entity]),
    );
    expect(deNormalize({ ...set, byId })).toMatchObject({ al: { type: 'alias', path: 'o.y' } });
  });

  it('leaves the mappings that it was given alone', () => {
    const mappings = {
      properties: { al: { type: 'alias', path: 'a' }, a: { type: 'text', fields: { raw: keyword } } },
    };
    const before = JSON.stringify(mappings);
    deNormalize(normalize(mappings));
    expect(JSON.stringify(mappings)).toBe(before);
  });
});
