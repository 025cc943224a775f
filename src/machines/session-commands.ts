import { Type, type Static, type TObject } from 'typebox';
import {
  exact,
  firstFault,
  fits,
  JsonObjectSchema,
  PointerSchema,
  SetSchema,
  UnsetSchema,
  type JsonObject,
  type Pointer,
} from '#domain/json';
import { EDITOR_TABS, TEMPLATE_STEPS } from './forms/editor-tabs.ts';
import { fieldForm, newFieldForm, runtimeFieldForm } from './forms/field-forms.ts';
import type { Immutable } from './forms/form-kind.ts';
import { configurationForm, TextEditsSchema } from './forms/mapping-forms.ts';
import {
  DOCUMENT_FORMS,
  STEP_FORMS,
  UnappliedValuesSchema,
  type DocumentForm,
  type StepForm,
} from './forms/registry.ts';
import { StepValuesSchema } from './forms/step-forms.ts';

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
const OptionalFlag = Type.Optional(Type.Boolean());
const EditorSchema = Type.Union([Type.Literal('default'), Type.Literal('json')]);
/** Null while nobody has tried the form. */
const ValiditySchema = Type.Union([Type.Boolean(), Type.Null()]);
const FieldSchema = exact({ field: PointerSchema });

const TabSchema = Type.Enum(EDITOR_TABS);

const OptionalText = Type.Union([Type.String(), Type.Null()]);
const StepFormSchema = Type.Unsafe<StepForm>(Type.Enum([...STEP_FORMS]));
const FormSchema = Type.Unsafe<DocumentForm>(Type.Enum([...DOCUMENT_FORMS]));

/** Written by any version, so that little is known of its content. */
const StrandedContentSchema = exact({
  form: Type.String(),
  field: OptionalText,
  baseVersion: Type.Integer(),
  values: Type.Unsafe<JsonObject>(JsonObjectSchema),
  reason: Type.Enum(['gone', 'unknown format', 'unknown version', 'older']),
  /** The tab whose stored record it is; null for one of this tab, which the session stores. */
  tab: OptionalText,
});

/** Every command of the session, by its name. */
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
  /** The expansion of an earlier visit. */
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
      /** Null where the form equals the document. */
      content: Type.Union([fieldForm.content, newFieldForm.content, runtimeFieldForm.content, Type.Null()]),
      isValid: ValiditySchema,
    }),
  ),
  define('documentField.activate', exact({ field: OptionalPointer }), ['field']),
  define('editor.changeTab', exact({ tab: TabSchema })),
  define('editor.changeStep', exact({ step: Type.Enum(TEMPLATE_STEPS) })),
  /** The typed content of a step of a template. Absent inputs equal the document. */
  define('stepForm.update', exact({ form: StepFormSchema, values: StepValuesSchema })),
  define('panel.open', exact({ panel: Type.Literal('history') })),
  define('panel.close', NOTHING),
  /** Null is the present version. */
  define('version.show', exact({ version: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]) })),
  define('version.changeEditor', exact({ editor: EditorSchema })),
  define('loadDialog.open', NOTHING),
  define('loadDialog.close', NOTHING),
  define('fieldsJsonEditor.update', exact({ isValid: Type.Boolean(), maxNestedDepth: Type.Integer({ minimum: 0 }) })),
  define('fieldsJsonEditor.edit', exact({ edits: TextEditsSchema })),
  define('fieldsJsonEditor.discard', NOTHING),
  define('configuration.update', exact({ edits: configurationForm.content })),
  /** The initial text; null removes what was typed. */
  define('templates.update', exact({ json: Type.Union([Type.String(), Type.Null()]) })),
  define('templates.edit', exact({ edits: TextEditsSchema })),
  define('runtimeFieldsList.createField', NOTHING),
  define('runtimeFieldsList.editField', FieldSchema, ['field']),
  define('runtimeFieldsList.closeRuntimeFieldEditor', NOTHING),
  /** Puts what was typed on an earlier visit back into its forms. */
  define(
    'unapplied.restore',
    exact({ contents: Type.Array(UnappliedValuesSchema), stranded: Type.Array(StrandedContentSchema) }),
  ),
  /** Removes from a form what was typed in it. */
  define('unapplied.discard', exact({ form: FormSchema, field: OptionalPointer }), ['field']),
  /** Puts back what was last discarded. */
  define('unapplied.bringBack', NOTHING),
  /** Forgets content that no form takes any more. */
  define('unapplied.forget', exact({ stranded: Type.Integer({ minimum: 0 }) })),
] as const;

type CommandOf<Definition> =
  Definition extends SessionDefinition<infer Name, infer Schema>
    ? { readonly type: Name; readonly payload: Immutable<Static<Schema>> }
    : never;

/** The commands of the session, on the same bus as those of the document. */
export type SessionCommand = CommandOf<(typeof SESSION_COMMANDS)[number]>;

export type SessionPayload<Name extends SessionCommand['type']> = Extract<SessionCommand, { type: Name }>['payload'];

/** Typed content that no form accepts any more. */
export type StrandedContent = Immutable<Static<typeof StrandedContentSchema>>;

const DEFINITIONS: ReadonlyMap<string, (typeof SESSION_COMMANDS)[number]> = new Map(
  SESSION_COMMANDS.map((definition) => [definition.type, definition]),
);

/** Whether a type is that of a session command; its payload may still be anything. */
export function isSessionType(type: string): type is SessionCommand['type'] {
  return DEFINITIONS.has(type);
}

/** Why a value is not a valid payload of a session command, and where; null where it is valid. */
export function sessionPayloadFault(type: SessionCommand['type'], payload: unknown): string | null {
  const schema = DEFINITIONS.get(type)?.payload ?? NOTHING;
  if (fits(schema, payload)) return null;
  const { at, message } = firstFault(schema, payload) ?? { at: '', message: 'does not fit' };
  return `${at} ${message}`.trim();
}

/**
 * Whether a command is one of this version's session; false for an invalid payload, and for a command of another
 * version.
 */
export function isSessionCommand(command: {
  readonly type: string;
  readonly payload: unknown;
}): command is SessionCommand {
  return isSessionType(command.type) && sessionPayloadFault(command.type, command.payload) === null;
}

/** A session command with an invalid payload: a fault of the program, not of the user. */
export class InvalidSessionCommandError extends Error {
  override readonly name = 'InvalidSessionCommandError';
  constructor(type: string, fault: string) {
    super(`The payload of "${type}" does not fit: ${fault}`);
  }
}

/** The payload with its pointers mapped by `follow`; null when that returns null for one of them. */
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
