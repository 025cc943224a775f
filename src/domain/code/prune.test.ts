import { describe, expect, it } from 'vitest';
import type { RecordedObject } from '../apply/index.ts';
import type { TargetEngine } from '../catalogue/index.ts';
import type { JsonObject } from '../json/index.ts';
import { formatPlan, planCode } from './code-plan.ts';
import { digestOf } from './digest.ts';
import { formatAddress, parseAddress } from './kinds.ts';
import type { CodeObject } from './objects.ts';
import type { ClusterFacts } from './plan-item.ts';
import type { Move } from './project.ts';
import type { RecordedFacts } from './prune.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '9.5.3' };
const NO_FILES: readonly CodeObject[] = [];

type Bodies = Readonly<Record<string, JsonObject>>;

/** A cluster with templates by their addresses. */
function clusterOf(bodies: Bodies, streams: readonly string[] = []): ClusterFacts {
  const of = (folder: string) =>
    new Map(
      Object.entries(bodies).flatMap(([address, body]) =>
        address.startsWith(`${folder}/`) ? [[address.slice(folder.length + 1), body]] : [],
      ),
    );
  return {
    templates: {
      componentTemplates: of('component_templates'),
      indexTemplates: of('index_templates'),
      legacyTemplates: of('legacy_templates'),
      dataStreams: streams.map((name) => ({ name })),
    },
    indices: new Map(),
    engine: ELASTICSEARCH,
    references: {},
    reindex: { has: true },
    taken: new Set(),
  };
}

const recordOf = (body: JsonObject, more: Partial<RecordedObject> = {}): RecordedObject => ({
  file: 'x.json',
  digest: digestOf(body),
  isMade: true,
  ...more,
});

interface Known {
  readonly objects: Readonly<Record<string, RecordedObject>>;
  readonly others?: Readonly<Record<string, string>>;
  readonly keep?: readonly string[];
  readonly indices?: readonly string[];
  readonly isPruning?: boolean;
}

const recorded = ({ objects, others = {}, keep = [], indices = [], isPruning = true }: Known): RecordedFacts => ({
  project: 'search',
  objects: new Map(Object.entries(objects)),
  others: new Map(Object.entries(others)),
  ...(isPruning && { prune: { keep, indices: new Set(indices), isLeftOut: ({ name }) => name.startsWith('.') } }),
});

/** Everything on the cluster as an apply has created it. */
const allMade = (bodies: Bodies): Known['objects'] =>
  Object.fromEntries(Object.entries(bodies).map(([address, body]) => [address, recordOf(body)]));

function prune(
  bodies: Bodies,
  known: Known,
  {
    files = NO_FILES,
    streams = [],
    moved = [],
  }: { files?: readonly CodeObject[]; streams?: readonly string[]; moved?: readonly Move[] } = {},
) {
  const plan = planCode(files, moved, clusterOf(bodies, streams), recorded(known));
  return {
    plan,
    requests: plan.requests.map(({ call }) => `${call.method} ${call.path.join('/')}`),
    left: Object.fromEntries((plan.left ?? []).map((each) => [formatAddress(each), each.reason])),
  };
}

const NOT_MADE = 'No apply of this project is recorded to have created it.';
const COMPONENT = { template: {} };
const template = (pattern: string, rest: JsonObject = {}): JsonObject => ({ index_patterns: [pattern], ...rest });

