import { Type } from 'typebox';
import { FailedSchema } from '../console/error-body.ts';
import { exact } from '../json/schemas.ts';

export const DeletedTemplatesSchema = exact({
  templatesDeleted: Type.Array(Type.String()),
  errors: Type.Array(FailedSchema),
});
export const DeletedDataStreamsSchema = exact({
  dataStreamsDeleted: Type.Array(Type.String()),
  errors: Type.Array(FailedSchema),
});
export const DeletedItemsSchema = exact({ itemsDeleted: Type.Array(Type.String()), errors: Type.Array(FailedSchema) });
