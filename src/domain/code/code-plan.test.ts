import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/index.ts';
import { parseJson, type JsonObject } from '../json/index.ts';
import type { ClusterTemplates } from '../template/index.ts';
import { formatPlan, planCode, type CodePlan } from './code-plan.ts';
import type { CodeObject } from './objects.ts';
import type { ClusterFacts } from './plan-item.ts';
import type { Move } from './project.ts';
import { CODE_FOLDERS } from './kinds.ts';
import type { KnownReferences } from './references.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '9.5.3' };

interface Given {
  readonly components?: Readonly<Record<string, JsonObject>>;
  readonly index?: Readonly<Record<string, JsonObject>>;
  readonly legacy?: Readonly<Record<string, JsonObject>>;
  readonly streams?: readonly string[];
  readonly references?: KnownReferences;
}

const clusterOf = ({
  components = {},
  index = {},
  legacy = {},
  streams = [],
  references = {},
}: Given): ClusterFacts => ({
  templates: {
    componentTemplates: new Map(Object.entries(components)),
    indexTemplates: new Map(Object.entries(index)),
    legacyTemplates: new Map(Object.entries(legacy)),
    dataStreams: streams.map((name) => ({ name })),
  } satisfies ClusterTemplates,
  indices: new Map(),
  engine: ELASTICSEARCH,
  reindex: { has: true },
  taken: new Set(),
  references,
});

const objectsOf = ({ components = {}, index = {}, legacy = {} }: Given): readonly CodeObject[] => {
  const of = (kind: CodeObject['kind'], bodies: Readonly<Record<string, JsonObject>>) =>
    Object.entries(bodies).map(([name, body]): CodeObject => ({
      kind,
      name,
      body,
      file: `${CODE_FOLDERS[kind]}/${name}.json`,
    }));
  return [...of('component_template', components), ...of('index_template', index), ...of('legacy_template', legacy)];
};

const plan = (files: Given, cluster: Given = {}, moved: readonly Move[] = []): CodePlan =>
  planCode(objectsOf(files), moved, clusterOf(cluster));

const requestsIn = ({ requests }: CodePlan) =>
  requests.map(
    ({ call, isIntermediate }) => `${call.method} ${call.path.join('/')}${isIntermediate === true ? ' meanwhile' : ''}`,
  );
const index = (patterns: readonly string[], rest: JsonObject = {}): JsonObject => ({
  index_patterns: patterns,
  ...rest,
});
const move = (from: string, to: string, kind: Move['from']['kind'] = 'index_template'): Move => ({
  from: { kind, name: from },
  to: { kind, name: to },
});

