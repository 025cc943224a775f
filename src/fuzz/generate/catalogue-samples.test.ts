import { describe, expect, it } from 'vitest';
import { CATALOGUE, parametersOf, typeNames, validateParameter, type Distribution } from '#domain/catalogue';
import { validateMappings } from '#domain/mapping';
import { maximalSample, minimalSample, parameterSamples, sampleValue, sampleValues } from './catalogue-samples.ts';
import { BESIDE, INSTEAD, LEFT_OUT_OF_MAXIMUM, VALUES } from './sample-exceptions.ts';

const everyUse = typeNames().flatMap((type) => parametersOf(type).map((parameter) => ({ type, parameter })));

describe('samples of the catalogue', () => {
  it('are there for each parameter of each type, and right in the eyes of its entry', () => {
    for (const { type, parameter } of everyUse) {
      const values = sampleValues(type, parameter);
      const where = `${type}.${parameter.name}`;
      expect(values.length, where).toBeGreaterThan(0);
      for (const value of values)
        expect([parameter.accepts(value), validateParameter(type, parameter.name, value)], where).toEqual([true, null]);
      expect(values, where).toContainEqual(sampleValue(type, parameter));
    }
  });

  it('are fields that import finds nothing wrong in', () => {
    for (const type of typeNames()) {
      const samples = [minimalSample(type), maximalSample(type), ...parameterSamples(type)];
      const properties = Object.fromEntries(samples.map(({ definition }, index) => [`field_${index}`, definition]));
      expect(validateMappings({ properties }).errors, type).toEqual([]);
    }
  });

  it('differ from the default where there is another value', () => {
    expect(sampleValue('keyword', CATALOGUE.parameterOf('keyword', 'doc_values') ?? never())).toBe(false);
    expect(sampleValue('binary', CATALOGUE.parameterOf('binary', 'doc_values') ?? never())).toBe(true);
  });

  it('are those that a target knows', () => {
    const names = (distribution: Distribution, version: string) =>
      new Set(parameterSamples('text', { distribution, version }).map(({ parameter }) => parameter));
    expect(names('elasticsearch', '9.5.3')).not.toContain('boost');
    expect(names('opensearch', '3.4.0')).toContain('boost');
  });

  it('have no exception for what is not in the catalogue', () => {
    const known = new Set([
      '*',
      ...typeNames(),
      ...everyUse.flatMap(({ type, parameter: { name } }) => [name, `${type}.${name}`]),
    ]);
    const named = [VALUES, BESIDE, INSTEAD, LEFT_OUT_OF_MAXIMUM].flatMap((exceptions) => Object.keys(exceptions));
    expect(named.filter((name) => !known.has(name.replace(/=.*/, '')))).toEqual([]);
  });
});

function never(): never {
  throw new Error('The catalogue has no such parameter.');
}
