import { expect } from 'vitest';
import {
  COMPOSITE_TYPES,
  isKnownBy,
  offeredOptions,
  parameterOf,
  parametersOf,
  missingPartOf,
  typeEntry,
  typeNames,
} from '#domain/catalogue';
import { formatJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { COMPUTED_CONTAINERS, foreseenRefusals } from '#domain/mapping';
import { knownDisagreement } from '../../../src/fuzz/compare/compared.ts';
import { WITHOUT_SHARDS } from '../../../src/fuzz/compare/scratch.ts';
import { absencesOf, NO_HANDLER } from '../../../src/fuzz/generate/known-absences.ts';
import {
  maximalSample,
  minimalSample,
  parameterSample,
  parameterSamples,
  sampleSettings,
  sampleValue,
  SAMPLE_FIELDS,
  type FieldSample,
} from '../../../src/fuzz/generate/catalogue-samples.ts';
import { computedSamples, configurationSamples } from '../../../src/fuzz/generate/configuration-samples.ts';
import { IndexRefusedError, mappingsOf, mapSome, report, withIndex, type Engine, type EngineCheck } from '../engine.ts';
import { asMembers, expectImportable, offeredTypes, refusals, sortRefusals, type Candidate } from './trial.ts';

/** Tries what an engine should know, batch by batch; gives what it took. What it refuses must be known to be absent. */
async function takenOf(
  engine: Engine,
  what: string,
  batches: readonly (readonly Candidate[])[],
  mappingsWith: (candidates: readonly Candidate[]) => JsonObject,
): Promise<readonly Candidate[]> {
  const { target } = engine;
  const trial = { engine, mappingsWith, isSuspect: (label: string) => absencesOf(target, label).length > 0 };
  const refused = [];
  for (const batch of batches) refused.push(...(await refusals(trial, batch)));
  const { known, unexpected } = sortRefusals(target, refused);
  expect.soft(unexpected).toEqual([]);
  const labels = new Set(refused.map(({ label }) => label));
  const taken = batches.flat().filter(({ label }) => !labels.has(label));
  const absent = [...known].map(([because, names]) => `, not ${namesText(names)} (${because})`);
  report(target, `${taken.length} ${what} taken${absent.join('')}.`);
  return taken;
}

/** Several values of one parameter in one word. */
function namesText(labels: readonly string[]): string {
  const fields = new Map<string, string[]>();
  for (const label of labels) {
    const [field = label] = label.split('=');
    fields.set(field, [...(fields.get(field) ?? []), label]);
  }
  return [...fields]
    .map(([field, [first = field, ...more]]) => (more.length === 0 ? first : `${field} (${more.length + 1} values)`))
    .join(' ');
}

const asFields = (candidates: readonly Candidate[]): JsonObject => ({
  properties: { ...SAMPLE_FIELDS, ...asMembers(candidates) },
});
const asConfiguration = (candidates: readonly Candidate[]): JsonObject =>
  Object.assign({}, ...candidates.map(({ value }) => value)) as JsonObject;

const shortText = (value: JsonValue | undefined) => (value === undefined ? '' : formatJson(value).slice(0, 60));
const labelOf = ({ type, parameter, value }: FieldSample) =>
  parameter === undefined ? type : `${type}.${parameter}=${shortText(value)}`;
const candidateOf = (sample: FieldSample): Candidate => ({ label: labelOf(sample), value: sample.definition });

/** What the settings of samples define, by its names. */
const SAMPLE_NAMES: JsonObject = { 'index.analysis.normalizer.sample.type': 'custom' };

/** Each pair is an index, or the refusal of one. */
const PAIRS_AT_A_TIME = 8;
const COMPARED = 'the engine takes what validation lets through';

export const CATALOGUE_CHECKS: readonly EngineCheck[] = [
  {
    name: 'lists types and parameters that the engine takes',
    async holds(engine) {
      const { target } = engine;
      const minima = offeredTypes(target).map((type) => candidateOf(minimalSample(type)));
      const types = (await takenOf(engine, 'types', [minima], asFields)).map(({ label }) => label);
      const samples = types.flatMap((type) => parameterSamples(type, target));
      const parameters = types.flatMap((type) => parametersOf(type, target));
      await takenOf(engine, `values of ${parameters.length} parameters`, [samples.map(candidateOf)], asFields);
      const editor = parameterOf('text', 'analyzer')?.editor;
      const languages =
        editor?.kind === 'analyzer'
          ? offeredOptions(editor.languages, target).map(({ value }): FieldSample => ({
              type: 'text',
              parameter: 'analyzer',
              value,
              definition: { type: 'text', analyzer: value },
            }))
          : [];
      await takenOf(engine, 'analyzers of languages', [languages.map(candidateOf)], asFields);
      const maxima = types.map((type) => candidateOf(maximalSample(type, target)));
      await takenOf(engine, 'types with all of their parameters', [maxima], asFields);
    },
  },

  {
    name: 'knows of every parameter whether a type takes it, its own or not',
    timeoutMs: 900_000,
    async holds(engine) {
      const { target } = engine;
      // Of parameters that several types have, a value of the first one: others give another meaning to the name, as vectors do to index_options.
      const samples = new Map<string, JsonValue>();
      for (const type of typeNames())
        for (const parameter of parametersOf(type))
          if (!samples.has(parameter.name)) samples.set(parameter.name, sampleValue(type, parameter));
      const pairs = offeredTypes(target).flatMap((type) =>
        [...samples].map(([name, value]) => ({ type, name, value })),
      );
      let refused = 0;
      const outcomes = await mapSome(pairs, PAIRS_AT_A_TIME, async ({ type, name, value }) => {
        const own = parameterOf(type, name, target);
        const definition =
          own === undefined
            ? { ...minimalSample(type).definition, [name]: value }
            : parameterSample(type, own, sampleValue(type, own, target)).definition;
        const mappings = { properties: { ...SAMPLE_FIELDS, f: definition } };
        const [said] = foreseenRefusals({}, mappings, target, SAMPLE_NAMES);
        const settings = { ...sampleSettings(target), ...WITHOUT_SHARDS };
        const reason = await withIndex(engine, { settings, mappings }, async () => null).catch((error: unknown) => {
          if (!(error instanceof IndexRefusedError)) throw error;
          return error.reason;
        });
        if (reason !== null) refused++;
        if ((reason === null) === (said === undefined)) return null;
        const line = `${type}.${name}: said ${said?.reason ?? 'nothing'}; was ${reason ?? 'taken'}`;
        const difference = { account: line, sent: [mappings], ...(reason !== null && { refusal: reason }) };
        return reason !== null && knownDisagreement(COMPARED, target, difference) !== undefined ? null : line;
      });
      report(target, `${pairs.length} pairs of a type and a parameter, of which ${refused} are refused.`);
      expect(outcomes.filter((line) => line !== null)).toEqual([]);
      // Fewer would prove little.
      expect(refused).toBeGreaterThan(pairs.length / 2);
    },
  },

  {
    name: 'withholds the types whose plugins and modules the engine lacks, and only those',
    async holds(engine) {
      const { target } = engine;
      const withheld = typeNames().filter(
        (type) => isKnownBy(typeEntry(type)?.engines ?? {}, target) && missingPartOf(type, target) !== null,
      );
      const trial = { engine, mappingsWith: asFields, isSuspect: () => true };
      const refused = await refusals(
        trial,
        withheld.map((type) => candidateOf(minimalSample(type))),
      );
      expect(refused.map(({ label }) => label).sort()).toEqual(withheld.toSorted());
      for (const { reason } of refused) expect(reason).toMatch(NO_HANDLER);
      report(target, `${withheld.length} types withheld, whose plugins or modules it lacks: ${withheld.join(' ')}.`);
    },
  },

  {
    name: 'lists the types of computed fields',
    async holds(engine) {
      for (const container of COMPUTED_CONTAINERS) {
        const samples = computedSamples(container, engine.target);
        if (samples.length === 0) continue;
        const candidates = samples.map(({ type, isMinimal, definition }) => ({
          label: `${container}.${type}${isMinimal ? '' : '=everything'}`,
          value: definition,
        }));
        await takenOf(engine, `${container} fields`, [candidates], (some) => ({
          properties: SAMPLE_FIELDS,
          [container]: asMembers(some),
        }));
      }
    },
  },

  {
    name: 'lists what stands under composite, which the engine tells among the properties',
    async holds(engine) {
      const known = Object.keys(COMPOSITE_TYPES).filter((type) =>
        isKnownBy(COMPOSITE_TYPES[type]?.engines ?? {}, engine.target),
      );
      const config = {
        ordered_dimensions: [{ name: 'port' }, { name: 'status' }],
        metrics: [{ name: 'size', stats: ['sum'] }],
      };
      const properties = { port: { type: 'integer' }, size: { type: 'long' }, status: { type: 'integer' } };
      for (const type of known) {
        const settings = { number_of_replicas: 0, composite_index: true, 'append_only.enabled': true };
        const definition = { settings, mappings: { composite: { sample: { type, config } }, properties } };
        try {
          const echo = await withIndex(engine, definition, (index) => mappingsOf(engine, index));
          expect(valueAt(echo, '/properties/sample/type')).toBe(type);
          expectImportable(echo);
        } catch (error) {
          if (!(error instanceof IndexRefusedError)) throw error;
          const { known, unexpected } = sortRefusals(engine.target, [{ label: type, reason: error.reason }]);
          expect(unexpected).toEqual([]);
          report(engine.target, `not ${type} (${[...known.keys()].join()}).`);
        }
      }
    },
  },

  {
    name: 'lists the configuration of mappings',
    async holds(engine) {
      const samples = configurationSamples(engine.target);
      expect(samples.filter(({ values }) => values.length === 0).map(({ key }) => key)).toEqual([]);
      const most = Math.max(...samples.map(({ values }) => values.length));
      // One value of each key at a time.
      const batches = Array.from({ length: most }, (_, turn) =>
        samples.flatMap(({ key, values }) =>
          values
            .slice(turn, turn + 1)
            .map((value) => ({ label: `${key}=${shortText(value)}`, value: { [key]: value } })),
        ),
      );
      await takenOf(engine, `values of ${samples.length} configuration keys`, batches, asConfiguration);
    },
  },
];