describe('a plan', () => {
  it('is empty where the cluster has what the files say', () => {
    const files = {
      components: { base: { template: {} } },
      index: { logs: index(['logs-*'], { composed_of: ['base'] }) },
    };
    expect(plan(files, files)).toEqual({ items: [], requests: [], unchanged: 2, problems: [], gone: [] });
  });

  it('sends components before the templates that use them, and says what is new', () => {
    const made = plan({
      index: { a: index(['a-*'], { composed_of: ['z'], template: { settings: { number_of_shards: 1 } } }) },
      components: { z: { template: { mappings: { properties: { x: { type: 'keyword' } } } } } },
    });
    expect(requestsIn(made)).toEqual(['PUT _component_template/z', 'PUT _index_template/a']);
    expect(made.requests.map(({ call }) => call.query)).toEqual([{ create: true }, { create: true }]);
    expect(made.items.map(({ action, class: of, changes }) => [action, of, changes.map(({ text }) => text)])).toEqual([
      ['create', 'in_place', ['Add field x (keyword)']],
      ['create', 'in_place', ['Add component template z', 'Add index pattern a-*', 'Set index.number_of_shards to 1']],
    ]);
  });

  it('refuses what the engine refuses of a template, before anything is sent', () => {
    const made = plan({
      components: {
        base: { template: { mappings: { properties: { x: { type: 'keyword', ignore_above: 'many' } } } } },
      },
      index: {
        a: index(['a *'], { colour: 'red' }),
        b: index(['b-*'], { template: { settings: { 'index.number_of_shards': 1 } } }),
      },
    });
    expect(made.requests).toEqual([]);
    expect(made.items.map(({ name, class: of, refused }) => [name, of, refused])).toEqual([
      ['base', 'refused', ['x: ignore_above can’t be "many".']],
      [
        'a',
        'refused',
        ["index_patterns: a *: The pattern can't contain a space.", 'colour: Elasticsearch 9.5.3 doesn’t know it.'],
      ],
      ['b', 'in_place', []],
    ]);
  });

  it('leaves templates alone that no file claims', () => {
    expect(plan({}, { index: { other: index(['x-*']) }, components: { c: {} } }).requests).toEqual([]);
  });

  it('compares legacy templates, and never writes them', () => {
    const made = plan(
      { legacy: { old: { index_patterns: ['o-*'], order: 1 } } },
      { legacy: { old: { index_patterns: ['o-*'] } } },
    );
    expect(made.items).toMatchObject([{ class: 'not_applied', action: 'update', refused: [] }]);
    expect(made.requests).toEqual([]);
  });

  it('lists the data streams that get a change with their next rollover, also of a component', () => {
    const made = plan(
      {
        components: { base: { template: { settings: { number_of_replicas: 2 } } } },
        index: { logs: index(['logs-*'], { composed_of: ['base'], data_stream: {}, version: 2 }) },
      },
      {
        components: { base: { template: { settings: { number_of_replicas: 1 } } } },
        index: { logs: index(['logs-*'], { composed_of: ['base'], data_stream: {} }) },
        streams: ['logs-a', 'other'],
      },
    );
    expect(made.items.map(({ name, class: of, dataStreams }) => [name, of, dataStreams])).toEqual([
      ['base', 'next_rollover', ['logs-a']],
      ['logs', 'next_rollover', ['logs-a']],
    ]);
  });

  it('is in place for data streams that get nothing else by it', () => {
    const made = plan(
      { index: { logs: index(['logs-*'], { data_stream: {}, version: 2 }) } },
      { index: { logs: index(['logs-*'], { data_stream: {} }) }, streams: ['logs-a'] },
    );
    expect(made.items).toMatchObject([{ class: 'in_place', dataStreams: [] }]);
  });

  it.each<[string, JsonObject, KnownReferences, readonly string[]]>([
    ['a component', index(['a'], { composed_of: ['gone'] }), {}, ['Component template gone doesn’t exist.']],
    [
      'a pipeline',
      index(['a'], { template: { settings: { index: { default_pipeline: 'p', final_pipeline: '_none' } } } }),
      { pipeline: new Set(['q']) },
      ['Ingest pipeline p doesn’t exist.'],
    ],
    [
      'a lifecycle policy',
      index(['a'], { template: { settings: { 'lifecycle.name': 'hot' } } }),
      { ilm_policy: new Set() },
      ['Lifecycle policy hot doesn’t exist.'],
    ],
    [
      'a synonym set',
      index(['a'], {
        template: { settings: { analysis: { filter: { s: { type: 'synonym', synonyms_set: 'words' } } } } },
      }),
      { synonym_set: new Set(['others']) },
      ['Synonym set words doesn’t exist.'],
    ],
  ])('names %s that is missing before anything is sent', (_, body, references, refused) => {
    const made = plan({ index: { t: body, fine: index(['b']) } }, { references });
    expect(made.items.find(({ name }) => name === 't')).toMatchObject({ class: 'refused', refused });
    expect(made.requests).toEqual([]);
  });

  it('says what it could not look up, and sends it', () => {
    const made = plan({ index: { t: index(['a'], { template: { settings: { default_pipeline: 'p' } } }) } });
    expect(made.items).toMatchObject([
      { class: 'in_place', notes: ['Ingest pipeline p could not be looked up on this cluster.'] },
    ]);
    expect(made.requests).toHaveLength(1);
  });

  it('refuses what the engine would, with the reason', () => {
    const made = plan(
      { index: { a: index(['x-*'], { priority: 5 }) } },
      { index: { b: index(['x-1*'], { priority: 5 }) } },
    );
    expect(made.items).toMatchObject([
      { class: 'refused', refused: ['b (x-1*) has the same priority (5) and overlapping index patterns.'] },
    ]);
    expect(plan({ index: { Upper: index(['x']) } }).items).toMatchObject([
      { class: 'refused', refused: ['The name must be in lower case.'] },
    ]);
  });

  it('is the same text for the same files and cluster, whatever the order of keys, and without values of the cluster', () => {
    const header = {
      project: 'p',
      environment: 'e',
      cluster: { uuid: 'u', distribution: 'elasticsearch', version: '9.5.3' },
      commit: 'c',
      isDirty: false,
    };
    const before = { settings: { index: { number_of_shards: '1', codec: 'default' } } };
    const shuffled = { settings: { index: { codec: 'default', number_of_shards: '1' } } };
    const files = { components: { c: { template: { settings: { number_of_shards: 2 } } } } };
    const text = formatPlan(header, plan(files, { components: { c: { template: before } } }));
    expect(formatPlan(header, plan(files, { components: { c: { template: shuffled } } }))).toBe(text);
    expect(formatPlan(header, plan(files, { components: { c: { template: { settings: { codec: 'x' } } } } }))).not.toBe(
      text,
    );
    expect(parseJson(text)).toMatchObject({
      type: 'mapledger.plan',
      commit: 'c',
      requests: [{ method: 'PUT', path: '/_component_template/c' }],
    });
  });
});

