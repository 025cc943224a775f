import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import type { JsonObject } from '../json/value.ts';
import { contributionsOf } from './contributions.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '9.5.3' };
const OPENSEARCH: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };

function laterOf(target: TargetEngine, first: JsonObject, ...others: readonly JsonObject[]) {
  const own = others.at(-1) ?? {};
  const components = [first, ...others.slice(0, -1)].map((part, index) => ({ name: `c${index}`, part }));
  const items = contributionsOf(components, own, target)[0]?.items ?? [];
  return Object.fromEntries(
    items.map(({ name, later }) => [name, later === undefined ? 'kept' : `${later.how} by ${later.layer}`]),
  );
}
const fields = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ mappings: { ...rest, properties } });

describe('what components contribute', () => {
  it('names each setting, field, alias and member, in the order of the layers', () => {
    const contributions = contributionsOf(
      [
        { name: 'base', part: { settings: { number_of_shards: 1 }, ...fields({ 'a.b': { type: 'long' } }) } },
        { name: 'gone', part: undefined },
      ],
      { aliases: { x: {} }, lifecycle: { data_retention: '7d' } },
      ELASTICSEARCH,
    );
    expect(contributions.map(({ name, isMissing }) => [name, isMissing])).toEqual([
      ['base', false],
      ['gone', true],
      [null, false],
    ]);
    expect(contributions.map(({ items }) => items.map(({ section, name }) => `${section} ${name}`))).toEqual([
      ['settings index.number_of_shards', 'mappings a.b'],
      [],
      ['aliases x', 'lifecycle data_retention'],
    ]);
  });

  it('tells what a later layer overrides, extends or repeats', () => {
    expect(
      laterOf(
        ELASTICSEARCH,
        {
          settings: { 'index.codec': 'default', number_of_shards: 1, number_of_replicas: 1 },
          ...fields({ a: { type: 'long' }, b: { type: 'long' } }, { _meta: { m: { x: 1 }, s: 1 } }),
        },
        { settings: { number_of_shards: 2, index: { number_of_replicas: 1 } } },
        fields({ a: { type: 'keyword' } }, { _meta: { m: { y: 1 } } }),
      ),
    ).toEqual({
      'index.codec': 'kept',
      'index.number_of_shards': 'overrides by 1',
      'index.number_of_replicas': 'repeats by 1',
      a: 'overrides by 2',
      b: 'kept',
      '_meta.m': 'extends by 2',
      '_meta.s': 'kept',
    });
  });

  it('overrides what is below a field that becomes no object, and a field that becomes one', () => {
    const below = fields({ o: { properties: { x: { type: 'long' } } }, l: { type: 'long' } });
    const above = fields({ o: { type: 'keyword' }, l: { properties: { y: { type: 'long' } } } });
    expect(laterOf(ELASTICSEARCH, below, above)).toEqual({ 'o.x': 'overrides by 1', l: 'overrides by 1' });
  });

  it('overrides parameters of objects as the engine does', () => {
    const below = fields({ o: { dynamic: 'strict', properties: {} } });
    const silent = fields({ o: { properties: { x: { type: 'long' } } } });
    expect(laterOf(ELASTICSEARCH, below, silent)).toEqual({ o: 'overrides by 1' });
    expect(laterOf(OPENSEARCH, below, silent)).toEqual({ o: 'kept' });
    expect(laterOf(OPENSEARCH, below, fields({ o: { dynamic: false, properties: {} } }), silent)).toEqual({
      o: 'overrides by 1',
    });
    expect(laterOf(OPENSEARCH, below, fields({ o: { enabled: false, properties: {} } }))).toEqual({
      o: 'extends by 1',
    });
  });
});