describe('what is pruned', () => {
  it('are templates that an apply has created and that have no file, index templates before their components', () => {
    const bodies = {
      'component_templates/a': COMPONENT,
      'component_templates/b': COMPONENT,
      'index_templates/t': template('t-*', { composed_of: ['a', 'b'] }),
    };
    const { plan, requests, left } = prune(bodies, { objects: allMade(bodies) });
    expect(requests).toEqual([
      'DELETE _index_template/t',
      'DELETE _component_template/a',
      'DELETE _component_template/b',
    ]);
    expect(plan.items.map(({ action, class: of, base }) => [action, of, base])).toEqual([
      ['delete', 'in_place', digestOf(COMPONENT)],
      ['delete', 'in_place', digestOf(COMPONENT)],
      ['delete', 'in_place', digestOf(bodies['index_templates/t'])],
    ]);
    expect(left).toEqual({});
    expect(prune(bodies, { objects: allMade(bodies), isPruning: false }).plan).toMatchObject({
      items: [],
      requests: [],
    });
  });

  it('is not what has a file, nor what is renamed', () => {
    const bodies = { 'index_templates/a': template('a-*'), 'index_templates/b': template('b-*') };
    const files: readonly CodeObject[] = ['a', 'c'].map((name) => ({
      ...{ kind: 'index_template', name, file: `${name}.json` },
      body: template(`${name === 'c' ? 'b' : name}-*`),
    }));
    const moved: readonly Move[] = [
      { from: { kind: 'index_template', name: 'b' }, to: { kind: 'index_template', name: 'c' } },
    ];
    const { plan, left } = prune(bodies, { objects: allMade(bodies) }, { files, moved });
    expect(plan.items.map(({ name, notes }) => [name, notes])).toEqual([
      ['c', []],
      ['b', ['Moved to c.']],
    ]);
    expect(left).toEqual({});
  });

  it('says which data streams get another template with their next rollover', () => {
    const bodies = {
      'index_templates/high': template('logs-*', { priority: 2, data_stream: {}, version: 1 }),
      'index_templates/low': template('logs-*', {
        priority: 1,
        data_stream: {},
        template: { settings: { number_of_shards: 2 } },
      }),
    };
    const { 'index_templates/low': _, ...objects } = allMade(bodies);
    const { plan } = prune(bodies, { objects }, { streams: ['logs-a', 'x'] });
    expect(plan.items).toMatchObject([{ name: 'high', class: 'next_rollover', dataStreams: ['logs-a'] }]);
  });
});

