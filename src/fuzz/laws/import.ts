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
import { spelled } from '../generate/literals.ts';
import { memberName } from '../generate/names.ts';
import { isSameJson, jsonValue, objectOf } from '../generate/values.ts';
import { isPlainObject, own } from '../generate/walk.ts';
import { expect } from './expect.ts';

/** Mappings with junk strewn over them: as they are made for the other laws, or those that are given. */
export function damagedMappings(whole: fc.Arbitrary<JsonObject> = mappings()): fc.Arbitrary<JsonObject> {
  const junk = fc.oneof(
    fc.tuple(
      fc.oneof(
        memberName(),
        fc.constantFrom(
          '_source',
          '_routing',
          'dynamic',
          'name',
          'null_value',
          'meta',
          'index',
          ...MEMBER_KINDS.keys(),
        ),
      ),
      jsonValue(2),
    ),
    fc.tuple(fc.constant('_source'), sourceMembers()),
    fc.tuple(fc.constantFrom(...ROOT_MEMBERS.keys()), rootValue()),
  );
  return fc.tuple(whole, fc.nat(), fc.array(fc.tuple(fc.nat(), junk), { maxLength: 6 })).map(([start, seed, damage]) =>
    spelled(
      damage.reduce<JsonObject>((now, [where, [name, value]]) => withJunk(now, where, name, value), start),
      seed,
    ),
  );
}

/** Members of `_source`, some of which no engine has, and values that no engine takes. */
function sourceMembers(): fc.Arbitrary<JsonObject> {
  const name = fc.oneof(fc.constantFrom(...SOURCE_MEMBERS), memberName());
  const value = fc.oneof(
    fc.constantFrom<JsonValue>(true, false, ['a'], [], 'stored', 'synthetic', null, 3),
    jsonValue(1),
  );
  return fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 }).map(objectOf);
}

/** The JSON type that engines' parsers expect for container members of mappings. */
const MEMBER_KINDS: ReadonlyMap<string, 'object' | 'list'> = new Map([
  ['properties', 'object'],
  ['runtime', 'object'],
  ['derived', 'object'],
  ['composite', 'object'],
  ['dynamic_templates', 'list'],
]);

/** Members of `_source` that engines accept. */
const SOURCE_MEMBERS: readonly string[] = [
  'enabled',
  'includes',
  'excludes',
  'mode',
  'recovery_source_enabled',
  'recovery_source_includes',
  'recovery_source_excludes',
];

const isBoolean = (value: JsonValue) => [true, false, 'true', 'false'].includes(value as string | boolean);
const isText = (value: JsonValue) => typeof value === 'string';

/** What engines take of the members of mappings that say one thing each, by the engines' own parsers. */
const ROOT_MEMBERS: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map([
  ['date_detection', isBoolean],
  ['numeric_detection', isBoolean],
  ['enabled', isBoolean],
  ['subobjects', (value: JsonValue) => isBoolean(value) || value === 'auto'],
  [
    'dynamic',
    (value: JsonValue) =>
      isBoolean(value) ||
      ['strict', 'runtime', 'strict_allow_templates', 'false_allow_templates'].includes(value as string),
  ],
  [
    'dynamic_date_formats',
    (value: JsonValue) => isText(value) || (Array.isArray(value) && value.every((each: JsonValue) => isText(each))),
  ],
  ['_meta', isPlainObject],
  ['_source', isPlainObject],
  [
    '_routing',
    (value: JsonValue) =>
      isPlainObject(value) &&
      Object.entries(value).every(
        ([name, each]) => (name === 'required' && isBoolean(each)) || (name === 'path' && isText(each)),
      ),
  ],
]);

/** Values of which each is right for some of those members. */
function rootValue(): fc.Arbitrary<JsonValue> {
  return fc.oneof(
    fc.constantFrom<JsonValue>(true, 'false', 'auto', 'strict', 'runtime', 'yyyy', ['yyyy', 'MM'], []),
    fc.constantFrom<JsonValue>({}, { a: 1 }, { required: true }, { required: 'no' }, null, 3),
    jsonValue(1),
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
  const plain = fc.oneof(jsonValue(4), fc.record({ properties: jsonValue(4) }));
  return fc.tuple(plain, fc.nat()).map(([value, seed]) => spelled(value, seed));
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
  'import asks of each list of members whether an engine has it so: what is right stays, and nothing else does': (
    input: JsonValue,
  ) => {
    if (!isPlainObject(input)) return;
    const { value } = validateMappings(input);
    for (const [name, kind] of MEMBER_KINDS) {
      const given = own(input, name);
      const isRight = kind === 'object' ? isPlainObject(given) : Array.isArray(given);
      expect(Object.hasOwn(value, name)).toBe(isRight);
    }
    const source = own(input, '_source');
    if (!isPlainObject(source)) return;
    const right = Object.keys(source).filter(
      (name) => SOURCE_MEMBERS.includes(name) && isRightInSource(name, own(source, name)),
    );
    expect(Object.keys((own(value, '_source') ?? {}) as JsonObject)).toEqual(right);
  },
  'import keeps what an engine takes of the members of mappings that say one thing each, and nothing else': (
    input: JsonValue,
  ) => {
    if (!isPlainObject(input)) return;
    const { value } = validateMappings(input);
    for (const [name, isTaken] of ROOT_MEMBERS) {
      const given = own(input, name);
      if (given === undefined) continue;
      expect(Object.hasOwn(value, name), name).toBe(isTaken(given));
      if (name !== '_source' && isTaken(given)) expect(own(value, name)).toBe(given);
    }
  },
  'import never throws, whatever it is given': (input: JsonValue) => {
    const { value, errors } = validateMappings(input);
    expect(errors.map(importErrorText)).toHaveLength(errors.length);
    expect(validateMappings(value).errors).toEqual([]);
    extractMappingsDefinition(input);
    hasSeveralTypes(input);
  },
} as const satisfies Readonly<Record<string, (input: JsonValue) => void>>;

function isRightInSource(name: string, value: JsonValue | undefined): boolean {
  if (name === 'mode') return value === 'stored' || value === 'synthetic' || value === 'disabled';
  if (name === 'enabled' || name === 'recovery_source_enabled')
    return value === true || value === false || value === 'true' || value === 'false';
  return Array.isArray(value) && value.every((item: JsonValue) => typeof item === 'string');
}

/** The parts of mappings that an import left out: the configuration first, then the fields. */
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
