import { expect } from 'vitest';
import { isKnownBy, parametersOf, type TargetEngine } from '#domain/catalogue';
import { formatJson, type JsonValue } from '#domain/json';
import { parameterSample, SAMPLE_FIELDS, sampleValue } from '../../../src/fuzz/generate/catalogue-samples.ts';
import { letThrough } from '../../builders/form-probes.ts';
import { report, type Engine, type EngineCheck } from '../engine.ts';
import { FORM_DIFFERENCES, type FormDifference } from './form-differences.ts';
import { absencesOf } from '../../../src/fuzz/generate/known-absences.ts';
import { asMembers, offeredTypes, refusals, sortRefusals, type Candidate } from './trial.ts';

const LONGEST_VALUE = 60;
const shortText = (value: JsonValue) => formatJson(value).slice(0, LONGEST_VALUE);

/** A field with nothing but what its form asks for. */
function barestField(type: string, target: TargetEngine): Candidate {
  const required = parametersOf(type, target).filter(({ isRequired }) => isRequired === true);
  const parameters = required.map((parameter) => [parameter.name, sampleValue(type, parameter)] as const);
  return { label: type, value: { type, ...Object.fromEntries(parameters) } };
}

/** Every value that the forms let through, in a definition of its own. */
function fieldsOfForms(types: readonly string[], target: TargetEngine): readonly Candidate[] {
  return types.flatMap((type) =>
    parametersOf(type, target).flatMap((parameter) =>
      letThrough(type, parameter, target).map((value) => ({
        label: `${type}.${parameter.name}=${shortText(value)}`,
        value: parameterSample(type, parameter, value).definition,
      })),
    ),
  );
}

/** Tries the fields, and holds what is refused against what is known to differ; returns what was taken. */
async function takenOf(engine: Engine, what: string, fields: readonly Candidate[]): Promise<readonly string[]> {
  const { target } = engine;
  const differences = FORM_DIFFERENCES.filter(({ engines }) => engines === undefined || isKnownBy(engines, target));
  const trial = {
    engine,
    mappingsWith: (some: readonly Candidate[]) => ({
      properties: { ...SAMPLE_FIELDS, other: { type: 'text' }, ...asMembers(some) },
    }),
    isSuspect: (label: string) =>
      absencesOf(target, label).length > 0 || differences.some(({ field }) => field.test(label)),
  };
  const refused = await refusals(trial, fields);
  const { known, unexpected } = sortRefusals(target, refused);
  const isDifference = (refusal: string) => differences.some((difference) => describes(difference, refusal));
  expect.soft(unexpected.filter((refusal) => !isDifference(refusal))).toEqual([]);
  const labels = new Set(refused.map(({ label }) => label));
  const taken = fields.map(({ label }) => label).filter((label) => !labels.has(label));
  const absent = [...known.values()].flat().length;
  report(
    target,
    `${taken.length} of ${fields.length} ${what} taken, ${absent} absent from the artifacts, ` +
      `${unexpected.filter(isDifference).length} known to differ.`,
  );
  return taken;
}

function describes({ field, says }: FormDifference, refusal: string): boolean {
  return field.test(refusal) && says.test(refusal);
}

export const FORM_CHECKS: readonly EngineCheck[] = [
  {
    name: 'is taken by the engine',
    timeoutMs: 300_000,
    async holds(engine) {
      const { target } = engine;
      const types = await takenOf(
        engine,
        'types with what their forms ask for',
        offeredTypes(target).map((type) => barestField(type, target)),
      );
      expect(types.length).toBeGreaterThan(0);
      const values = await takenOf(engine, 'values of parameters', fieldsOfForms(types, target));
      expect(values.length).toBeGreaterThan(types.length);
    },
  },
];
