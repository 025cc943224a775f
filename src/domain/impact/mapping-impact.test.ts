import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import type { JsonObject } from '../json/value.ts';
import { foreseenRefusals, planMappingUpdate } from '../mapping/index.ts';
import { classifyChanges, trialsOf } from './mapping-impact.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '9.5.3' };

const before: JsonObject = {
  properties: {
    kept: { type: 'keyword', ignore_above: 5 },
    host: { properties: { ip: { type: 'ip' } } },
    gone: { type: 'keyword' },
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
  },
};
const after: JsonObject = {
  properties: {
    kept: { type: 'keyword', ignore_above: 9, doc_values: true },
    host: { properties: { ip: { type: 'long' }, name: { type: 'keyword' } } },
    title: { type: 'text', fields: { raw: { type: 'keyword', doc_values: false } } },
    graph: { type: 'flat_object' },
  },
};
const classed = (was: JsonObject, wanted: JsonObject) => {
  const plan = planMappingUpdate(was, wanted, ELASTICSEARCH);
  return classifyChanges(plan, foreseenRefusals(was, plan.body, ELASTICSEARCH));
};
const classesOf = (was: JsonObject, wanted: JsonObject) =>
  classed(was, wanted).map(({ at, impact }) => `${impact} ${at}`);

describe('changes of a live mapping', () => {
  it('have an effect by what settings and modes have in force', () => {
    const of = (was: JsonObject, wanted: JsonObject, settings: JsonObject) => {
      const mapped = (definition: JsonObject): JsonObject => ({ properties: { n: { type: 'long', ...definition } } });
      const index = { mappings: mapped(was), settings, engine: ELASTICSEARCH };
      const plan = planMappingUpdate(index.mappings, mapped(wanted), ELASTICSEARCH);
      return classifyChanges(plan, [], { index, after: mapped(wanted) }).map(({ impact }) => impact);
    };
    const logs = { 'index.mode': 'logsdb' };
    expect(of({}, { ignore_malformed: false }, logs)).toEqual(['in_place']);
    expect(of({}, { ignore_malformed: 'true' }, logs)).toEqual(['none']);
    expect(of({ ignore_malformed: false }, {}, logs)).toEqual(['in_place']);
    expect(of({ ignore_malformed: true }, {}, logs)).toEqual(['none']);
    expect(of({}, { ignore_malformed: false }, {})).toEqual(['none']);
    expect(of({}, { coerce: true }, { 'index.mapping.coerce': 'false' })).toEqual(['in_place']);
    expect(of({}, { meta: { unit: 'ms' } }, logs)).toEqual(['in_place']);
  });

  it('are classed by what they mean for the index', () => {
    expect(classesOf(before, after)).toEqual([
      'additive /properties/host/properties/name',
      'refused /properties/graph',
      'in_place /properties/kept/ignore_above',
      'none /properties/kept/doc_values',
      'new_index /properties/gone',
      'new_index /properties/host/properties/ip',
      'new_index /properties/title/fields/raw/doc_values',
    ]);
  });

  it('tell why they can’t be done in place', () => {
    const changes = classed(before, after);
    expect(changes.find(({ at }) => at === '/properties/graph')).toMatchObject({
      text: 'Add graph (flat_object)',
      reason: 'The cluster doesn’t support the type flat_object.',
    });
    expect(changes.at(-1)).toMatchObject({ text: 'title.raw', reason: 'doc_values can’t be changed on a live index.' });
  });

  it('are tried one by one, each by itself, but for what no update can say', () => {
    expect(trialsOf(before, after, ELASTICSEARCH)).toEqual([
      {
        at: '/properties/host/properties/name',
        body: { properties: { host: { properties: { name: { type: 'keyword' } } } } },
      },
      { at: '/properties/graph', body: { properties: { graph: { type: 'flat_object' } } } },
      {
        at: '/properties/kept/ignore_above',
        body: { properties: { kept: { type: 'keyword', ignore_above: 9 } } },
      },
      {
        at: '/properties/kept/doc_values',
        body: { properties: { kept: { type: 'keyword', ignore_above: 5, doc_values: true } } },
      },
      {
        at: '/properties/host/properties/ip',
        body: { properties: { host: { properties: { ip: { type: 'long' } } } } },
      },
      {
        at: '/properties/title/fields/raw/doc_values',
        body: { properties: { title: { type: 'text', fields: { raw: { type: 'keyword', doc_values: false } } } } },
      },
    ]);
  });

  it('are tried with hostile names, and as members of the mappings', () => {
    const was: JsonObject = { dynamic: 'strict', properties: {} };
    const properties = Object.fromEntries([
      ['__proto__', { type: 'keyword' }],
      ['a/b~c', { type: 'keyword' }],
    ]);
    const trials = trialsOf(was, { dynamic: false, enabled: false, properties }, ELASTICSEARCH);
    expect(trials.map(({ at, body }) => [at, JSON.stringify(body)])).toEqual([
      ['/properties/__proto__', '{"properties":{"__proto__":{"type":"keyword"}}}'],
      ['/properties/a~1b~0c', '{"properties":{"a/b~c":{"type":"keyword"}}}'],
      ['/dynamic', '{"dynamic":false}'],
      ['/enabled', '{"enabled":false}'],
    ]);
  });
});
