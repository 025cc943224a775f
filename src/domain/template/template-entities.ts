import { Type, type Static } from 'typebox';
import { exact, JsonObjectSchema, NameSchema } from '../json/schemas.ts';

/** The body of a template as it is sent, with its name beside it; everything else verbatim. */
export const TemplateBodySchema = Type.Object({ name: NameSchema }, { additionalProperties: true });

/** A composable or legacy template as the list and the detail show it. `body` is what the engine has, verbatim. */
export const ServerTemplateSchema = exact({
  name: Type.String(),
  isLegacy: Type.Boolean(),
  type: Type.String(),
  body: JsonObjectSchema,
});
export type ServerTemplate = Static<typeof ServerTemplateSchema>;

export const ServerComponentTemplateSchema = exact({
  name: Type.String(),
  usedBy: Type.Array(Type.String()),
  isManaged: Type.Boolean(),
  body: JsonObjectSchema,
});
export type ServerComponentTemplate = Static<typeof ServerComponentTemplateSchema>;
