import { Type } from 'typebox';

/** RFC 6901. */
export const PointerSchema = Type.String({ pattern: '^(/([^~]|~0|~1)*)?$' });
/** Any JSON value; that it is one is checked for the whole payload at once. */
export const JsonSchema = Type.Unknown();
export const JsonObjectSchema = Type.Record(Type.String(), JsonSchema);
/** Changes of an object's members, one level deep. */
export const SetSchema = Type.Optional(JsonObjectSchema);
export const UnsetSchema = Type.Optional(Type.Array(Type.String()));

/** An object without members that it does not name. */
export function exact<P extends Parameters<typeof Type.Object>[0]>(members: P) {
  return Type.Object(members, { additionalProperties: false });
}

/** The name of an index, an alias or a template, as a request carries it. */
export const NameSchema = Type.String({ minLength: 1, maxLength: 1_024 });
