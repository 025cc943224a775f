import { Type, type Static, type TObject } from 'typebox';
import { Check, Errors } from 'typebox/value';
import {
  exact,
  JsonObjectSchema,
  PointerSchema,
  SetSchema,
  UnsetSchema,
  type JsonObject,
  type Pointer,
} from '#domain/json';
import { STEP_FORMS, UNAPPLIED_FORMS, type UnappliedForm } from '#domain/ports';
import { EDITOR_TABS, TEMPLATE_STEPS } from './editor-tabs.ts';

/** A value that nobody may change, however deep. Records of any names are left as they are: JSON is immutable already, and has no end. */
type Immutable<T> = string extends keyof T
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

interface SessionDefinition<Name extends string, Schema extends TObject> {
  readonly type: Name;
  readonly payload: Schema;
  /** The members of the payload that are pointers into the body. */
  readonly pointers: readonly (keyof Static<Schema> & string)[];
}

/** Keeps the types of a definition. */
function define<const Name extends string, Schema extends TObject>(
  type: Name,
  payload: Schema,
  pointers: SessionDefinition<Name, Schema>['pointers'] = [],
): SessionDefinition<Name, Schema> {
  return { type, payload, pointers };
}

const NOTHING = exact({});
const OptionalPointer = Type.Union([PointerSchema, Type.Null()]);
const Texts = Type.Array(Type.String());
const OptionalFlag = Type.Optional(Type.Boolean());
const EditorSchema = Type.Union([Type.Literal('default'), Type.Literal('json')]);
/** Null while nobody has tried the form. */
const ValiditySchema = Type.Union([Type.Boolean(), Type.Null()]);
const FieldSchema = exact({ field: PointerSchema });

const ConfigurationEditsSchema = exact({
  dynamicMapping: Type.Optional(
    exact({
      enabled: OptionalFlag,
      throwErrorsForUnmappedFields: OptionalFlag,
      numeric_detection: OptionalFlag,
      date_detection: OptionalFlag,
      dynamic_date_formats: Type.Optional(Texts),
    }),
  ),
  sourceField: Type.Optional(
    exact({ enabled: OptionalFlag, includes: Type.Optional(Texts), excludes: Type.Optional(Texts) }),
  ),
  metaField: Type.Optional(Type.String()),
  _routing: Type.Optional(exact({ required: OptionalFlag })),
  objects: Type.Optional(exact({ subobjects: OptionalFlag })),
  sizeField: Type.Optional(exact({ enabled: OptionalFlag })),
});

const TabSchema = Type.Enum(EDITOR_TABS);

const OptionalText = Type.Union([Type.String(), Type.Null()]);
const PickSchema = exact({ main: OptionalText, name: Type.String() });

/** What was entered about parameters and is not part of the document. */
const EnteredParametersSchema = exact({
  edits: exact({ set: Type.Unsafe<JsonObject>(JsonObjectSchema), unset: Texts }),
  /** Sections that are on and have no value: they were switched on, or their input was emptied. */
  opened: Texts,
  /** Texts that are not a value and why, by input: that of a parameter, or of one of its parts. */
  faults: Type.Record(Type.String(), exact({ text: Type.String(), message: Type.String() })),
});

/** What differs from the document in the form of a field; null where a part does not. */
const FieldContentSchema = exact({
  kind: Type.Literal('field'),
  name: OptionalText,
  pick: Type.Union([PickSchema, Type.Null()]),
  entered: EnteredParametersSchema,
});

/** What was entered in the form for a new field. */
const NewFieldContentSchema = exact({
  kind: Type.Literal('newField'),
  name: Type.String(),
  pick: PickSchema,
  entered: EnteredParametersSchema,
});

const OptionalString = Type.Optional(Type.String());
/** What differs from the document in the form of a runtime field, or was entered for a new one. */
const RuntimeContentSchema = exact({
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
});

const TextEditsSchema = Type.Array(
  exact({ from: Type.Integer({ minimum: 0 }), to: Type.Integer({ minimum: 0 }), insert: Type.String() }),
);
const VersionSchema = Type.Integer({ minimum: 0 });

const StepFormSchema = Type.Enum(STEP_FORMS);
/** The text of each input that differs from the document. */
const StepValuesSchema = Type.Record(Type.String(), Type.String());

