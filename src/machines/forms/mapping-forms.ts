import { Type } from 'typebox';
import { exact, JsonObjectSchema, type JsonObject } from '#domain/json';
import { configurationErrors, readTemplates } from '#domain/mapping';
import { defineForm } from './form-kind.ts';

const OptionalFlag = Type.Optional(Type.Boolean());
const OptionalTexts = Type.Optional(Type.Array(Type.String()));

/** The advanced options: changes that are not part of the document. */
export const configurationForm = defineForm({
  form: 'configuration',
  subject: 'none',
  content: exact({
    dynamicMapping: Type.Optional(
      exact({
        enabled: OptionalFlag,
        throwErrorsForUnmappedFields: OptionalFlag,
        numeric_detection: OptionalFlag,
        date_detection: OptionalFlag,
        dynamic_date_formats: OptionalTexts,
      }),
    ),
    sourceField: Type.Optional(exact({ enabled: OptionalFlag, includes: OptionalTexts, excludes: OptionalTexts })),
    metaField: Type.Optional(Type.String()),
    _routing: Type.Optional(exact({ required: OptionalFlag })),
    objects: Type.Optional(exact({ subobjects: OptionalFlag })),
    sizeField: Type.Optional(exact({ enabled: OptionalFlag })),
    inherited: Type.Optional(Type.Unsafe<JsonObject>(JsonObjectSchema)),
  }),
  place: { step: 'mappings', tab: 'advanced' },
  label: () => 'advanced options',
  isEmpty: (edits) => Object.keys(edits).length === 0,
  isValid: (edits) => Object.keys(configurationErrors(edits)).length === 0,
  applies: ({ type }) => type === 'configuration.save',
});

/** The text of the dynamic templates while it is not part of the document. */
export const templatesForm = defineForm({
  form: 'templates',
  subject: 'none',
  content: exact({ json: Type.String() }),
  place: { step: 'mappings', tab: 'templates' },
  label: () => 'dynamic templates',
  lines: ({ json }) => [json],
  isEmpty: () => false,
  isValid: ({ json }) => readTemplates(json) !== null,
  applies: ({ type }) => type === 'templates.save',
});

export const TextEditsSchema = Type.Array(
  exact({ from: Type.Integer({ minimum: 0 }), to: Type.Integer({ minimum: 0 }), insert: Type.String() }),
);

/** The mappings as text: the edits of the text of the base version; the text itself is not kept. */
export const jsonForm = defineForm({
  form: 'json',
  subject: 'none',
  content: exact({ edits: TextEditsSchema }),
  place: { step: 'mappings', tab: 'fields', view: 'json' },
  label: () => 'the JSON text',
  title: 'JSON editor',
  lines: ({ edits }) => edits.map(({ insert }) => insert),
  isEmpty: () => false,
  isOfText: true,
  applies: ({ type }) => type === 'editor.replaceMappings',
  // The JSON view itself removes the text: other mappings may have been loaded beside it.
  left: (content) => content,
});
