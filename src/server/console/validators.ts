import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { isObject, type JsonObject } from '#domain/json';

/**
 * Where a value differs from its schema, as a JSON Pointer below the part of the request or response that it is in, and
 * how.
 */
export interface Issue {
  readonly at: string;
  readonly reason: string;
}

/** More would say nothing new, and to find all of a million takes a quarter of a minute. */
export const MAX_ISSUES = 10;
/**
 * The library describes the faults of values up to this many parts: it looks at each of them, however many issues it
 * has found.
 */
const MAX_DESCRIBED_PARTS = 200;

/** By the schema itself: the schemas of the contracts are constants. */
const validators = new WeakMap<TSchema, Validator>();

/**
 * The first differences of a value from its schema, at most {@link MAX_ISSUES} and one to say that there are more; none
 * where it conforms. A schema is compiled when it is first asked for. Cost: the value is checked once for each level
 * down to a difference.
 */
export function issuesIn(schema: TSchema, value: unknown, at: string): readonly Issue[] {
  const found: Issue[] = [];
  collect(schema, value, at, found);
  return found;
}

export function placeIn(at: string, key: string): string {
  return `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The members of a schema that lead further down; what else it says is for the library. */
interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

function collect(schema: TSchema, value: unknown, at: string, found: Issue[]): void {
  if (isFull(found) || conforms(schema, value)) return;
  const before = found.length;
  const shape = schema as Shape;
  const excess = excessOf(shape, value);
  if (excess !== undefined) found.push({ at, reason: excess });
  else if (isObject(value)) collectMembers(shape, value, at, found);
  else if (Array.isArray(value) && shape.items !== undefined) {
    for (let index = 0; index < value.length && !isFull(found); index++)
      collect(shape.items, value[index], `${at}/${index}`, found);
  }
  if (found.length === before) found.push(...described(schema, value, at).slice(0, MAX_ISSUES + 1 - found.length));
}

/** The error for a value with too many items or members, which are not checked then. */
function excessOf({ maxItems, maxProperties }: Shape, value: unknown): string | undefined {
  if (Array.isArray(value) && maxItems !== undefined && value.length > maxItems)
    return `must not have more than ${maxItems.toLocaleString('en')} items`;
  if (isObject(value) && maxProperties !== undefined && Object.keys(value).length > maxProperties)
    return `must not have more than ${maxProperties.toLocaleString('en')} members`;
  return undefined;
}

function collectMembers(
  { properties, required = [], additionalProperties, patternProperties }: Shape,
  value: JsonObject,
  at: string,
  found: Issue[],
): void {
  if (properties !== undefined) {
    for (const key of required)
      if (!Object.hasOwn(value, key)) found.push({ at: placeIn(at, key), reason: 'is missing' });
    for (const [key, schema] of Object.entries(properties))
      if (Object.hasOwn(value, key)) collect(schema, value[key], placeIn(at, key), found);
    if (additionalProperties !== false) return;
    for (const key of Object.keys(value)) {
      if (isFull(found)) return;
      if (!Object.hasOwn(properties, key)) found.push({ at: placeIn(at, key), reason: 'is unknown' });
    }
  } else if (patternProperties !== undefined) {
    // A record has one pattern, which every key fits.
    const [schema] = Object.values(patternProperties);
    if (schema === undefined) return;
    for (const key of Object.keys(value)) {
      if (isFull(found)) return;
      collect(schema, value[key], placeIn(at, key), found);
    }
  }
}

/** The errors that the library reports for an invalid value. */
function described(schema: TSchema, value: unknown, at: string): readonly Issue[] {
  const isSmall = partsOf(value, MAX_DESCRIBED_PARTS) < MAX_DESCRIBED_PARTS;
  const issues = (isSmall ? validatorOf(schema).Errors(value) : []).flatMap((error): readonly Issue[] => {
    const place = `${at}${error.instancePath}`;
    if (error.keyword === 'additionalProperties')
      return error.params.additionalProperties.map((key) => ({ at: placeIn(place, key), reason: 'is unknown' }));
    if (error.keyword === 'required')
      return error.params.requiredProperties.map((key) => ({ at: placeIn(place, key), reason: 'is missing' }));
    // Beside the errors of the choices, and of each unknown member, these say nothing.
    return error.keyword === 'anyOf' || error.keyword === 'boolean' ? [] : [{ at: place, reason: error.message }];
  });
  return issues.length > 0 ? issues : [{ at, reason: 'matches none of the accepted forms' }];
}

/** How many values a value is made of, itself included; not counted beyond `limit`. */
function partsOf(value: unknown, limit: number): number {
  let parts = 1;
  if (typeof value !== 'object' || value === null) return parts;
  for (const key in value) {
    if (parts >= limit) break;
    parts += partsOf((value as JsonObject)[key], limit - parts);
  }
  return parts;
}

function isFull(found: readonly Issue[]): boolean {
  return found.length > MAX_ISSUES;
}

function conforms(schema: TSchema, value: unknown): boolean {
  return validatorOf(schema).Check(value);
}

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = Compile(schema);
  validators.set(schema, validator);
  return validator;
}
