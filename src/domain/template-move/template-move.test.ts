import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#domain/json';
import {
  BUNDLE_LIMITS,
  BundleError,
  collectBundle,
  formatBundle,
  parseBundle,
  planMove,
  type PresentTemplates,
} from './index.ts';

const component = (name: string, body: JsonObject = { template: {} }) => ({ name, usedBy: [], isManaged: false, body });
const template = (name: string, body: JsonObject, isLegacy = false) => ({ name, isLegacy, type: 'default', body });
const LOGS = template('logs', {
  index_patterns: ['logs-*'],
  composed_of: ['b', 'a', 'gone'],
  version: 9_007_199_254_740_993n,
});
const OLD = template('logs', { index_patterns: ['old-*'], order: 1 }, true);
const COMPONENTS = [component('b'), component('a', { template: {}, created_date: 1 }), component('unused')];

describe('a bundle', () => {
  it('has the components that are used before what uses them, and says what is missing', () => {
    const { items, missing } = collectBundle([OLD, LOGS], [], COMPONENTS);
    expect(items.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'component_template a',
      'component_template b',
      'index_template logs',
      'legacy_template logs',
    ]);
    expect(items[0]?.body).toEqual({ template: {} });
    expect(missing).toEqual([{ name: 'gone', usedBy: 'logs' }]);
  });

  it('is the same after it was written and read, hostile names and long numbers too', () => {
    const hostile = component(
      'constructor',
      JSON.parse('{"template":{"mappings":{"__proto__":{"a":1}}}}') as JsonObject,
    );
    const bundle = collectBundle([LOGS, OLD], ['constructor'], [...COMPONENTS, hostile]);
    expect(bundle.items).toHaveLength(5);
    expect(parseBundle(formatBundle(bundle))).toEqual(bundle);
  });

  it.each([
    ['', 1, 'The text is empty (column 1).'],
    ['[]\n', 1, 'There is no JSON object.'],
    [
      '{"type":"mapledger.templates","format":1}\n\n{"kind":"index_template","name":"a","body":{}}\n',
      2,
      'The text is empty (column 1).',
    ],
    ['{"a":1}\n', 1, 'This is not a file of exported templates.'],
    ['{"type":"mapledger.templates","format":2}\n', 1, 'The file was written by a newer version of Mapledger.'],
    ['{"type":"mapledger.templates","format":1}\n{"kind":"x"}\n', 2, 'The kind of template is unknown.'],
    ['{"type":"mapledger.templates","format":1}\n{"kind":"index_template"}\n', 2, 'The template has no name.'],
    [
      '{"type":"mapledger.templates","format":1}\n{"kind":"index_template","name":"a*"}\n',
      2,
      "The name can't contain the character *.",
    ],
    [
      '{"type":"mapledger.templates","format":1}\n{"kind":"index_template","name":"a"}\n',
      2,
      'The template has no body.',
    ],
    ['{"type":"mapledger.templates","format":1}\n{"kind":\n', 2, 'A value is expected here (column 9).'],
    [
      '{"type":"mapledger.templates","format":1}\n{"kind":"index_template","name":"a","body":{}}\n{"kind":"index_template","name":"a","body":{}}\n',
      3,
      '"a" is there twice.',
    ],
    [
      '{"type":"mapledger.templates","format":1,"items":2}\n{"kind":"index_template","name":"a","body":{}}\n',
      2,
      'The file ends early: it has 1 of 2 templates.',
    ],
  ])('refuses %j with the line and the reason', (text, line, reason) => {
    const error = (() => {
      try {
        return parseBundle(text);
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(BundleError);
    expect(error).toMatchObject({ line, reason, message: `Line ${line}: ${reason}` });
  });
});

it('a bundle has no more templates than the limit', () => {
  const fileOf = (count: number) =>
    formatBundle({
      items: Array.from({ length: count }, (_, at) => ({ kind: 'legacy_template', name: `t${at}`, body: {} })),
      missing: [],
    });
  expect(parseBundle(fileOf(BUNDLE_LIMITS.maxItems)).items).toHaveLength(10_000);
  expect(() => parseBundle(fileOf(BUNDLE_LIMITS.maxItems + 1))).toThrow(
    new BundleError(10_002, 'There are more than 10000 templates.'),
  );
});

describe('what an import comes to', () => {
  const present = (
    parts: Partial<Record<keyof PresentTemplates, readonly [string, JsonObject][]>>,
  ): PresentTemplates => ({
    component_template: new Map(parts.component_template),
    index_template: new Map(parts.index_template),
    legacy_template: new Map(parts.legacy_template),
  });
  const bundle = collectBundle([LOGS, OLD], [], COMPONENTS);

  it('creates what is not there, changes what differs, and leaves what an engine says is the same', () => {
    const steps = planMove(
      bundle,
      present({
        component_template: [['a', { template: { settings: {} } }]],
        index_template: [['logs', { index_patterns: ['other-*'] }]],
      }),
    );
    expect(steps.map(({ name, action }) => [name, action])).toEqual([
      ['a', 'unchanged'],
      ['b', 'create'],
      ['logs', 'update'],
      ['logs', 'create'],
    ]);
    expect(steps[2]).toMatchObject({ missing: ['gone'], before: { index_patterns: ['other-*'] } });
  });

  it('misses nothing that the cluster has', () => {
    const steps = planMove(bundle, present({ component_template: [['gone', {}]] }));
    expect(steps.flatMap(({ missing }) => missing)).toEqual([]);
  });
});
