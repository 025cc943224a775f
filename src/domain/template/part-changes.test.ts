import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { compareParts, compareTemplates } from './part-changes.ts';
import { compareThreeWay } from './three-way-items.ts';

const fields = (properties: JsonObject): JsonObject => ({ mappings: { properties } });
const textsOf = (before: JsonObject, after: JsonObject) => compareParts(before, after).map(({ text }) => text);

describe('changes of a part', () => {
  it('are told for each setting, field, alias and member', () => {
    expect(
      textsOf(
        {
          settings: { number_of_shards: 1, 'index.codec': 'default' },
          mappings: { dynamic: 'strict', properties: { a: { type: 'keyword' }, o: { properties: {} } } },
          aliases: { x: {} },
        },
        {
          settings: { index: { number_of_shards: 2, refresh_interval: '5s' } },
          mappings: {
            properties: { a: { type: 'keyword', ignore_above: 9 }, 'o.b': { type: 'ip' }, c: { type: 'long' } },
          },
          aliases: { x: { routing: '1' }, y: {} },
          lifecycle: { data_retention: '7d' },
          data_stream_options: { failure_store: { enabled: true } },
        },
      ),
    ).toEqual([
      'Change index.number_of_shards from 1 to 2',
      'Remove index.codec',
      'Remove dynamic',
      'Set ignore_above of a to 9',
      'Change alias x',
      'Set index.refresh_interval to 5s',
      'Add field o.b (ip)',
      'Add field c (long)',
      'Add alias y',
      'Set lifecycle data_retention to 7d',
      'Set data stream option failure_store to {"enabled":true}',
    ]);
  });

  it('are told of an object that holds no fields, too', () => {
    const before = fields({ o: { type: 'object' }, n: { type: 'nested' } });
    expect(textsOf(before, fields({ o: { type: 'object', dynamic: false }, n: { type: 'nested' } }))).toEqual([
      'Set dynamic of o to false',
    ]);
  });

  it('compare settings as engines read them', () => {
    const nested: JsonObject = { settings: { index: { number_of_shards: 1, hidden: true, sort: { field: ['a'] } } } };
    const flat: JsonObject = {
      settings: { 'index.number_of_shards': '1', 'index.hidden': 'true', 'index.sort.field': ['a'] },
    };
    expect(compareParts(nested, flat)).toEqual([]);
  });

  it('know a field that gets another type, and an object that becomes a field', () => {
    const before = fields({ a: { type: 'keyword' }, o: { properties: { b: { type: 'ip' } } } });
    const changes = compareParts(before, fields({ a: { type: 'long' }, o: { type: 'keyword' } }));
    expect(changes.filter(({ isTypeChange }) => isTypeChange).map(({ text }) => text)).toEqual([
      'Change type of a from keyword to long',
      'Change type of o from object to keyword',
    ]);
    expect(changes.map(({ name, kind }) => `${kind} ${name}`)).toContain('removed o.b');
  });
});

describe('changes of a template', () => {
  it('name patterns, components and other members of the body', () => {
    const changes = compareTemplates(
      'index_template',
      { index_patterns: ['a-*', 'b-*'], composed_of: ['x', 'y'], priority: 1, template: {} },
      { index_patterns: ['b-*', 'c-*'], composed_of: ['y', 'x'], priority: 2, _meta: { a: 1 }, template: {} },
    );
    expect(changes.map(({ text }) => text)).toEqual([
      'Change index patterns: add c-*, remove a-*',
      'Reorder component templates',
      'Change priority from 1 to 2',
      'Set _meta to {"a":1}',
    ]);
  });

  it('name all of a list that comes or goes', () => {
    const text = (before: JsonObject, after: JsonObject) =>
      compareTemplates('index_template', before, after).map((change) => change.text);
    expect(text({}, { composed_of: ['x', 'y'] })).toEqual(['Add component templates x, y']);
    expect(text({ composed_of: ['x'] }, { composed_of: [] })).toEqual(['Remove component template x']);
    expect(text({ composed_of: ['x'] }, {})).toEqual(['Remove component template x']);
    expect(text({ composed_of: [] }, { composed_of: ['x'] })).toEqual(['Add component template x']);
    expect(text({}, { composed_of: [] })).toEqual(['Set component templates to []']);
  });

  it('are all that a new one says; settings of a legacy one stand beside its patterns', () => {
    const body: JsonObject = { index_patterns: ['a'], order: 1, settings: { number_of_shards: 2 } };
    expect(compareTemplates('legacy_template', null, body).map(({ text }) => text)).toEqual([
      'Add index pattern a',
      'Set order to 1',
      'Set index.number_of_shards to 2',
    ]);
  });
});

