import fc from 'fast-check';
import type { JsonObject, JsonValue } from '#domain/json';
import {
  extractMappingsDefinition,
  hasSeveralTypes,
  importErrorText,
  validateMappings,
  type ImportError,
} from '#domain/mapping';
import { mappings } from '../generate/definitions.ts';
import { memberName } from '../generate/names.ts';
import { isSameJson, jsonValue, objectOf } from '../generate/values.ts';
import { isPlainObject, own } from '../generate/walk.ts';
import { expect } from './expect.ts';

/** Mappings with junk strewn over them: as they are made for the other laws, or those that are given. */
export function damagedMappings(whole: fc.Arbitrary<JsonObject> = mappings()): fc.Arbitrary<JsonObject> {
  const junk = fc.tuple(
    fc.oneof(memberName(), fc.constantFrom('_source', '_routing', 'dynamic', 'name', 'null_value', 'meta', 'index')),
    jsonValue(2),
  );
  return fc
    .tuple(whole, fc.array(fc.tuple(fc.nat(), junk), { maxLength: 6 }))
    .map(([start, damage]) =>
      damage.reduce<JsonObject>((now, [where, [name, value]]) => withJunk(now, where, name, value), start),
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

/** Any JSON, and what looks a little like mappings. */
export function anyText(): fc.Arbitrary<JsonValue> {
  return fc.oneof(jsonValue(4), fc.record({ properties: jsonValue(4) }));
}

/** What must hold of an import; each throws where it does not. */
export const IMPORT_LAWS = {
  'import is idempotent: what it leaves has nothing wrong, and is left as it is': (input: JsonValue) => {
    const { value } = validateMappings(input);
    const again = validateMappings(value);
    expect(again.errors).toEqual([]);
    expect(again.value).toBe(value);
  },
  'import reports exactly what it changed, in the order of the document': (input: JsonValue) => {
    const { value, errors } = validateMappings(input);
    if (isPlainObject(input) && isPlainObject(own(input, 'properties')))
      expect(errors).toEqual(difference(input, value));
    if (errors.length === 0 && isPlainObject(input)) expect(value).toBe(input);
  },
  'import never throws, whatever it is given': (input: JsonValue) => {
    const { value, errors } = validateMappings(input);
    expect(errors.map(importErrorText)).toHaveLength(errors.length);
    expect(validateMappings(value).errors).toEqual([]);
    extractMappingsDefinition(input);
    hasSeveralTypes(input);
  },
} as const satisfies Readonly<Record<string, (input: JsonValue) => void>>;

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
