import { afterAll, describe, expect } from 'vitest';
import { formatJson, isKnownBy, parametersOf, typeEntry, typeNames, type JsonValue } from '../../src/domain/index.ts';
import { maximalSample, minimalSample, parameterSamples, type FieldSample } from '../builders/catalogue-samples.ts';
import { itOnEachEngine, type Engine } from './engine.ts';
import { asFields, refusals, sortRefusals, type Candidate } from './trial.ts';

/** In one line for each engine: what was tried, and what it lacks. */
const accounts = new Map<string, string[]>();

// eslint-disable-next-line no-console -- what was left out has to be seen
afterAll(() => accounts.forEach((parts, engine) => console.info(`${engine}: ${parts.join('; ')}.`)));

/** Tries what an engine should know; gives what it took. What it refuses must be known to be absent. */
async function takenOf(engine: Engine, what: string, candidates: readonly Candidate[], mappingsWith = asFields): Promise<readonly Candidate[]> {
  const refused = await refusals(engine, candidates, mappingsWith);
  const { known, unexpected } = sortRefusals(engine.target, refused);
  expect(unexpected).toEqual([]);
  const labels = new Set(refused.map(({ label }) => label));
  const taken = candidates.filter(({ label }) => !labels.has(label));
  const absent = [...known].map(([because, names]) => `, not ${names.join(' ')} (${because})`);
  const name = `${engine.target.distribution} ${engine.target.version}`;
  accounts.set(name, [...(accounts.get(name) ?? []), `${taken.length} ${what} taken${absent.join('')}`]);
  return taken;
}

const labelOf = ({ type, parameter, value }: FieldSample) => (parameter === undefined ? type : `${type}.${parameter}=${shortText(value)}`);
const shortText = (value: JsonValue | undefined) => (value === undefined ? '' : formatJson(value).slice(0, 60));
const candidateOf = (sample: FieldSample): Candidate => ({ label: labelOf(sample), value: sample.definition });

describe('the catalogue', () => {
  itOnEachEngine('lists types and parameters that the engine takes', async (engine) => {
    const { target } = engine;
    const listed = typeNames().filter((type) => isKnownBy(typeEntry(type)?.engines ?? {}, target));
    const types = (await takenOf(engine, 'types', listed.map((type) => candidateOf(minimalSample(type))))).map(({ label }) => label);
    const samples = types.flatMap((type) => parameterSamples(type, target));
    await takenOf(engine, `values of ${types.flatMap((type) => parametersOf(type, target)).length} parameters`, samples.map(candidateOf));
    await takenOf(engine, 'types with all of their parameters', types.map((type) => candidateOf(maximalSample(type, target))));
  });
});
