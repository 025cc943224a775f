import { Type } from 'typebox';
import { ErrorBodySchema, FailedSchema } from '../console/error-body.ts';
import { exact } from '../json/schemas.ts';

/** A composable and a legacy template may have the same name. */
const TemplateIdSchema = exact({ name: Type.String(), isLegacy: Type.Boolean() });
export const DeletedTemplatesSchema = exact({
  templatesDeleted: Type.Array(TemplateIdSchema),
  errors: Type.Array(exact({ ...TemplateIdSchema.properties, error: ErrorBodySchema })),
});
export const DeletedDataStreamsSchema = exact({
  dataStreamsDeleted: Type.Array(Type.String()),
  errors: Type.Array(FailedSchema),
});
export const DeletedItemsSchema = exact({ itemsDeleted: Type.Array(Type.String()), errors: Type.Array(FailedSchema) });
