import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isObject, type JsonObject, type JsonValue } from '#domain/json';
import { jsonCases } from './json-cases.ts';

const deep = { keep: { a: [1, { bad: true, other: 2 }], b: 3 }, c: { d: {} } };

it('makes cases smaller as JSON, for as long as they are whole', () => {
  const isBad = (value: JsonValue): boolean =>
    isObject(value)
      ? Object.hasOwn(value, 'bad') || Object.values(value).some(isBad)
      : Array.isArray(value) && (value as readonly JsonValue[]).some(isBad);
  const cases = jsonCases<JsonObject>(
    () => deep,
    (value) => isObject(value) && isObject(value['keep'] ?? null),
  );
  const { counterexample } = fc.check(
    fc.property(cases, (value) => !isBad(value)),
    { numRuns: 1, seed: 1 },
  );
  expect(counterexample?.[0]).toEqual({ keep: { a: [{ bad: true }] } });
});

it('makes the same case of the same seed', () => {
  const cases = jsonCases<JsonValue>(
    (random) => random.below(1_000_000),
    () => true,
  );
  const made = (seed: number) => fc.sample(cases, { seed, numRuns: 3 });
  expect(made(1)).toEqual(made(1));
  expect(made(2)).not.toEqual(made(1));
});