describe('what is left', () => {
  const bodies: Bodies = { 'index_templates/t': template('t-*') };
  const body = template('t-*');

  it.each<[string, Known, string]>([
    [
      'what no apply has created',
      { objects: { 'index_templates/t': { file: 'x', digest: digestOf(body) } } },
      NOT_MADE,
    ],
    ['what is not recorded', { objects: {} }, NOT_MADE],
    [
      'what was changed',
      { objects: { 'index_templates/t': recordOf(template('u-*')) } },
      'The cluster has it otherwise than an apply recorded last: another client has changed it, or that apply was stopped before.',
    ],
    [
      'what another project claims',
      { objects: allMade(bodies), others: { 'index_templates/t': 'shop' } },
      'Project shop claims it.',
    ],
    [
      'a name that is kept',
      { objects: allMade(bodies), keep: ['x', 't*'] },
      'The pattern t* of prune.keep fits its name.',
    ],
    [
      'an address that is kept',
      { objects: allMade(bodies), keep: ['index_templates/*'] },
      'The pattern index_templates/* of prune.keep fits its name.',
    ],
  ])('is %s', (_, known, reason) => {
    const { plan, left, requests } = prune(bodies, known);
    expect(left).toEqual({ 'index_templates/t': reason });
    expect({ requests, items: plan.items }).toEqual({ requests: [], items: [] });
  });

  it('is no body that is only written in another way', () => {
    const written = { index_patterns: 't-*', template: { settings: { 'index.number_of_shards': '1' } } };
    const answered = { template: { settings: { index: { number_of_shards: 1 } } }, index_patterns: ['t-*'] };
    const objects = { 'index_templates/t': recordOf(written) };
    expect(prune({ 'index_templates/t': answered }, { objects }).requests).toEqual(['DELETE _index_template/t']);
  });

  it('are legacy templates and indices, whatever the record says', () => {
    const legacy = { 'legacy_templates/old': template('o-*') };
    const objects = { ...allMade(legacy), 'indices/products': recordOf({}), 'indices/gone': recordOf({}) };
    expect(prune(legacy, { objects, indices: ['products'] }).left).toEqual({
      'legacy_templates/old': 'Legacy templates are never deleted.',
      'indices/products': 'Indices are never deleted.',
    });
  });

  it('is a component that a template which stays uses, also one that is kept for another reason', () => {
    const used: Bodies = {
      'component_templates/a': COMPONENT,
      'component_templates/b': COMPONENT,
      'component_templates/c': COMPONENT,
      'index_templates/foreign': template('f-*', { composed_of: ['a'] }),
      'index_templates/logs': template('logs-*', { composed_of: ['b'], data_stream: {} }),
      'index_templates/.stack': template('.s-*', { composed_of: [] }),
    };
    const { 'index_templates/foreign': _, 'index_templates/.stack': __, ...objects } = allMade(used);
    const { left, requests, plan } = prune(used, { objects }, { streams: ['logs-a'] });
    expect(left).toEqual({
      'component_templates/a': 'It is used by index templates: foreign.',
      'component_templates/b': 'It is used by index templates: logs.',
      'index_templates/foreign': NOT_MADE,
      'index_templates/logs': 'Data streams would no longer match a template that creates data streams: logs-a.',
    });
    // It does not hold up the rest.
    expect(requests).toEqual(['DELETE _component_template/c']);
    expect(plan.items.map(({ class: of }) => of)).toEqual(['in_place']);
  });

  it('is in the text of a plan as far as it is recorded', () => {
    const header = {
      ...{ project: 'search', environment: null, commit: null, isDirty: false },
      cluster: { uuid: 'u', distribution: 'elasticsearch', version: '9.5.3' },
    };
    const others = { ...bodies, 'index_templates/foreign': template('f-*') };
    const objects = { 'index_templates/t': recordOf(body, { isLeft: true }), 'component_templates/.x': recordOf({}) };
    const known = { objects, keep: ['t'] };
    const text = formatPlan(header, prune(bodies, known).plan);
    expect(JSON.parse(text)).toMatchObject({
      prune: true,
      left: [{ object: 'index_templates/t', reason: 'The pattern t of prune.keep fits its name.' }],
    });
    expect(formatPlan(header, prune(others, known).plan)).toBe(text);
    expect(formatPlan(header, prune(bodies, { ...known, isPruning: false }).plan)).not.toContain('prune');
  });
});

describe('a record', () => {
  it('names what was created and is gone, without a file', () => {
    const objects = {
      'index_templates/a': recordOf({}),
      'index_templates/b': recordOf({}, { isLeft: true }),
      'index_templates/c': { file: 'c.json', digest: digestOf({}) },
      'indices/d': recordOf({}),
      'pipelines/e': recordOf({}),
    };
    const files: readonly CodeObject[] = [{ kind: 'index_template', name: 'a', file: 'a.json', body: template('a-*') }];
    const { plan } = prune({}, { objects, isPruning: false }, { files });
    expect(plan.gone).toEqual([parseAddress('index_templates/b')]);
    expect(plan).not.toHaveProperty('left');
  });

  it('keeps a plan from being sent where another project claims something of the files', () => {
    const files: readonly CodeObject[] = [
      { kind: 'index_template', name: 'a', file: 'a.json', body: template('a-*') },
      { kind: 'legacy_template', name: 'a', file: 'b.json', body: template('a-*') },
    ];
    const others = { 'index_templates/a': 'shop', 'legacy_templates/a': 'shop', 'index_templates/z': 'shop' };
    const { plan } = prune({}, { objects: {}, others, isPruning: false }, { files });
    expect(plan.problems).toEqual([
      'Project search claims what another project claims on this cluster: index_templates/a (project shop). Remove the files from one of them, and apply that one first.',
    ]);
    expect(plan.requests).toEqual([]);
  });
});
