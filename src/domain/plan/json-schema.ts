import { Type } from 'typebox';
import { JsonObjectSchema } from '../json/schemas.ts';
import type { JsonObject } from '../json/value.ts';

/** An object of JSON, as its type says: `readPayload` has seen that it is one. */
export const JsonPartSchema = Type.Unsafe<JsonObject>(JsonObjectSchema);
