import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import type { JsonObject } from '../json/value.ts';
import { templateConflicts, type ClusterTemplates, type TemplateChange } from './conflicts.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '9.5.3' };
const OPENSEARCH: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };

const cluster = ({
  index = {},
  legacy = {},
  components = {},
  streams = [],
}: {
  readonly index?: Readonly<Record<string, JsonObject>>;
  readonly legacy?: Readonly<Record<string, JsonObject>>;
  readonly components?: Readonly<Record<string, JsonObject>>;
  readonly streams?: readonly string[];
}): ClusterTemplates => ({
  indexTemplates: new Map(Object.entries(index)),
  legacyTemplates: new Map(Object.entries(legacy)),
  componentTemplates: new Map(Object.entries(components)),
  dataStreams: streams.map((name) => ({ name })),
});
const index = (body: JsonObject, name = 'mine'): TemplateChange => ({ kind: 'index_template', name, body });
const found = (change: TemplateChange, given: ClusterTemplates, target = ELASTICSEARCH) =>
  templateConflicts(change, given, target).map(({ isRefused, text }) => `${isRefused ? 'refused' : 'taken'}: ${text}`);

describe('conflicts of an index template', () => {
  it('are overlapping patterns of the same priority, absent priorities being 0', () => {
    const given = cluster({
      index: {
        theirs: { index_patterns: ['logs-*'], priority: 5 },
        bare: { index_patterns: ['*-metrics'] },
        mine: { index_patterns: ['logs-*'], priority: 5 },
      },
    });
    expect(found(index({ index_patterns: ['logs-a*'], priority: 5 }), given)).toEqual([
      'refused: theirs (logs-*) has the same priority (5) and overlapping index patterns.',
    ]);
    expect(found(index({ index_patterns: ['x*'], priority: 0 }), given)).toHaveLength(1);
    expect(found(index({ index_patterns: ['logs-a*'], priority: 6 }), given)).toEqual([]);
  });

  it('are data streams that no template of data streams would match any more', () => {
    const given = cluster({
      index: { mine: { index_patterns: ['logs-*'], priority: 5, data_stream: {} } },
      streams: ['logs-a', 'logs-b'],
    });
    expect(found(index({ index_patterns: ['logs-a*'], priority: 5, data_stream: {} }), given)).toEqual([
      'refused: Data stream logs-b would no longer match a template that creates data streams.',
    ]);
    expect(found(index({ index_patterns: ['logs-*'], priority: 5 }), given)).toHaveLength(1);
    expect(found(index({ index_patterns: ['logs-*'], priority: 9 }, 'other'), given)).toHaveLength(1);
    expect(found(index({ index_patterns: ['logs-*'], priority: 9, data_stream: {} }, 'other'), given)).toEqual([]);
  });

  it('are missing component templates, unless the engine may ignore them', () => {
    const body = { index_patterns: ['a'], composed_of: ['gone'], ignore_missing_component_templates: ['gone'] };
    expect(found(index(body), cluster({}))).toEqual([]);
    expect(found(index(body), cluster({}), OPENSEARCH)).toEqual(['refused: Component template gone doesn’t exist.']);
  });

  it('are an alias with the name of a pattern, and what can’t be composed', () => {
    const components = {
      base: { template: { mappings: { properties: { o: { properties: { x: { type: 'long' } } } } } } },
    };
    const body: JsonObject = {
      index_patterns: ['a'],
      composed_of: ['base'],
      template: { aliases: { a: {} }, mappings: { properties: { o: { type: 'keyword' } } } },
    };
    expect(found(index(body), cluster({ components }), OPENSEARCH)).toEqual([
      'refused: Alias a can’t have the name of an index pattern.',
      'refused: mine: o: It can’t be both object and keyword.',
    ]);
  });

  it('are a setting that would hide every index, also of a component template, and also as null', () => {
    const hidden = 'refused: mine: A template of the pattern * can’t set index.hidden.';
    const components = { base: { template: { settings: { index: { hidden: true } } } } };
    const settings = { 'index.number_of_shards': 1 };
    for (const [target, given] of [
      [ELASTICSEARCH, { hidden: null }],
      [OPENSEARCH, { index: { hidden: 'false' } }],
    ] as const)
      expect(
        found(index({ index_patterns: ['a-*', '*'], template: { settings: given } }), cluster({}), target),
      ).toEqual([hidden]);
    const composed = { index_patterns: ['*'], composed_of: ['base'], template: { settings } };
    expect(found(index(composed), cluster({ components }))).toEqual([hidden]);
    expect(found(index({ ...composed, index_patterns: ['a*'] }), cluster({ components }))).toEqual([]);
    const change = { kind: 'component_template', name: 'base', body: components.base } as const;
    expect(found(change, cluster({ index: { mine: composed }, components: { base: {} } }))).toEqual([hidden]);
    const legacy = { kind: 'legacy_template', name: 'mine' } as const;
    expect(
      found({ ...legacy, body: { index_patterns: ['*'], settings: { 'index.hidden': true } } }, cluster({})),
    ).toEqual([hidden]);
    expect(found({ ...legacy, body: { index_patterns: ['*'] } }, cluster({}), OPENSEARCH)).toEqual([]);
  });

  it('are settings that OpenSearch misses in a template of every index', () => {
    const components = { base: { template: { settings: { 'index.number_of_shards': 1 } } } };
    const body = { index_patterns: ['*'], composed_of: ['base'], template: { mappings: {} } };
    expect(found(index(body), cluster({ components }), OPENSEARCH)).toEqual([
      'refused: OpenSearch can’t store a template of the pattern * without settings, those of component templates aside: add one, such as index.number_of_shards.',
    ]);
    expect(found(index({ index_patterns: ['*'] }), cluster({}), OPENSEARCH)).toHaveLength(1);
    expect(found(index(body), cluster({ components }))).toEqual([]);
    expect(found(index({ ...body, template: { settings: {} } }), cluster({ components }), OPENSEARCH)).toEqual([]);
    expect(found(index({ ...body, index_patterns: ['**'] }), cluster({ components }), OPENSEARCH)).toEqual([]);
  });

  it('tell of legacy templates that will be ignored', () => {
    const given = cluster({ legacy: { old: { index_patterns: ['logs-*'] }, other: { index_patterns: ['x'] } } });
    expect(found(index({ index_patterns: ['logs-a*'] }), given)).toEqual([
      'taken: Legacy template old (logs-*) will be ignored for indices that match this template.',
    ]);
  });
});