describe('three bodies', () => {
  it('are compared thing by thing, conflicts first', () => {
    const base: JsonObject = {
      index_patterns: ['a'],
      template: { settings: { number_of_shards: 1 }, ...fields({ a: { type: 'ip' }, b: { type: 'ip' } }) },
    };
    const mine: JsonObject = {
      index_patterns: ['a'],
      template: { settings: { number_of_shards: 2 }, ...fields({ a: { type: 'long' }, b: { type: 'ip' } }) },
    };
    const theirs: JsonObject = {
      index_patterns: ['a', 'b'],
      template: { settings: { number_of_shards: '2' }, ...fields({ a: { type: 'date' } }) },
    };
    expect(
      compareThreeWay('index_template', base, mine, theirs).map(
        ({ name, mine: own, theirs: other, isConflict }) =>
          `${name}: ${own}, ${other}${isConflict ? ', conflict' : ''}`,
      ),
    ).toEqual([
      'a: changed, changed, conflict',
      'index_patterns: unchanged, changed',
      'index.number_of_shards: changed, changed',
      'b: unchanged, removed',
    ]);
  });
});

describe('renamed fields', () => {
  const template = (properties: JsonObject): JsonObject => ({ template: { mappings: { properties } } });
  const changesOf = (before: JsonObject, after: JsonObject, renames?: ReadonlyMap<string, string>) =>
    compareTemplates('component_template', template(before), template(after), renames).map(({ text }) => text);

  it('are one change where one field is removed and one of the same definition is added', () => {
    const changes = compareTemplates(
      'index_template',
      template({ a: { type: 'keyword' }, o: { properties: { x: { type: 'ip', store: true }, y: { type: 'ip' } } } }),
      template({ b: { type: 'keyword' }, o: { properties: { z: { type: 'ip', store: true }, y: { type: 'ip' } } } }),
    );
    expect(changes).toMatchObject([
      {
        text: 'Rename field a to b, recognized by its definition',
        kind: 'renamed',
        name: 'b',
        isField: true,
        isTypeChange: false,
      },
      { text: 'Rename field o.x to o.z, recognized by its definition', kind: 'renamed', name: 'o.z' },
    ]);
  });

  it('are one change for an object with its fields', () => {
    const inner = { dynamic: 'strict', properties: { ip: { type: 'ip' }, name: { type: 'keyword' } } };
    expect(changesOf({ host: inner }, { server: inner })).toEqual([
      'Rename field host to server, recognized by its definition',
    ]);
  });

  it('are not assumed for another definition, another level or several candidates', () => {
    expect(changesOf({ a: { type: 'keyword' } }, { b: { type: 'keyword', store: true } })).toHaveLength(2);
    expect(
      changesOf({ a: { type: 'ip' }, o: { properties: {} } }, { o: { properties: { a: { type: 'ip' } } } }),
    ).toHaveLength(2);
    expect(changesOf({ a: { type: 'ip' }, b: { type: 'ip' } }, { c: { type: 'ip' } })).toHaveLength(3);
    expect(changesOf({ a: { type: 'ip' } }, { b: { type: 'ip' }, c: { type: 'ip' } })).toHaveLength(3);
  });

  it('are taken from the events where those know them', () => {
    const renames = new Map([
      ['a', 'c'],
      ['b', 'd'],
      ['host', 'server'],
      ['host.ip', 'server.address'],
      ['gone', 'lost'],
    ]);
    expect(
      changesOf(
        { a: { type: 'ip' }, b: { type: 'ip' }, host: { properties: { ip: { type: 'ip' }, os: { type: 'text' } } } },
        {
          c: { type: 'ip', store: true },
          d: { type: 'ip' },
          server: { properties: { address: { type: 'ip' }, os: { type: 'keyword' } } },
        },
        renames,
      ),
    ).toEqual([
      'Rename field a to c',
      'Set store of c to true',
      'Rename field b to d',
      'Rename field host to server',
      'Rename field host.ip to server.address',
      'Change type of server.os from text to keyword',
    ]);
  });

  it('are not looked for between parts of different templates', () => {
    expect(textsOf(fields({ a: { type: 'keyword' } }), fields({ b: { type: 'keyword' } }))).toEqual([
      'Remove field a (keyword)',
      'Add field b (keyword)',
    ]);
  });
});
