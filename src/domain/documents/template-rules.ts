import { fitsPattern } from '../console/wildcard.ts';
import {
  isArray,
  isObject,
  member,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { regexPattern, type NameMatcher } from './name-pattern.ts';

/** What dynamic mapping takes a value for, in the words of `match_mapping_type`. */
export type DynamicType = 'string' | 'long' | 'double' | 'boolean' | 'date' | 'object';

/** The type of a field where a template names none. */
const DEFAULT_TYPES: Readonly<Record<DynamicType, string>> = {
  string: 'text',
  long: 'long',
  double: 'float',
  boolean: 'boolean',
  date: 'date',
  object: 'object',
};
const RUNTIME_TYPES: Readonly<Record<DynamicType, string>> = {
  string: 'keyword',
  long: 'long',
  double: 'double',
  boolean: 'boolean',
  date: 'date',
  object: 'object',
};

/** A new field that a template may define. */
export interface NewField {
  readonly name: string;
  /** Dotted. */
  readonly path: string;
  readonly type: DynamicType;
}

/** A dynamic template that was read once. */
export interface TemplateRule {
  readonly name: string;
  readonly container: 'properties' | 'runtime';
  /** Null where it can't be told. */
  matches(field: NewField): boolean | null;
  definitionFor(field: NewField): JsonObject;
}

/** The templates of mappings in their order; what is none is left out, as the mappings would be refused. */
export function templateRules(templates: JsonValue | undefined): readonly TemplateRule[] {
  if (!isArray(templates)) return [];
  return templates.flatMap((item): readonly TemplateRule[] => {
    const [name, ...others] = isObject(item) ? Object.keys(item) : [];
    const template = isObject(item) && name !== undefined ? member(item, name) : undefined;
    return name === undefined || others.length > 0 || !isObject(template) ? [] : [ruleOf(name, template)];
  });
}

const listOf = (value: JsonValue | undefined): readonly string[] | undefined =>
  value === undefined || value === null ? undefined : (isArray(value) ? value : [value]).map(String);

function ruleOf(name: string, template: JsonObject): TemplateRule {
  const isRegex = member(template, 'match_pattern') === 'regex';
  const matchers = (key: string): readonly (NameMatcher | null)[] | undefined =>
    listOf(member(template, key))?.map((pattern) =>
      isRegex ? regexPattern(pattern) : (name) => fitsPattern(name, pattern),
    );
  const [match, unmatch] = [matchers('match'), matchers('unmatch')];
  const [pathMatch, pathUnmatch] = [matchers('path_match'), matchers('path_unmatch')];
  const types = listOf(member(template, 'match_mapping_type'));
  const otherTypes = listOf(member(template, 'unmatch_mapping_type'));
  const runtime = member(template, 'runtime');
  const definition = runtime === undefined ? member(template, 'mapping') : runtime;
  const container = runtime === undefined ? 'properties' : 'runtime';
  return {
    name,
    container,
    matches: ({ name: field, path, type }) => {
      // Requests can still name such a template for a field.
      if (types === undefined && match === undefined && pathMatch === undefined) return false;
      if (types !== undefined && !types.includes('*') && !types.includes(type)) return false;
      if (otherTypes !== undefined && (otherTypes.includes('*') || otherTypes.includes(type))) return false;
      // Runtime fields hold no objects.
      if (container === 'runtime' && type === 'object') return false;
      return allOf(
        anyOf(match, field, true),
        not(anyOf(unmatch, field, false)),
        anyOf(pathMatch, path, true),
        not(anyOf(pathUnmatch, path, false)),
      );
    },
    definitionFor: (field) => {
      const made = isObject(definition) ? filled(definition, field) : {};
      const whole = isObject(made) ? made : {};
      const assumed = (container === 'runtime' ? RUNTIME_TYPES : DEFAULT_TYPES)[field.type];
      return member(whole, 'type') === undefined ? { type: assumed, ...whole } : whole;
    },
  };
}

/** Three values: null is what can't be told. */
type Told = boolean | null;
const UNTOLD = null;

function anyOf(matchers: readonly (NameMatcher | null)[] | undefined, name: string, otherwise: boolean): Told {
  if (matchers === undefined) return otherwise;
  if (matchers.some((matches) => matches?.(name) === true)) return true;
  return matchers.includes(null) ? UNTOLD : false;
}

const not = (told: Told): Told => (told === null ? UNTOLD : !told);

function allOf(...told: readonly Told[]): Told {
  if (told.includes(false)) return false;
  return told.includes(null) ? UNTOLD : true;
}

/** A definition with what stands for the name and the type of the field put in, in keys as well. */
function filled(value: JsonValue, field: NewField): JsonValue {
  if (typeof value === 'string') return filledText(value, field);
  if (isArray(value)) return value.map((item) => filled(item, field));
  if (!isObject(value)) return value;
  const copy: MutableJsonObject = {};
  for (const key of Object.keys(value)) setMember(copy, filledText(key, field), filled(value[key] as JsonValue, field));
  return copy;
}

function filledText(text: string, { name, type }: NewField): string {
  return text
    .replaceAll('{name}', () => name)
    .replaceAll('{dynamic_type}', () => DEFAULT_TYPES[type])
    .replaceAll('{dynamicType}', () => DEFAULT_TYPES[type]);
}
