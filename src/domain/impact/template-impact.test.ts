import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import type { JsonObject } from '../json/value.ts';
import type { ClusterTemplates, TemplateChange } from '../template/index.ts';
import { templateImpact } from './template-impact.ts';

const ENGINE: TargetEngine = { distribution: 'elasticsearch', version: '9.5.3' };
const fields = (properties: JsonObject): JsonObject => ({ mappings: { properties } });
const keyword = { type: 'keyword' };

const CLUSTER: ClusterTemplates = {
  indexTemplates: new Map<string, JsonObject>([
    ['logs', { index_patterns: ['logs-*'], priority: 5, composed_of: ['base'], data_stream: {}, template: {} }],
    ['app', { index_patterns: ['app-*'], priority: 5, template: fields({ a: keyword }) }],
  ]),
  legacyTemplates: new Map<string, JsonObject>([['old', { index_patterns: ['shop*'], ...fields({ s: keyword }) }]]),
  componentTemplates: new Map<string, JsonObject>([['base', { template: fields({ b: keyword }) }]]),
  dataStreams: [{ name: 'logs-a' }],
};
const NAMES = {
  indices: ['app-1', 'app-2', 'shop', 'other', ...Array.from({ length: 500 }, (_, each) => `many-${each}`)].map(
    (name) => ({ name }),
  ),
  dataStreams: [{ name: 'logs-a' }],
};
const impactOf = (change: TemplateChange) => templateImpact(change, CLUSTER, NAMES, ENGINE);
const told = ({ groups }: ReturnType<typeof impactOf>) =>
  groups.map(({ before, after, indices, dataStreams, changes }) => ({
    from: before.names.join(),
    to: after.names.join(),
    names: [...indices, ...dataStreams].slice(0, 3),
    changes: changes.map(({ text }) => text),
  }));

describe('the impact of a template', () => {
  it('is on data streams of the templates that are composed of a component', () => {
    const impact = impactOf({
      kind: 'component_template',
      name: 'base',
      body: { template: fields({ b: { type: 'ip' } }) },
    });
    expect(told(impact)).toEqual([
      { from: 'logs', to: 'logs', names: ['logs-a'], changes: ['Change type of b from keyword to ip'] },
    ]);
    expect(impact.templates.map(({ name, changes }) => [name, changes.length])).toEqual([['logs', 1]]);
  });

  it('is on data streams whose options alone change', () => {
    const base = CLUSTER.componentTemplates.get('base') ?? {};
    const options = { data_stream_options: { failure_store: { enabled: true } } };
    const impact = impactOf({
      kind: 'component_template',
      name: 'base',
      body: { ...base, template: { ...fields({ b: keyword }), ...options } },
    });
    expect(told(impact)).toEqual([
      {
        from: 'logs',
        to: 'logs',
        names: ['logs-a'],
        changes: ['Set data stream option failure_store to {"enabled":true}'],
      },
    ]);
  });

  it('is on every name that gets another template, grouped by what they get', () => {
    const body = { index_patterns: ['app-1', 'many-*', 'shop'], priority: 9, template: fields({ n: keyword }) };
    const impact = impactOf({ kind: 'index_template', name: 'new', body });
    expect(told(impact)).toEqual([
      { from: '', to: 'new', names: ['many-0', 'many-1', 'many-2'], changes: ['Add field n (keyword)'] },
      { from: 'app', to: 'new', names: ['app-1'], changes: ['Remove field a (keyword)', 'Add field n (keyword)'] },
      { from: 'old', to: 'new', names: ['shop'], changes: ['Remove field s (keyword)', 'Add field n (keyword)'] },
    ]);
    expect(impact.groups[0]?.indices).toHaveLength(500);
    expect(impact.templates[0]?.before).toBeNull();
  });

  it('counts names that match without a change', () => {
    const body = { ...CLUSTER.indexTemplates.get('app'), priority: 6 };
    const impact = impactOf({ kind: 'index_template', name: 'app', body });
    expect([impact.groups, impact.unchanged]).toEqual([[], 2]);
  });

  it('is not on hidden indices where a template is for all names', () => {
    const body = { index_patterns: ['*'], priority: 1, template: fields({ n: keyword }) };
    const names = {
      indices: [
        { name: '.h', hidden: true },
        { name: 'x', hidden: false },
      ],
      dataStreams: [],
    };
    const impact = templateImpact({ kind: 'index_template', name: 'new', body }, CLUSTER, names, ENGINE);
    expect(told(impact).map((group) => group.names)).toEqual([['x']]);
    expect(impact.unchanged).toBe(1);
  });

  it('names those with the most indices and data streams first', () => {
    const body = {
      index_patterns: ['app-1', 'shop', 'many-1', 'many-2', 'logs-*'],
      priority: 9,
      data_stream: {},
      ...{ template: fields({ n: keyword }) },
    };
    const impact = impactOf({ kind: 'index_template', name: 'new', body });
    expect(told(impact).map(({ from, names }) => [from, ...names])).toEqual([
      ['', 'many-1', 'many-2'],
      ['app', 'app-1'],
      ['old', 'shop'],
      ['logs', 'logs-a'],
    ]);
  });

  it('is on names that a template no longer matches', () => {
    const body = { ...CLUSTER.indexTemplates.get('app'), index_patterns: ['app-1'] };
    expect(told(impactOf({ kind: 'index_template', name: 'app', body }))).toEqual([
      { from: 'app', to: '', names: ['app-2'], changes: ['Remove field a (keyword)'] },
    ]);
  });

  it('of a legacy template is on names without a composable one', () => {
    const change: TemplateChange = {
      kind: 'legacy_template',
      name: 'late',
      body: { index_patterns: ['shop*', 'app*'], order: 2, ...fields({ s: { type: 'keyword', ignore_above: 9 } }) },
    };
    const impact = impactOf(change);
    expect(told(impact)).toEqual([
      { from: 'old', to: 'old,late', names: ['shop'], changes: ['Set ignore_above of s to 9'] },
    ]);
    expect(impact.unchanged).toBe(2);
  });
});
