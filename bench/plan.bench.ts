import type { TargetEngine } from '#domain/catalogue';
import { planCode, type ClusterFacts, type CodeObject } from '#domain/code';
import type { JsonObject } from '#domain/json';
import { compare } from './measure.ts';
import { report, type Figure } from './report.ts';

const TEMPLATES = 1_000;
const PARTS = 4;
const ENGINE: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };
/** Engines refuse what overlaps, so each template is compared with all others: four times as many cost each four times. */
const QUADRATIC_BUDGET = PARTS;

/** Plans of many templates of data streams and of many indices. */
export function benchPlan(): readonly Figure[] {
  const changed = { kind: { type: 'keyword' } };
  return report('planCode', [
    {
      what: `${TEMPLATES.toLocaleString('en')} templates of as many data streams, all changed`,
      ...inParts((from, count) => {
        const facts = clusterWith(from, count);
        const objects = templates(from, count, changed);
        return () => planCode(objects, [], facts);
      }),
    },
    {
      what: `${TEMPLATES.toLocaleString('en')} templates and as many indices, for an empty cluster`,
      ...inParts((from, count) => {
        const facts = clusterWith(0, 0);
        const objects = [...templates(from, count), ...indices(from, count)];
        return () => planCode(objects, [], facts);
      }),
    },
  ]);
}

/** One plan of all against several of a part each. */
function inParts(planOf: (from: number, count: number) => () => unknown): Omit<Figure, 'what'> {
  const whole = planOf(0, TEMPLATES);
  const count = TEMPLATES / PARTS;
  const parts = Array.from({ length: PARTS }, (_, part) => planOf(part * count, count));
  const inAll = () => parts.map((plan) => plan());
  return { against: `in ${PARTS} plans`, ...compare(inAll, whole, { roundMs: 150 }), budget: QUADRATIC_BUDGET };
}

const nameOf = (at: number) => `logs-service-${String(at).padStart(4, '0')}`;

function numbers(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}

function mappingOf(at: number, more: JsonObject = {}): JsonObject {
  return { properties: { '@timestamp': { type: 'date' }, [`field_${at}`]: { type: 'ip' }, ...more } };
}

function templateOf(at: number, more?: JsonObject): JsonObject {
  return {
    index_patterns: [`${nameOf(at)}-*`],
    priority: 200,
    data_stream: {},
    template: { mappings: mappingOf(at, more) },
  };
}

function templates(from: number, count: number, more?: JsonObject): readonly CodeObject[] {
  return numbers(from, count).map((at) => ({
    kind: 'index_template',
    name: nameOf(at),
    file: `index_templates/${nameOf(at)}.json`,
    body: templateOf(at, more),
  }));
}

function indices(from: number, count: number): readonly CodeObject[] {
  return numbers(from, count).map((at) => ({
    kind: 'index',
    name: nameOf(at),
    file: `indices/${nameOf(at)}.json`,
    body: { mappings: mappingOf(at) },
  }));
}

function clusterWith(from: number, count: number): ClusterFacts {
  const all = numbers(from, count);
  return {
    templates: {
      indexTemplates: new Map(all.map((at) => [nameOf(at), templateOf(at)])),
      componentTemplates: new Map(),
      legacyTemplates: new Map(),
      dataStreams: all.map((at) => ({ name: `${nameOf(at)}-a` })),
    },
    indices: new Map(),
    references: {},
    engine: ENGINE,
    reindex: { has: true },
    taken: new Set(),
  };
}