/** What a form has that is not part of the document, apart from the form. */
const UnappliedValuesSchema = Type.Union([
  exact({ form: Type.Literal('field'), field: PointerSchema, baseVersion: VersionSchema, values: FieldContentSchema }),
  exact({
    form: Type.Literal('newField'),
    field: OptionalPointer,
    baseVersion: VersionSchema,
    values: NewFieldContentSchema,
  }),
  exact({
    form: Type.Literal('runtimeField'),
    field: OptionalPointer,
    baseVersion: VersionSchema,
    values: RuntimeContentSchema,
  }),
  exact({
    form: Type.Literal('configuration'),
    field: Type.Null(),
    baseVersion: VersionSchema,
    values: ConfigurationEditsSchema,
  }),
  exact({
    form: Type.Literal('templates'),
    field: Type.Null(),
    baseVersion: VersionSchema,
    values: exact({ json: Type.String() }),
  }),
  exact({
    form: Type.Literal('json'),
    field: Type.Null(),
    baseVersion: VersionSchema,
    values: exact({ edits: TextEditsSchema }),
  }),
  exact({
    form: StepFormSchema,
    field: Type.Null(),
    baseVersion: VersionSchema,
    values: StepValuesSchema,
  }),
]);

/** Written by any version, so that little is known of it. */
const StrandedContentSchema = exact({
  form: Type.Unsafe<UnappliedForm>(Type.String()),
  field: OptionalText,
  baseVersion: Type.Integer(),
  values: Type.Unsafe<JsonObject>(JsonObjectSchema),
  reason: Type.Enum(['gone', 'unknown format', 'unknown version', 'older']),
  /** The tab whose record in the store it is; null where it is one of this tab, which the session stores. */
  tab: OptionalText,
});

/** Every command of the session, by the names of the specification where it has one. */
export const SESSION_COMMANDS = [
  define('documentField.createField', exact({ parent: OptionalPointer }), ['parent']),
  define('documentField.editField', FieldSchema, ['field']),
  define('documentField.changeStatus', exact({ status: Type.Literal('idle') })),
  define('documentField.changeEditor', exact({ editor: EditorSchema })),
  define(
    'documentField.requestTypeChange',
    exact({ field: PointerSchema, name: Type.Optional(Type.String()), set: SetSchema, unset: UnsetSchema }),
    ['field'],
  ),
  define('documentField.cancelTypeChange', NOTHING),
  define('documentField.requestRemove', FieldSchema, ['field']),
  define('documentField.cancelRemove', NOTHING),
  define('field.toggleExpand', exact({ field: PointerSchema, isExpanded: OptionalFlag }), ['field']),
  define('field.toggleExpandAll', exact({ isExpanded: Type.Boolean() })),
  /** As an earlier visit had it. */
  define('expansion.restore', exact({ isExpandedByDefault: Type.Boolean(), exceptions: Type.Array(PointerSchema) })),
  define('search:update', exact({ term: Type.String() })),
  define(
    'validity:update',
    exact({
      form: Type.Union([Type.Literal('configuration'), Type.Literal('templates'), Type.Literal('field')]),
      isValid: ValiditySchema,
      isNameEmpty: OptionalFlag,
    }),
  ),
  define(
    'fieldForm.update',
    exact({
      /** Null where the form says what the document has. */
      content: Type.Union([FieldContentSchema, NewFieldContentSchema, RuntimeContentSchema, Type.Null()]),
      isValid: ValiditySchema,
    }),
  ),
  define('documentField.activate', exact({ field: OptionalPointer }), ['field']),
  define('editor.changeTab', exact({ tab: TabSchema })),
  define('editor.changeStep', exact({ step: Type.Enum(TEMPLATE_STEPS) })),
  /** What is typed in a step of a template; inputs that are left out are as the document has them. */
  define('stepForm.update', exact({ form: StepFormSchema, values: StepValuesSchema })),
  define('panel.open', exact({ panel: Type.Literal('history') })),
  define('panel.close', NOTHING),
  /** Null is the present one. */
  define('version.show', exact({ version: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]) })),
  define('version.changeEditor', exact({ editor: EditorSchema })),
  define('loadDialog.open', NOTHING),
  define('loadDialog.close', NOTHING),
  define('fieldsJsonEditor.update', exact({ isValid: Type.Boolean(), maxNestedDepth: Type.Integer({ minimum: 0 }) })),
  define('fieldsJsonEditor.edit', exact({ edits: TextEditsSchema })),
  define('fieldsJsonEditor.discard', NOTHING),
  define('configuration.update', exact({ edits: ConfigurationEditsSchema })),
  /** The text to begin with; null takes out what was typed. */
  define('templates.update', exact({ json: Type.Union([Type.String(), Type.Null()]) })),
  define('templates.edit', exact({ edits: TextEditsSchema })),
  define('runtimeFieldsList.createField', NOTHING),
  define('runtimeFieldsList.editField', FieldSchema, ['field']),
  define('runtimeFieldsList.closeRuntimeFieldEditor', NOTHING),
  /** Puts what was typed on an earlier visit into its forms again. */
  define(
    'unapplied.restore',
    exact({ contents: Type.Array(UnappliedValuesSchema), stranded: Type.Array(StrandedContentSchema) }),
  ),
  /** Takes out of a form what was typed in it. */
  define('unapplied.discard', exact({ form: Type.Enum(UNAPPLIED_FORMS), field: OptionalPointer }), ['field']),
  /** Puts back what was discarded last. */
  define('unapplied.bringBack', NOTHING),
  /** Lets go of what no form takes any more. */
  define('unapplied.forget', exact({ stranded: Type.Integer({ minimum: 0 }) })),
] as const;

