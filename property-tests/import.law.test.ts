import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueAt, type JsonObject, type JsonValue } from '#domain/json';
import {
  extractMappingsDefinition,
  hasSeveralTypes,
  importErrorText,
  validateMappings,
  type ImportError,
} from '#domain/mapping';
import { locateMappings } from '#domain/template';
import { mappings } from '../tests/builders/definitions.ts';
import { memberName } from '../tests/builders/names.ts';
import { isSameJson, jsonValue, objectOf } from '../tests/builders/values.ts';
import { isPlainObject, own } from '../tests/builders/walk.ts';
import { NO_CORPUS, readCorpus } from '../tests/corpus.ts';
import { checkLaw, expectMoreThan } from './law.ts';

/** What import rightly finds wrong in a mapping of the corpus, and why; OpenSearch 3.4 refuses each of them. */
const WRONG: ReadonlyMap<string, string> = new Map([
  ['logschema-alb-raw__2b9f9368', 'The type configuration is invalid.'],
  ['logs-otel-v1-index-standard-template__08ddb2af', 'The path parameter on field observedTime is invalid.'],
  ['disable-objects__0e73d246', 'The disable_objects parameter on field metrics.cpu.usage is invalid.'],
]);

/** Of a thousand. A law over mappings that are all whole proves nothing. */
const LEAST_DAMAGED = 500;

/** Mappings as they are made for the other laws, with junk strewn over them. */
function damaged(): fc.Arbitrary<JsonValue> {
  const junk = fc.tuple(
    fc.oneof(memberName(), fc.constantFrom('_source', '_routing', 'dynamic', 'name', 'null_value', 'meta', 'index')),
    jsonValue(2),
  );
  return fc
    .tuple(mappings(), fc.array(fc.tuple(fc.nat(), junk), { maxLength: 6 }))
    .map(([whole, damage]) =>
      damage.reduce<JsonObject>((now, [where, [name, value]]) => withJunk(now, where, name, value), whole),
    );
}

/** Puts a member into one of the objects of a value, chosen by a number. */
function withJunk(whole: JsonObject, where: number, name: string, value: JsonValue): JsonObject {
  const inner = Object.keys(whole).filter((key) => isPlainObject(own(whole, key)));
  const target = inner[where % (inner.length + 1)];
  if (target === undefined) return objectOf([...Object.entries(whole).filter(([key]) => key !== name), [name, value]]);
  return objectOf(
    Object.entries(whole).map(([key, each]) => [
      key,
      key === target ? withJunk(each as JsonObject, where >> 1, name, value) : each,
    ]),
  );
}

/** What differs between mappings and what import left of them, told in the order of the specification. */
function difference(before: JsonObject, after: JsonObject): readonly ImportError[] {
  const changed = Object.keys(before).filter((name) => name !== 'properties' || own(after, name) === undefined);
  const configuration = changed.filter(
    (name) => !Object.hasOwn(after, name) || !isSameJson(own(before, name) as JsonValue, own(after, name) as JsonValue),
  );
  const fields = isPlainObject(own(before, 'properties')) ? own(before, 'properties') : {};
  return [
    ...configuration
      .sort((a, b) => (a < b ? -1 : 1))
      .map((configName): ImportError => ({ code: 'ERR_CONFIG', configName })),
    ...inContainer(fields as JsonObject, (own(after, 'properties') ?? {}) as JsonObject, ''),
  ];
}

function inContainer(before: JsonObject, after: JsonObject, prefix: string): readonly ImportError[] {
  return Object.keys(before).flatMap((name): readonly ImportError[] => {
    const fieldPath = prefix + name;
    return Object.hasOwn(after, name)
      ? inDefinition(own(before, name) as JsonObject, own(after, name) as JsonObject, fieldPath)
      : [{ code: 'ERR_FIELD', fieldPath }];
  });
}

function inDefinition(before: JsonObject, after: JsonObject, fieldPath: string): readonly ImportError[] {
  const below = Object.keys(before).flatMap((name) =>
    (name === 'properties' || name === 'fields') && Object.hasOwn(after, name)
      ? inContainer(own(before, name) as JsonObject, own(after, name) as JsonObject, `${fieldPath}.`)
      : [],
  );
  const missing = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return [...below, ...missing.map((paramName): ImportError => ({ code: 'ERR_PARAMETER', fieldPath, paramName }))];
}

describe('import', () => {
  it('is idempotent: what it leaves has nothing wrong, and is left as it is', () => {
    let damagedOnes = 0;
    checkLaw('import is idempotent', damaged(), (input) => {
      const { value, errors } = validateMappings(input);
      const again = validateMappings(value);
      expect(again.errors).toEqual([]);
      expect(again.value).toBe(value);
      if (errors.length > 0) damagedOnes++;
    });
    expectMoreThan(LEAST_DAMAGED, damagedOnes, 'inputs with something wrong');
  });

  it('reports exactly what it changed, in the order of the document', () => {
    checkLaw('import reports what it changed', damaged(), (input) => {
      const { value, errors } = validateMappings(input);
      expect(errors).toEqual(difference(input as JsonObject, value));
      if (errors.length === 0) expect(value).toBe(input);
    });
  });

  it('never throws, whatever it is given', () => {
    checkLaw('import never throws', fc.oneof(jsonValue(4), fc.record({ properties: jsonValue(4) })), (input) => {
      const { value, errors } = validateMappings(input);
      expect(errors.map(importErrorText)).toHaveLength(errors.length);
      expect(validateMappings(value).errors).toEqual([]);
      extractMappingsDefinition(input);
      hasSeveralTypes(input);
    });
  });

  it('finds nothing wrong in real mappings that an engine accepts', (context) => {
    const corpus = readCorpus();
    if (corpus === undefined) return context.skip(NO_CORPUS);
    const seen = { whole: 0, several: 0, without: 0, wrong: 0 };
    for (const { file, kind, body } of corpus) {
      if (kind === 'rest-rejected') continue;
      const mappings = valueAt(body, locateMappings(body).mappingsAt);
      if (!isPlainObject(mappings)) seen.without++;
      else if (hasSeveralTypes(mappings)) seen.several++;
      else {
        const result = validateMappings(mappings);
        const expected = [...WRONG].find(([name]) => file.includes(name))?.[1];
        expect(result.errors.map(importErrorText), file).toEqual(expected === undefined ? [] : [expected]);
        if (expected === undefined) expect(result.value, file).toBe(mappings);
        seen[expected === undefined ? 'whole' : 'wrong']++;
      }
    }
    // eslint-disable-next-line no-console -- what was looked at has to be seen
    console.info(
      `Import of the corpus: ${seen.whole} mappings whole, ${seen.several} of several types, ${seen.without} without mappings, ${seen.wrong} rightly found wrong.`,
    );
    expect(seen.whole).toBeGreaterThan(1_000);
    expect(seen.wrong).toBe(WRONG.size);
  });
});
