import { Type } from 'typebox';
import { exact, JsonObjectSchema, recordOf, type JsonObject } from '#domain/json';
import { defineForm, isAbout } from './form-kind.ts';

const OptionalText = Type.Union([Type.String(), Type.Null()]);
const PickSchema = exact({ main: OptionalText, name: Type.String() });
const Texts = Type.Array(Type.String());

/** The input for parameters that is not part of the document yet. */
const EnteredParametersSchema = exact({
  edits: exact({ set: Type.Unsafe<JsonObject>(JsonObjectSchema), unset: Texts }),
  /** Sections that are on and have no value: they were switched on, or their input was emptied. */
  opened: Texts,
  /** Invalid texts and why they are invalid, by input: that of a parameter, or of one of its parts. */
  faults: recordOf(exact({ text: Type.String(), message: Type.String() })),
});

/** The form of a field: what differs from the document; null where a part does not. */
export const fieldForm = defineForm({
  form: 'field',
  subject: 'field',
  content: exact({
    kind: Type.Literal('field'),
    name: OptionalText,
    pick: Type.Union([PickSchema, Type.Null()]),
    entered: EnteredParametersSchema,
  }),
  place: { step: 'mappings', tab: 'fields', view: 'default' },
  opens: (field) => ({ type: 'documentField.editField', payload: { field } }),
  label: (field, { pathOf }) => `field ${pathOf(field)}`,
  title: 'Field form',
  isEmpty: () => false,
  applies: (command, field) => isAbout(command, 'field.edit', 'field', field),
});

/** The form for a new field, about its parent. Without a name only its parameters are worth keeping. */
export const newFieldForm = defineForm({
  form: 'newField',
  subject: 'optional',
  content: exact({
    kind: Type.Literal('newField'),
    name: Type.String(),
    pick: PickSchema,
    entered: EnteredParametersSchema,
  }),
  place: { step: 'mappings', tab: 'fields', view: 'default' },
  opens: (parent) => ({ type: 'documentField.createField', payload: { parent } }),
  label: (parent, { pathOf }) => (parent === null ? 'the new field' : `the new field in ${pathOf(parent)}`),
  title: 'New field form',
  isEmpty: ({ name, entered: { edits, opened, faults } }) =>
    name === '' &&
    [Object.keys(edits.set), edits.unset, opened, Object.keys(faults)].every(({ length }) => length === 0),
  applies: (command, parent) => isAbout(command, 'field.add', 'parent', parent),
});

const OptionalString = Type.Optional(Type.String());

/** The form of a runtime field: what differs from the document, or was entered for a new one. */
export const runtimeFieldForm = defineForm({
  form: 'runtimeField',
  subject: 'optional',
  content: exact({
    kind: Type.Literal('runtimeField'),
    name: OptionalText,
    parts: exact({
      type: OptionalString,
      source: OptionalString,
      lang: OptionalString,
      params: OptionalString,
      format: OptionalString,
      onScriptError: OptionalString,
      others: OptionalString,
    }),
  }),
  place: { step: 'mappings', tab: 'runtime' },
  opens: (field) =>
    field === null
      ? { type: 'runtimeFieldsList.createField', payload: {} }
      : { type: 'runtimeFieldsList.editField', payload: { field } },
  label: (field, { nameOf }) => (field === null ? 'the new runtime field' : `runtime field ${nameOf(field)}`),
  title: 'Runtime field form',
  isEmpty: () => false,
  applies: (command, field) =>
    field === null ? command.type === 'runtimeField.add' : isAbout(command, 'runtimeField.edit', 'field', field),
});