type CommandOf<Definition> =
  Definition extends SessionDefinition<infer Name, infer Schema>
    ? { readonly type: Name; readonly payload: Immutable<Static<Schema>> }
    : never;

/** The commands of the session, on the same bus as those of the document. */
export type SessionCommand = CommandOf<(typeof SESSION_COMMANDS)[number]>;

export type SessionPayload<Name extends SessionCommand['type']> = Extract<SessionCommand, { type: Name }>['payload'];

/** What one form has that is not part of the document. `baseVersion` is a version at which `field` was called so; of a text, the one that its edits belong to. */
export type UnappliedValues = Immutable<Static<typeof UnappliedValuesSchema>>;
/** What was typed and no form takes any more. */
export type StrandedContent = Immutable<Static<typeof StrandedContentSchema>>;

/** Whether a value, from a store say, is what a form of this version can have. */
export function isUnappliedValues(value: unknown): value is UnappliedValues {
  return Check(UnappliedValuesSchema, value);
}

/** What a person has entered in an open form and not applied. */
export type FormContent = NonNullable<SessionPayload<'fieldForm.update'>['content']>;

const DEFINITIONS: ReadonlyMap<string, (typeof SESSION_COMMANDS)[number]> = new Map(
  SESSION_COMMANDS.map((definition) => [definition.type, definition]),
);

/** Whether a type is one of a session command; its payload may still be anything. */
export function isSessionType(type: string): type is SessionCommand['type'] {
  return DEFINITIONS.has(type);
}

/** Why a value is not the payload of a command of the session, and where in it; null where it is one. */
export function sessionPayloadFault(type: SessionCommand['type'], payload: unknown): string | null {
  const schema = DEFINITIONS.get(type)?.payload ?? NOTHING;
  if (Check(schema, payload)) return null;
  const [first] = Errors(schema, payload);
  return `${first?.instancePath ?? ''} ${first?.message ?? 'does not fit'}`.trim();
}

/** A command of this version's session; false for what only has its name, and for what another version has recorded. */
export function isSessionCommand(command: {
  readonly type: string;
  readonly payload: unknown;
}): command is SessionCommand {
  return isSessionType(command.type) && sessionPayloadFault(command.type, command.payload) === null;
}

/** A command of the session whose payload does not fit: a fault of the program, not of the user. */
export class InvalidSessionCommandError extends Error {
  override readonly name = 'InvalidSessionCommandError';
  constructor(type: string, fault: string) {
    super(`The payload of "${type}" does not fit: ${fault}`);
  }
}

/** The payload with its pointers where `follow` says that they are; null when it says null of one of them. */
export function followPayload<Payload extends SessionCommand['payload']>(
  type: SessionCommand['type'],
  payload: Payload,
  follow: (pointer: Pointer) => Pointer | null,
): Payload | null {
  const followed: Record<string, unknown> = { ...payload };
  for (const name of DEFINITIONS.get(type)?.pointers ?? []) {
    const pointer = followed[name];
    if (typeof pointer !== 'string') continue;
    followed[name] = follow(pointer);
    if (followed[name] === null) return null;
  }
  return followed as Payload;
}
