import { expect } from 'vitest';
import type { JsonObject } from '#domain/json';
import { templateConflicts, templatesAfter, type ClusterTemplates, type TemplateChange } from '#domain/template';
import { report, type Engine, type EngineCheck } from '../engine.ts';

const NAME = 'mapledger-test-conflict';

const ENDPOINTS = {
  index_template: '_index_template',
  legacy_template: '_template',
  component_template: '_component_template',
} as const satisfies Readonly<Record<TemplateChange['kind'], string>>;

const change = (kind: TemplateChange['kind'], name: string, body: JsonObject): TemplateChange => ({
  kind,
  name: `${NAME}-${name}`,
  body,
});
const index = (name: string, body: JsonObject) => change('index_template', name, body);
const pattern = (text: string) => `${NAME}-${text}`;
const fields = (properties: JsonObject): JsonObject => ({ mappings: { properties } });

/** Changes in their order; one that an engine takes is there for those after it. */
const CHANGES: readonly TemplateChange[] = [
  change('component_template', 'base', { template: fields({ o: { properties: { x: { type: 'long' } } } }) }),
  index('one', { index_patterns: [pattern('a*')], priority: 800, composed_of: [`${NAME}-base`] }),
  index('same', { index_patterns: [pattern('ab*')], priority: 800 }),
  index('apart', { index_patterns: [pattern('b*')], priority: 800 }),
  index('higher', { index_patterns: [pattern('ab*')], priority: 801 }),
  index('tail', { index_patterns: [`${NAME}*-z`], priority: 800 }),
  index('one', { index_patterns: [pattern('a*')], priority: 800, composed_of: [`${NAME}-base`, `${NAME}-gone`] }),
  index('alias', { index_patterns: [pattern('q')], priority: 802, template: { aliases: { [pattern('q')]: {} } } }),
  index('object', {
    index_patterns: [pattern('c*')],
    priority: 803,
    composed_of: [`${NAME}-base`],
    template: fields({ o: { type: 'keyword' } }),
  }),
  change('component_template', 'base', { template: fields({ 'o.x': { type: 'ip' } }) }),
  change('legacy_template', 'old', { index_patterns: [pattern('a*')] }),
  change('legacy_template', 'apart', { index_patterns: [pattern('legacy')] }),
  index('late', { index_patterns: [pattern('leg*')], priority: 804 }),
  change('legacy_template', 'apart', { index_patterns: [pattern('legacy')], order: 5 }),
];

/** Of an engine that has data streams: one of them is there. */
const STREAM = pattern('stream-1');
const STREAM_TEMPLATE = index('stream', { index_patterns: [pattern('stream-*')], priority: 810, data_stream: {} });
const STREAM_CHANGES: readonly TemplateChange[] = [
  index('stream', { index_patterns: [pattern('other-*')], priority: 810, data_stream: {} }),
  index('stream', { index_patterns: [pattern('stream-*')], priority: 810 }),
  index('capture', { index_patterns: [pattern('stream-1*')], priority: 811 }),
  index('cover', { index_patterns: [pattern('stream-1*')], priority: 812, data_stream: {} }),
];

async function put(engine: Engine, { kind, name, body }: TemplateChange): Promise<boolean> {
  return (await engine.request('PUT', `/${ENDPOINTS[kind]}/${name}`, body)).status === 200;
}

/** Sends each change, and compares what comes of it with what was foreseen. */
async function foreseen(engine: Engine, changes: readonly TemplateChange[], given: ClusterTemplates): Promise<number> {
  let cluster = given;
  for (const each of changes) {
    const conflicts = templateConflicts(each, cluster, engine.target);
    const isTaken = await put(engine, each);
    const account = `${each.name}: ${conflicts.map(({ text }) => text).join(' ') || 'no conflict'}`;
    expect.soft(isTaken, account).toBe(!conflicts.some(({ isRefused }) => isRefused));
    if (isTaken) cluster = templatesAfter(cluster, each);
  }
  return changes.length;
}

const NOTHING: ClusterTemplates = {
  indexTemplates: new Map(),
  legacyTemplates: new Map(),
  componentTemplates: new Map(),
  dataStreams: [],
};

export const CONFLICT_CHECKS: readonly EngineCheck[] = [
  {
    name: 'are refused where that was foreseen, and nowhere else',
    async holds(engine) {
      try {
        let count = await foreseen(engine, CHANGES, NOTHING);
        const hasStreams =
          (await put(engine, STREAM_TEMPLATE)) &&
          (await engine.request('PUT', `/_data_stream/${STREAM}`)).status === 200;
        if (hasStreams)
          count += await foreseen(engine, STREAM_CHANGES, {
            ...templatesAfter(NOTHING, STREAM_TEMPLATE),
            dataStreams: [{ name: STREAM }],
          });
        report(engine.target, `${count} changes of templates foreseen${hasStreams ? '' : '; no data streams here'}.`);
      } finally {
        await engine.request('DELETE', `/_data_stream/${STREAM}`);
        for (const { kind, name } of [...CHANGES, STREAM_TEMPLATE, ...STREAM_CHANGES].filter(
          (each) => each.kind !== 'component_template',
        ))
          await engine.request('DELETE', `/${ENDPOINTS[kind]}/${name}`);
        await engine.request('DELETE', `/_component_template/${NAME}-base`);
      }
    },
  },
];
