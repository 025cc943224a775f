import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** Where a value differs from its schema, as a JSON Pointer below the part of the request or response that it is in, and how. */
export interface Issue {
  readonly at: string;
  readonly reason: string;
}

/** By the schema itself: the schemas of the contracts are constants. */
const validators = new WeakMap<TSchema, Validator>();

/** The differences of a value from its schema; none where it conforms. A schema is compiled when it is first asked for. */
export function issuesIn(schema: TSchema, value: unknown, at: string): readonly Issue[] {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  if (validator.Check(value)) return [];
  const issues = validator.Errors(value).flatMap((error): readonly Issue[] => {
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

export function placeIn(at: string, key: string): string {
  return `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