describe('conflicts of other templates', () => {
  const given = cluster({ index: { theirs: { index_patterns: ['logs-*'], priority: 5 } } });
  const legacy = (patterns: readonly string[]): TemplateChange => ({
    kind: 'legacy_template',
    name: 'old',
    body: { index_patterns: patterns },
  });

  it('are overlaps of a legacy template with an index template, as the engine takes them', () => {
    expect(found(legacy(['logs-a*']), given)).toEqual([
      'refused: The index patterns overlap those of index template theirs (logs-*).',
    ]);
    const ignored = 'taken: This template is ignored for indices that match index template theirs (logs-*).';
    expect(found(legacy(['*']), given)).toEqual([ignored]);
    expect(found(legacy(['logs-a*']), given, OPENSEARCH)).toEqual([ignored]);
    const kept = cluster({
      index: { theirs: { index_patterns: ['logs-*'], priority: 5 } },
      legacy: { old: { index_patterns: ['logs-a*'] } },
    });
    expect(found(legacy(['logs-a*']), kept)).toEqual([ignored]);
    const two = cluster({
      index: { a: { index_patterns: ['logs-*'], priority: 5 }, b: { index_patterns: ['*-a'], priority: 6 } },
    });
    expect(found(legacy(['logs-a']), two)).toEqual([
      'refused: The index patterns overlap those of index templates a (logs-*), b (*-a).',
    ]);
    expect(found(legacy(['logs-a']), two, OPENSEARCH)).toEqual([
      'taken: This template is ignored for indices that match index templates a (logs-*), b (*-a).',
    ]);
  });

  it('are what a component template breaks in the templates that use it', () => {
    const using = cluster({
      index: {
        user: {
          index_patterns: ['a'],
          composed_of: ['base'],
          template: { mappings: { properties: { o: { type: 'keyword' } } } },
        },
        other: { index_patterns: ['b'] },
      },
      components: { base: { template: {} } },
    });
    const change: TemplateChange = {
      kind: 'component_template',
      name: 'base',
      body: { template: { mappings: { properties: { 'o.x': { type: 'long' } } } } },
    };
    expect(found(change, using, OPENSEARCH)).toEqual(['refused: user: o: It can’t be both object and keyword.']);
    expect(found({ ...change, body: { template: {} } }, using, OPENSEARCH)).toEqual([]);
  });

  it('name five templates one by one', () => {
    const five = cluster({
      index: Object.fromEntries(
        Array.from({ length: 5 }, (_, each) => [`t${each}`, { index_patterns: ['a*'], priority: 1 }]),
      ),
    });
    expect(found(index({ index_patterns: ['ab'], priority: 1 }), five)[0]).toContain('t3 (a*), t4 (a*) have the same');
  });

  it('name at most five templates', () => {
    const many = cluster({
      index: Object.fromEntries(
        Array.from({ length: 8 }, (_, each) => [`t${each}`, { index_patterns: ['a*'], priority: 1 }]),
      ),
    });
    expect(found(index({ index_patterns: ['ab'], priority: 1 }), many)[0]).toContain(
      't4 (a*) and 3 more have the same',
    );
  });
});
