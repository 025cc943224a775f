import type { Static, TSchema } from 'typebox';
// Not its `typebox/value`: that does the same, and brings code for much else into the first load of the web client.
import { Check, Errors } from 'typebox/schema';
import type { Pointer } from './pointer.ts';

/** Whether a value fits a schema. */
export function fits<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return Check(schema, value);
}

/**
 * The first place where a value does not fit a schema, and why; null where it fits. Costs several times what
 * {@link fits} does.
 */
export function firstFault(schema: TSchema, value: unknown): { readonly at: Pointer; readonly message: string } | null {
  const [, [first]] = Errors(schema, value);
  return first === undefined ? null : { at: first.instancePath, message: first.message };
}