describe('the order of requests', () => {
  it('lets two templates change their priorities', () => {
    const body = (priority: number) => index(['x-*'], { priority });
    const made = plan({ index: { a: body(2), b: body(1) } }, { index: { a: body(1), b: body(2) } });
    expect(made.items.every(({ class: of }) => of === 'in_place')).toBe(true);
    expect(requestsIn(made)).toEqual([
      'PUT _index_template/a meanwhile',
      'PUT _index_template/b',
      'PUT _index_template/a',
    ]);
    expect(made.requests[0]).toMatchObject({ body: body(3) });
  });

  it('goes below where the priority above is taken', () => {
    const body = (priority: number) => index(['x-*'], { priority });
    const made = plan({ index: { a: body(2), b: body(1) } }, { index: { a: body(1), b: body(2), c: body(3) } });
    expect(requestsIn(made)).toEqual([
      'PUT _index_template/b meanwhile',
      'PUT _index_template/a',
      'PUT _index_template/b',
    ]);
    expect(made.requests[0]).toMatchObject({ body: body(0) });
  });

  it('gives a pattern to another template before it is taken away', () => {
    const made = plan(
      { index: { a: index(['x-*'], { priority: 1 }), b: index(['y-*', 'z-*'], { priority: 2 }) } },
      { index: { a: index(['x-*', 'z-*'], { priority: 1 }), b: index(['y-*'], { priority: 2 }) } },
    );
    expect(requestsIn(made)).toEqual(['PUT _index_template/b', 'PUT _index_template/a']);
  });

  it('writes one of two that exchange patterns twice', () => {
    const made = plan(
      { index: { a: index(['y-*'], { priority: 1 }), b: index(['x-*'], { priority: 1 }) } },
      { index: { a: index(['x-*'], { priority: 1 }), b: index(['y-*'], { priority: 1 }) } },
    );
    expect(requestsIn(made)).toEqual([
      'PUT _index_template/a meanwhile',
      'PUT _index_template/b',
      'PUT _index_template/a',
    ]);
    expect(made.requests[0]).toMatchObject({ body: { index_patterns: ['y-*', 'x-*'], priority: 2 } });
  });

  it('makes a rename one create and one delete where the priorities differ', () => {
    const made = plan(
      { index: { b: index(['x-*'], { priority: 2 }) } },
      { index: { a: index(['x-*'], { priority: 1 }) } },
      [move('a', 'b')],
    );
    expect(requestsIn(made)).toEqual(['PUT _index_template/b', 'DELETE _index_template/a']);
    expect(made.items.map(({ name, action, movedFrom }) => [name, action, movedFrom])).toEqual([
      ['b', 'create', 'a'],
      ['a', 'delete', undefined],
    ]);
  });

  it('keeps data streams covered while their template is renamed', () => {
    const body = index(['logs-*'], { priority: 5, data_stream: {} });
    const made = plan({ index: { b: body } }, { index: { a: body }, streams: ['logs-a'] }, [move('a', 'b')]);
    expect(requestsIn(made)).toEqual([
      'PUT _index_template/b meanwhile',
      'DELETE _index_template/a',
      'PUT _index_template/b',
    ]);
  });

  it('renames a component: creates it, changes its users, deletes the old one', () => {
    const made = plan(
      { components: { next: { template: {} } }, index: { t: index(['x'], { composed_of: ['next'] }) } },
      { components: { old: { template: {} } }, index: { t: index(['x'], { composed_of: ['old'] }) } },
      [move('old', 'next', 'component_template')],
    );
    expect(requestsIn(made)).toEqual([
      'PUT _component_template/next',
      'PUT _index_template/t',
      'DELETE _component_template/old',
    ]);
  });

  it('refuses to delete what another template still uses', () => {
    const made = plan(
      { components: { next: { template: {} } } },
      { components: { old: { template: {} } }, index: { foreign: index(['x'], { composed_of: ['old'] }) } },
      [move('old', 'next', 'component_template')],
    );
    expect(made.items.at(-1)).toMatchObject({ class: 'refused', refused: ['It is used by index templates: foreign.'] });
    expect(made.requests).toEqual([]);
  });

  it('has nothing left of a rename that was done', () => {
    const body = index(['x-*']);
    expect(plan({ index: { b: body } }, { index: { b: body } }, [move('a', 'b')])).toMatchObject({
      items: [],
      unchanged: 1,
    });
  });

  it.each([
    [{ index: { a: index(['x']), b: index(['y']) } }, 'index_templates/a is moved, but has a file'],
    [{}, 'index_templates/b has no file, but index_templates/a is moved to it'],
  ])('says what is wrong with a rename', (files, problem) => {
    const made = plan(files, {}, [move('a', 'b')]);
    expect(made).toMatchObject({ problems: [problem], requests: [] });
  });

  it('takes 1,000 templates with 1,000 components', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `t${String(at).padStart(4, '0')}`);
    const components = Object.fromEntries(
      names.map((name) => [name, { template: { settings: { number_of_shards: 1 } } }]),
    );
    const templates = Object.fromEntries(
      names.map((name, at) => [name, index([`${name}-*`], { composed_of: [name], priority: at })]),
    );
    const made = plan({ components, index: templates });
    expect(made.requests).toHaveLength(2_000);
    expect(made.requests[999]?.kind).toBe('component_template');
  });
});

