import { Type, type Static } from 'typebox';
import { MISSING } from '../console/missing-part.ts';
import { exact, JsonObjectSchema, NameSchema } from '../json/schemas.ts';

/** The body of a template as it is sent, with its name beside it; everything else verbatim. */
export const TemplateBodySchema = Type.Object({ name: NameSchema }, { additionalProperties: true });

/** A composable or legacy template as the list and the detail show it. `body` is what the engine has, verbatim. */
export const ServerTemplateSchema = exact({
  name: Type.String(),
  isLegacy: Type.Boolean(),
  /** Absent where the body has none, and it is not known which templates belong to the cloud. */
  type: Type.Optional(Type.String()),
  body: JsonObjectSchema,
  missing: MISSING,
});
export type ServerTemplate = Static<typeof ServerTemplateSchema>;

export const ServerComponentTemplateSchema = exact({
  name: Type.String(),
  /** Absent where the index templates can't be read. */
  usedBy: Type.Optional(Type.Array(Type.String())),
  isManaged: Type.Boolean(),
  body: JsonObjectSchema,
  missing: MISSING,
});
export type ServerComponentTemplate = Static<typeof ServerComponentTemplateSchema>;
