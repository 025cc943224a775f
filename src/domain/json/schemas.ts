import { Type, type Static, type TSchema, type TSchemaOptions, type TUnsafe } from 'typebox';
import type { JsonValue, JsonObject } from './value.ts';

/** RFC 6901. */
export const PointerSchema = Type.String({ pattern: '^(/([^~]|~0|~1)*)?$' });
/** Any JSON value; that it is one is checked for the whole payload at once. */
export const JsonSchema = Type.Unsafe<JsonValue>(Type.Unknown());

/**
 * An object of any names whose members fit a schema. The library's own `Type.Record` is the same, and needs half of the
 * library with it.
 */
export function recordOf<Member extends TSchema>(
  member: Member,
  options: TSchemaOptions = {},
): TUnsafe<Record<string, Static<Member>>> {
  return Type.Unsafe({ type: 'object', patternProperties: { '^.*$': member }, ...options });
}

/** Whether a schema is one of {@link recordOf}. */
export function isRecordSchema(schema: TSchema | undefined): boolean {
  return schema !== undefined && 'patternProperties' in schema;
}

export const JsonObjectSchema = recordOf(JsonSchema);
/** Changes of an object's members, one level deep. */
export const SetSchema = Type.Optional(JsonObjectSchema);
export const UnsetSchema = Type.Optional(Type.Array(Type.String()));

/** An object without members that it does not name. */
export function exact<P extends Parameters<typeof Type.Object>[0]>(members: P) {
  return Type.Object(members, { additionalProperties: false });
}

/** The name of an index, an alias or a template, as a request carries it. */
export const NameSchema = Type.String({ minLength: 1, maxLength: 1_024 });

/** An object of JSON, as its type says: `readPayload` has seen that it is one. */
export const JsonPartSchema = Type.Unsafe<JsonObject>(JsonObjectSchema);
