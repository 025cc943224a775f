import { describe, expect, it } from 'vitest';
import { CATALOGUE, type TargetEngine } from '#domain/catalogue';
import { deepEqual, formatJson, isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import {
  documentAlterations,
  documentRefusals,
  foreseenRefusals,
  hasSeveralTypes,
  planMappingUpdate,
} from '#domain/mapping';
import {
  aliasDifferences,
  bodyFindings,
  differenceTexts,
  locateMappings,
  mappingDifferences,
  templateDifferences,
} from '#domain/template';
import { WITHOUT_SHARDS } from '../../src/fuzz/compare/scratch.ts';
import { parameterSamples, SAMPLE_FIELDS, sampleSettings } from '../../src/fuzz/generate/catalogue-samples.ts';
import { NO_CORPUS, readCorpus } from '../corpus.ts';
import { ALIASES, DYNAMIC_TEMPLATES } from './checks/stored-samples.ts';
import { FIELD_LIMIT } from './checks/trial.ts';
import { itOnEachEngine, mapSome, report, type Engine } from './engine.ts';

const NAME = 'mapledger-test-stored';
/** How many indices are created at a time. */
const AT_A_TIME = 4;
/** Fewer accepted mappings prove little. */
const LEAST_ACCEPTED = 300;
/** Each mapping of the corpus is an index for a moment. */
const CORPUS_MS = 900_000;
/** Each change of a parameter, too. */
const CHANGES_MS = 900_000;

/** Creates an index, reads it, does something with it and deletes it; null where the engine refuses it. */
async function created(
  engine: Engine,
  name: string,
  body: JsonObject,
  use?: (index: JsonObject) => Promise<void>,
): Promise<JsonObject | null> {
  const path = `/${name}?wait_for_active_shards=0`;
  const { status } = await engine.request('PUT', path, { settings: WITHOUT_SHARDS, ...body });
  if (status !== 200) return null;
  try {
    const { body: response } = await engine.request('GET', `/${name}`);
    const index = valueAt(response, `/${name}`);
    if (index === undefined || !isObject(index)) throw new Error(`There is no ${name}.`);
    await use?.(index);
    return index;
  } finally {
    await engine.request('DELETE', `/${name}`);
  }
}

const objectIn = (value: JsonObject, key: string): JsonObject => {
  const found = valueAt(value, `/${key}`);
  return found !== undefined && isObject(found) ? found : {};
};

describe('what is foreseen of dynamic templates', () => {
  itOnEachEngine('is what the engine refuses and stores otherwise', async (engine) => {
    const wrong: string[] = [];
    for (const [name, template] of Object.entries(DYNAMIC_TEMPLATES)) {
      const mappings: JsonObject = { dynamic_templates: [{ t: template }] };
      const index = await created(engine, NAME, { mappings });
      const isRefusalForeseen = documentRefusals(mappings, engine.target).length > 0;
      if (isRefusalForeseen !== (index === null)) wrong.push(`${name} is ${index === null ? 'refused' : 'taken'}`);
      if (index === null || isRefusalForeseen) continue;
      const differences = differenceTexts(mappingDifferences(mappings, objectIn(index, 'mappings'), engine.target));
      const foreseen = documentAlterations(mappings, engine.target).filter(({ reason }) =>
        reason.includes('stored as'),
      );
      if (differences.length !== foreseen.length) wrong.push(`${name}: ${differences.join(' ') || 'as it was sent'}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('what is foreseen of aliases', () => {
  const kinds = {
    index: { path: '', wrap: (aliases: JsonObject): JsonObject => ({ aliases }) },
    legacy: { path: '/_template/', wrap: (aliases: JsonObject): JsonObject => ({ index_patterns: [NAME], aliases }) },
    component: {
      path: '/_component_template/',
      wrap: (aliases: JsonObject): JsonObject => ({ template: { aliases } }),
    },
  } as const;

  /** The aliases that the engine makes of a body; null where it refuses it. */
  async function storedAliases(engine: Engine, kind: keyof typeof kinds, body: JsonObject): Promise<JsonObject | null> {
    if (kind === 'index') {
      const index = await created(engine, NAME, body);
      return index && objectIn(index, 'aliases');
    }
    const path = `${kinds[kind].path}${NAME}`;
    const { status } = await engine.request('PUT', path, body);
    if (status !== 200) return null;
    const { body: response } = await engine.request('GET', path);
    await engine.request('DELETE', path);
    const at = kind === 'legacy' ? `/${NAME}/aliases` : '/component_templates/0/component_template/template/aliases';
    const found = valueAt(response, at);
    return found !== undefined && isObject(found) ? found : {};
  }

  itOnEachEngine('is what the engine refuses and stores otherwise', async (engine) => {
    const wrong: string[] = [];
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
      for (const alias of ALIASES) {
        const aliases: JsonObject = { a: alias };
        const body = kinds[kind].wrap(aliases);
        const { refusals, alterations } = bodyFindings(body, engine.target);
        const stored = await storedAliases(engine, kind, body);
        const said = `${kind} ${formatJson(alias)}`;
        if (refusals.length > 0 !== (stored === null))
          wrong.push(`${said} is ${stored === null ? 'refused' : 'taken'}`);
        if (stored === null || refusals.length > 0) continue;
        const differences = templateDifferences({ aliases }, { aliases: stored });
        if (differences.length > 0 !== alterations.length > 0)
          wrong.push(`${said}: ${differenceTexts(differences).join(' ') || 'as it was sent'}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  itOnEachEngine('is nothing of what an action adds', async (engine) => {
    await engine.request('PUT', `/${NAME}?wait_for_active_shards=0`, { settings: WITHOUT_SHARDS });
    try {
      for (const add of [{}, { index_routing: '1' }, { is_write_index: false, filter: { term: { a: 1 } } }]) {
        await engine.request('POST', '/_aliases', { actions: [{ add: { index: NAME, alias: 'a', ...add } }] });
        const { body } = await engine.request('GET', `/${NAME}/_alias`);
        expect(aliasDifferences({ alias: 'a', ...add }, valueAt(body, `/${NAME}/aliases/a`) as JsonObject)).toEqual([]);
      }
    } finally {
      await engine.request('DELETE', `/${NAME}`);
    }
  });
});

/** OpenSearch tells these otherwise: docs/engine-disagreements.md, prefix trees and places that are not indexed. */
const TOLD_OTHERWISE = /^(?:geo_shape |geo_point index$)/;

describe('what an engine tells of a field', () => {
  itOnEachEngine('is no change of what was sent, with each parameter and value', async (engine) => {
    const { target } = engine;
    const wrong: string[] = [];
    const isOpen = target.distribution === 'opensearch';
    let count = 0;
    const samples = CATALOGUE.typeNames().flatMap((type) => parameterSamples(type, target));
    await mapSome([...samples.entries()], AT_A_TIME, async ([number, { type, parameter = '', value, definition }]) => {
      const mappings: JsonObject = { properties: { ...SAMPLE_FIELDS, f: definition } };
      const settings = { ...sampleSettings(target), ...WITHOUT_SHARDS };
      const index = await created(engine, `${NAME}-${number}`, { mappings, settings });
      if (index === null || (isOpen && TOLD_OTHERWISE.test(`${type} ${parameter}`))) return;
      count++;
      const told = objectIn(index, 'mappings');
      const changes = [
        ...differenceTexts(mappingDifferences(mappings, told, target)),
        // Points are told in one of their forms.
        ...planMappingUpdate(told, mappings, target).needsReindex.flatMap(({ at }) =>
          at.endsWith('/null_value') ? [] : [at],
        ),
      ];
      if (changes.length > 0) wrong.push(`${type} ${parameter} ${formatJson(value ?? null)}: ${changes.join(', ')}`);
    });
    report(target, `${count} of ${samples.length} samples taken.`);
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(LEAST_ACCEPTED);
  });
});

interface Change {
  readonly label: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Each value of each parameter of a type: set, changed from another one, and left out. */
function changesOf(type: string, target: TargetEngine): readonly Change[] {
  const samples = parameterSamples(type, target);
  return samples.flatMap(({ parameter = '', value, definition }) => {
    const { [parameter]: _, ...bare } = definition;
    const other = samples.find((each) => each.parameter === parameter && !deepEqual(each.value, value));
    const [name, shown] = [`${type} ${parameter}`, formatJson(value ?? null)];
    return [
      { label: `${name}: set to ${shown}`, before: bare, after: definition },
      { label: `${name}: left out, ${shown}`, before: definition, after: bare },
      ...(other === undefined
        ? []
        : [{ label: `${name}: changed to ${shown}`, before: other.definition, after: definition }]),
    ];
  });
}

/** Assembled engines lack these analyzers, and a live index gets no others. */
const NOT_INSTALLED = / analyzer \[(?:fingerprint|pattern)\] has not been configured /;
/** Told otherwise than it is sent: docs/engine-disagreements.md, points written otherwise. */
const NOT_COMPARED = /^geo_point null_value: /;

describe('a change of one parameter of a live field', () => {
  itOnEachEngine(
    'is made, or refused, as it is classed',
    async (engine) => {
      const { target } = engine;
      const wrong: string[] = [];
      const counts = { made: 0, refused: 0 };
      const changes = CATALOGUE.typeNames()
        .flatMap((type) => changesOf(type, target))
        .filter(({ label }) => !NOT_COMPARED.test(label));
      await mapSome([...changes.entries()], AT_A_TIME, async ([number, { label, before, after }]) => {
        const name = `${NAME}-${number}`;
        const sent: JsonObject = { properties: { ...SAMPLE_FIELDS, f: before } };
        const settings = { ...sampleSettings(target), ...WITHOUT_SHARDS };
        await created(engine, name, { mappings: sent, settings }, async (index) => {
          const told = objectIn(index, 'mappings');
          const wanted = fieldsOf(after);
          const plan = planMappingUpdate(told, wanted, target);
          if (documentRefusals(wanted, target).length > 0) return;
          const isRefused = plan.needsReindex.length > 0 || foreseenRefusals(told, plan.body, target).length > 0;
          const body = isRefused ? fieldsOf(after) : plan.body;
          const { status, body: response } = await engine.request('PUT', `/${name}/_mapping`, body);
          if (status !== 200 && NOT_INSTALLED.test(formatJson(response))) return;
          const now = valueAt((await engine.request('GET', `/${name}/_mapping`)).body, `/${name}/mappings`);
          const left = planMappingUpdate((now ?? {}) as JsonObject, wanted, target);
          const isDone =
            left.needsReindex.length === 0 && left.updates.every(({ hasNoEffect }) => hasNoEffect === true);
          const isMade = status === 200 && isDone;
          counts[isMade ? 'made' : 'refused']++;
          if (isMade === isRefused) wrong.push(`${label} is ${isMade ? 'made' : 'not made'}`);
        });
      });
      report(target, `${counts.made} changes made, ${counts.refused} not, of ${changes.length} samples.`);
      expect(wrong).toEqual([]);
      expect(Math.min(counts.made, counts.refused)).toBeGreaterThan(LEAST_ACCEPTED);
    },
    CHANGES_MS,
  );
});

const fieldsOf = (f: JsonObject): JsonObject => ({ properties: { ...SAMPLE_FIELDS, f } });

const corpus = readCorpus();

interface Sample {
  readonly file: string;
  readonly mappings: JsonObject;
  readonly settings: JsonObject;
}

/** Each different mapping of one type in the corpus, with the settings that it refers to. */
function samples(): readonly Sample[] {
  const found = new Map<string, Sample>();
  for (const { file, body } of corpus ?? []) {
    const { mappingsAt } = locateMappings(body);
    const mappings = valueAt(body, mappingsAt);
    if (mappings === undefined || !isObject(mappings) || hasSeveralTypes(mappings)) continue;
    const holder = valueAt(body, mappingsAt.replace(/\/?mappings.*$/, '/settings')) ?? {};
    const settings = isObject(holder) ? analysisOf(holder) : {};
    found.set(formatJson({ mappings, settings }), { file, mappings, settings });
  }
  return [...found.values()];
}

function analysisOf(settings: JsonObject): JsonObject {
  const inner = valueAt(settings, '/index');
  const all: readonly (readonly [string, JsonValue])[] = [
    ...Object.entries(settings),
    ...(inner !== undefined && isObject(inner) ? Object.entries(inner) : []),
  ];
  return Object.fromEntries(all.filter(([name]) => /^(index\.)?(analysis|similarity)(\.|$)/.test(name)));
}

/** A part as component template and as legacy template: what was sent, and what the engine has of those that it takes. */
async function templatesOf(
  engine: Engine,
  name: string,
  part: JsonObject,
): Promise<readonly (readonly [sent: JsonObject, stored: JsonObject])[]> {
  const [component, legacy] = [`/_component_template/${name}`, `/_template/${name}`];
  const found: (readonly [JsonObject, JsonObject])[] = [];
  for (const [path, sent, at] of [
    [component, { template: part }, '/component_templates/0/component_template'],
    [legacy, { index_patterns: [name], ...part }, `/${name}`],
  ] as const) {
    const { status } = await engine.request('PUT', path, sent);
    if (status !== 200) continue;
    const stored = valueAt((await engine.request('GET', path)).body, at);
    await engine.request('DELETE', path);
    found.push([sent, stored !== undefined && isObject(stored) ? stored : {}]);
  }
  return found;
}

describe('what an engine has of a mapping that it took', () => {
  if (corpus === undefined) it.skip(`differs only where it says so: ${NO_CORPUS}`, () => undefined);
  else
    itOnEachEngine(
      'is what was sent, over the corpus',
      async (engine) => {
        const queue = samples();
        const differences: string[] = [];
        let acceptedCount = 0;
        await mapSome([...queue.entries()], AT_A_TIME, async ([number, { file, mappings, settings }]) => {
          const limits = { 'mapping.total_fields.limit': FIELD_LIMIT, 'mapping.depth.limit': 100 };
          const knn = engine.target.distribution === 'opensearch' && engine.target.plugins?.includes('opensearch-knn');
          const index = await created(engine, `${NAME}-${number}`, {
            mappings,
            settings: { ...WITHOUT_SHARDS, ...settings, ...limits, ...(knn === true && { knn: true }) },
          });
          if (index === null) return;
          acceptedCount++;
          const found = mappingDifferences(mappings, objectIn(index, 'mappings'), engine.target);
          const templates = await templatesOf(engine, `${NAME}-${number}`, { mappings, settings });
          const all = [...found, ...templates.flatMap(([sent, stored]) => templateDifferences(sent, stored))];
          differences.push(...all.map((each) => `${file} ${formatJson({ ...each })}`));
        });
        report(engine.target, `${acceptedCount} of ${queue.length} mappings of the corpus taken.`);
        expect(differences).toEqual([]);
        expect(acceptedCount).toBeGreaterThan(LEAST_ACCEPTED);
      },
      CORPUS_MS,
    );
});