/** What plans of other tools showed as changes, by the issue that reported it; those that are about templates. */
describe('what is no change', () => {
  const part = (settings: JsonObject): JsonObject => ({ index_patterns: ['a-*'], template: { settings } });
  it.each<[string, JsonObject, JsonObject]>([
    ['settings as text', part({ index: { number_of_shards: 1 } }), part({ index: { number_of_shards: '1' } })],
    ['settings without index.', part({ number_of_shards: '1' }), part({ index: { number_of_shards: '1' } })],
    ['settings by whole names', part({ 'index.lifecycle.name': 'x' }), part({ index: { lifecycle: { name: 'x' } } })],
    ['booleans as text', part({ index: { hidden: true } }), part({ index: { hidden: 'true' } })],
    [
      'lists of settings',
      part({ query: { default_field: ['a', 'b'] } }),
      part({ index: { query: { default_field: ['a', 'b'] } } }),
    ],
    [
      'the order of keys',
      { index_patterns: ['a'], template: { mappings: { properties: { a: { type: 'keyword' }, b: { type: 'ip' } } } } },
      { template: { mappings: { properties: { b: { type: 'ip' }, a: { type: 'keyword' } } } }, index_patterns: ['a'] },
    ],
    ['one pattern as text', { index_patterns: 'a-*' }, { index_patterns: ['a-*'] }],
    ['no components', { index_patterns: ['a'] }, { index_patterns: ['a'], composed_of: [] }],
    [
      'empty parts',
      { index_patterns: ['a'], template: {} },
      { index_patterns: ['a'], template: { settings: {}, mappings: {}, aliases: {} } },
    ],
    ['an empty part that is absent', { index_patterns: ['a'] }, { index_patterns: ['a'], template: {} }],
    [
      'defaults of a data stream',
      { index_patterns: ['a'], data_stream: {} },
      { index_patterns: ['a'], data_stream: { hidden: false, allow_custom_routing: false } },
    ],
    [
      'the timestamp field',
      { index_patterns: ['a'], data_stream: {} },
      { index_patterns: ['a'], data_stream: { timestamp_field: { name: '@timestamp' } } },
    ],
    [
      'the routing of an alias',
      { index_patterns: ['a'], template: { aliases: { x: { routing: '1' } } } },
      { index_patterns: ['a'], template: { aliases: { x: { index_routing: '1', search_routing: '1' } } } },
    ],
    [
      'dates of creation',
      { index_patterns: ['a'] },
      { index_patterns: ['a'], created_date_millis: 1, modified_date: 'x' },
    ],
  ])('%s', (_, file, cluster) => {
    expect(plan({ index: { t: file } }, { index: { t: cluster } })).toMatchObject({ items: [], unchanged: 1 });
    expect(plan({ index: { t: cluster } }, { index: { t: file } })).toMatchObject({ items: [], unchanged: 1 });
  });

  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    [
      'a setting',
      part({ number_of_shards: 1 }),
      part({ index: { number_of_shards: '2' } }),
      ['Change index.number_of_shards from 2 to 1'],
    ],
    [
      'a setting more',
      part({ codec: 'x', number_of_shards: 1 }),
      part({ index: { number_of_shards: '1' } }),
      ['Set index.codec to x'],
    ],
    [
      'a data stream that is hidden',
      { index_patterns: ['a'], data_stream: { hidden: true } },
      { index_patterns: ['a'], data_stream: { hidden: false, allow_custom_routing: false } },
      ['Change data_stream from {} to {"hidden":true}'],
    ],
    [
      'a priority',
      { index_patterns: 'a', priority: 1 },
      { index_patterns: ['a'], composed_of: [] },
      ['Set priority to 1'],
    ],
  ])('but %s is exactly one', (_, file, cluster, texts) => {
    const made = plan({ index: { t: file } }, { index: { t: cluster } });
    expect(made.items[0]?.changes.map(({ text }) => text)).toEqual(texts);
  });
});
