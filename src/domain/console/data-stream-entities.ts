import { Type, type Static } from 'typebox';
import { exact, JsonObjectSchema } from '../json/schemas.ts';
import { MISSING } from './missing-part.ts';

/** A data stream as the server gives it. */
export const DataStreamSchema = Type.Object({
  name: Type.String(),
  timestamp_field: exact({ name: Type.String() }),
  indices: Type.Array(Type.Object({ index_name: Type.String(), index_uuid: Type.String() })),
  generation: Type.Number(),
  status: Type.String(),
  template: Type.Optional(Type.String()),
  ilm_policy: Type.Optional(Type.String()),
  store_size: Type.Optional(Type.String()),
  store_size_bytes: Type.Optional(Type.Number()),
  maximum_timestamp: Type.Optional(Type.Number()),
  _meta: Type.Optional(JsonObjectSchema),
  privileges: Type.Optional(JsonObjectSchema),
  hidden: Type.Optional(Type.Boolean()),
  /** The stream's own lifecycle, where it has one, as the engine answers it: `{ enabled, data_retention?, … }`. */
  lifecycle: Type.Optional(JsonObjectSchema),
  missing: MISSING,
});
export type ServerDataStream = Static<typeof DataStreamSchema>;
