import { describe, expect, it } from 'vitest';
import { parameterSamples } from '../../fuzz/generate/catalogue-samples.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import { impliedFields } from '../documents/fields.ts';
import { tryDocument } from '../documents/try-document.ts';
import { lint } from '../lint/lint.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { foreseenRefusals } from './foreseen-refusals.ts';

const TARGETS: readonly TargetEngine[] = [
  { distribution: 'elasticsearch', version: '9.5.3' },
  { distribution: 'opensearch', version: '3.4.0' },
];

/** Names that every object of JavaScript has. */
const NAMES = ['constructor', 'toString', '__proto__'] as const;

/** All parameters of a type at once, whether or not they go together. */
function withAllParameters(type: string): JsonObject {
  const samples = parameterSamples(type).map(({ definition }) => definition);
  return Object.assign({ type }, ...samples) as JsonObject;
}

const objectOf = (name: string, value: JsonValue): JsonObject => Object.fromEntries([[name, value]]);

/** What outsiders may put in a parameter by such a name. */
const valuesOf = (name: string): readonly JsonValue[] => [
  name,
  [name],
  objectOf(name, name),
  objectOf(name, {}),
  { name, engine: name, space_type: name, type: name },
  { name: 'hnsw', engine: name },
];

describe.each(TARGETS)('names that every object has, on $distribution', (target) => {
  const refusalsOf = (definition: JsonValue, name = 'f') =>
    foreseenRefusals({}, { properties: objectOf(name, definition) }, target).map(({ at, reason }) => `${at} ${reason}`);

  const lintAndTry = (mappings: JsonObject, settings: JsonObject = {}) => {
    const body: JsonObject = { template: { settings, mappings } };
    lint({ body, mappingsAt: '/template/mappings', kind: 'component template', target });
    for (const value of [1, 'a', { constructor: 1 }]) tryDocument({ mappings, settings, engine: target }, { f: value });
  };

  it.each(CATALOGUE.typeNames())('are judged in each parameter of %s', (type) => {
    const all = withAllParameters(type);
    for (const parameter of Object.keys(all).filter((key) => key !== 'type'))
      for (const name of NAMES)
        for (const value of valuesOf(name)) {
          const definition: JsonObject = { ...all, [parameter]: value };
          const refusals = refusalsOf(definition);
          expect(refusals.every((refusal) => !/native code|undefined|\[object/.test(refusal))).toBe(true);
          expect(() => lintAndTry({ properties: { f: definition } })).not.toThrow();
        }
  });

  it.each(NAMES)('are types that no engine has: %s', (name) => {
    const asNoSuch = refusalsOf({ type: 'no_such' }).map((refusal) => refusal.replaceAll('no_such', name));
    expect(refusalsOf({ type: name })).toEqual(asNoSuch);
    expect(impliedFields({ properties: { f: { type: name } } })).toBe(0);
  });

  it.each(NAMES)('are parameters that no type has: %s', (name) => {
    const refusals = refusalsOf({ type: 'keyword', ...objectOf(name, 1) });
    expect(refusals).toEqual([`/properties/f/${name} The cluster doesn’t support the parameter ${name} of keyword.`]);
  });

  it.each(NAMES)('are members of a setting that is a number: %s', (name) => {
    const value = objectOf(name, name);
    const mappings: JsonObject = { properties: { f: { type: 'keyword', ignore_above: value } } };
    const settings = { mapping: { total_fields: { limit: value } } };
    const flat = { 'index.mapping.total_fields.limit': value, 'index.routing_partition_size': value };
    expect(foreseenRefusals({}, { properties: { f: { type: 'keyword' } } }, target, flat)).toEqual([]);
    expect(() => lintAndTry(mappings, settings)).not.toThrow();
  });

  it.each(NAMES)('are fields like any other: %s', (name) => {
    expect(refusalsOf({ type: 'keyword' }, name)).toEqual([]);
  });
});
