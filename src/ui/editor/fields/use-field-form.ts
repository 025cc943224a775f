import { useState } from 'react';
import { OTHER_TYPE, type TargetEngine } from '#domain/catalogue';
import { typeChangeLosses } from '#domain/commands';
import type { DocumentState } from '#domain/document';
import { isObject, joinPointer, member, parentPointer, valueAt, type JsonObject } from '#domain/json';
import { parseFieldId, typeOf, type FieldAddress, type FieldId } from '#domain/mapping';
import type { FormContent } from '../../../machines/session-commands.ts';
import type { PendingEdit, SessionState } from '../../../machines/session-state.ts';
import {
  isNothingEntered,
  lostParameters,
  NOTHING_ENTERED,
  parameterFormOf,
  parameterProblems,
  visibleProblems,
  type EnteredParameters,
} from '../parameters/entered-parameters.ts';
import { withEdit, without } from '../parameters/parameter-edits.ts';
import type { InputFault, ParameterForm } from '../parameters/parameter-form.ts';
import { shownParameters } from '../parameters/parameter-sections.tsx';
import { useEditorDocument, useOpenEditor, useSession } from './editor-context.tsx';
import { parametersIn } from '../parameters/field-parameters.ts';
import { changedNameError, isFine, typeErrors, type FieldErrors } from './field-validation.ts';
import { pickOf, type TypePick } from './type-choices.ts';
import { editPayload, useSend } from './use-run.ts';

/** What the user has changed; null where the form still shows the document. */
type Changes = Extract<FormContent, { readonly kind: 'field' }>;

const NO_CHANGES: Changes = { kind: 'field', name: null, pick: null, entered: NOTHING_ENTERED };
/** The fault of the parameters that are edited as JSON; no parameter has an empty name in a form. */
const OTHERS = '';

export interface FieldForm {
  readonly address: FieldAddress;
  /** Null where the definition is no object, so that there is nothing to edit here. */
  readonly definition: JsonObject | null;
  readonly name: string;
  readonly pick: TypePick;
  /** The inputs of the type's parameters; null while the type is not complete, or only its name says what it is. */
  readonly parameters: ParameterForm | null;
  /** The parameters that have no input, and what has one. */
  readonly others: {
    readonly value: JsonObject;
    readonly taken: ReadonlySet<string>;
    readonly fault: InputFault | undefined;
  };
  /** Parameters that go because the new type does not take them. */
  readonly lost: readonly string[];
  /** What is shown: before the first submit only what is wrong with what was entered. */
  readonly errors: FieldErrors;
  readonly rejection: string | null;
  readonly isBlocked: boolean;
  /** Whether anything differs from the document. */
  readonly isChanged: boolean;
  setName(name: string): void;
  setPick(pick: TypePick): void;
  setOthers(value: JsonObject): void;
  setOthersFault(fault: InputFault | null): void;
  submit(): void;
}

/** A field as its form shows it, and what is wrong with what was changed. */
interface ReadForm {
  readonly address: FieldAddress;
  readonly definition: JsonObject | null;
  readonly type: string;
  readonly name: string;
  readonly pick: TypePick;
  readonly isTypeChanged: boolean;
  readonly lost: readonly string[];
  /** The parameters in the document, without those that go with a change of type. */
  readonly current: JsonObject;
  readonly bare: ParameterForm;
  readonly problems: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
}

type UpdateEntered = (next: (entered: EnteredParameters) => EnteredParameters) => void;
const NO_UPDATE: UpdateEntered = () => undefined;

/** Null where there is no such field. */
function readForm(
  state: DocumentState,
  target: TargetEngine,
  field: FieldId,
  changes: Changes,
  update: UpdateEntered,
): ReadForm | null {
  const address = parseFieldId(field, state.mappingsAt);
  const value = valueAt(state.body, field);
  if (address === null || value === undefined) return null;
  const definition = isObject(value) ? value : null;
  const type = typeOf(value);
  const name = changes.name ?? address.name;
  const pick = changes.pick ?? pickOf(type);
  const typeName = pick.name.trim();
  const isTypeChanged = typeName !== type;
  const stored = parametersIn(definition ?? {});
  const lost = isTypeChanged ? lostParameters(stored, typeName) : [];
  const current = without(stored, lost);
  const { entered } = changes;
  const bare = parameterFormOf({ type: typeName, target, state, field, current }, entered, {}, update);
  const problems =
    typeName === ''
      ? {}
      : parameterProblems(bare, entered, (parameter) => isTypeChanged && parameter.isRequired === true);
  const errors = errorsOf(state, address, {
    name,
    pick,
    isTypeChanged,
    problems,
    othersFault: entered.faults[OTHERS]?.message,
  });
  return { address, definition, type, name, pick, isTypeChanged, lost, current, bare, problems, errors };
}

/** The changes in the session, as they are now: two inputs may change at once, before anything is rendered. */
function changesIn(session: SessionState): Changes {
  const content = session.fieldForm?.content;
  return content?.kind === 'field' ? content : NO_CHANGES;
}

function isUntouched({ name, pick, entered }: Changes): boolean {
  return name === null && pick === null && isNothingEntered(entered);
}

/** A lens over one field of the document: shows it, keeps in the session what the user changed about it, and sends only that. */
export function useFieldForm(field: FieldId, onDone: () => void): FieldForm | null {
  const { editor, target, spotlight } = useOpenEditor();
  const { state } = useEditorDocument();
  const changes = changesIn(useSession());
  const send = useSend();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [rejection, setRejection] = useState<string | null>(null);

  const update: UpdateEntered = (next) => change((before) => ({ ...before, entered: next(before.entered) }));
  const read = readForm(state, target, field, changes, update);
  if (read === null) return null;
  const { address, definition, type, name, pick, isTypeChanged, lost, current, bare, problems, errors } = read;
  const { entered } = changes;
  const isValid = isFine(errors);
  // What is missing is said when the form was submitted; what was entered and is wrong, at once.
  const shownProblems = visibleProblems(problems, bare, entered, isSubmitted);
  const form = { ...bare, errors: shownProblems };
  const taken = new Set(pick.main === OTHER_TYPE ? [] : shownParameters(bare).map((parameter) => parameter.name));

  function change(next: (before: Changes) => Changes): void {
    const after = next(changesIn(editor.getSession()));
    setRejection(null);
    const nowRead = readForm(state, target, field, after, NO_UPDATE);
    const isNowValid = isSubmitted && nowRead !== null ? isFine(nowRead.errors) : null;
    editor.dispatch({
      type: 'fieldForm.update',
      payload: { content: isUntouched(after) ? null : after, isValid: isNowValid },
    });
  }

  /** There was nothing to change. */
  function finish(): void {
    editor.dispatch({ type: 'fieldForm.update', payload: { content: null, isValid: null } });
    onDone();
  }

  return {
    address,
    definition,
    name,
    pick,
    parameters: pick.main === OTHER_TYPE || pick.name.trim() === '' ? null : form,
    others: { value: without(bare.values, [...taken]), taken, fault: entered.faults[OTHERS] },
    lost,
    errors: isSubmitted ? errors : { parameters: shownProblems },
    rejection,
    isBlocked: isSubmitted && !isValid,
    isChanged: !isUntouched(changes),
    setName: (next) => change((before) => ({ ...before, name: next === address.name ? null : next })),
    setPick: (next) => change((before) => ({ ...before, pick: next.name === type ? null : next })),
    setOthers: (next) =>
      update((before) => {
        const names = [...Object.keys(without(bare.values, [...taken])), ...Object.keys(next)];
        return {
          ...before,
          edits: names.reduce((edits, other) => withEdit(edits, current, other, member(next, other)), before.edits),
        };
      }),
    setOthersFault: (fault) => bare.setFault(OTHERS, fault),
    submit: () => {
      setIsSubmitted(true);
      editor.dispatch({ type: 'validity:update', payload: { form: 'field', isValid } });
      if (!isValid) return;
      const typeName = pick.name.trim();
      const payload = editOf(field, changes, lost, isTypeChanged ? typeName : null);
      if (payload === null) return finish();
      const losses = isTypeChanged ? typeChangeLosses(state, field, typeName) : null;
      if (losses !== null && (losses.aliases.length > 0 || losses.containers.length > 0)) {
        editor.dispatch({ type: 'documentField.requestTypeChange', payload });
        return;
      }
      const outcome = send({ type: 'field.edit', payload: editPayload({ payload }) });
      if (typeof outcome !== 'string') setRejection(outcome.detail.message);
      else if (outcome === 'unchanged') finish();
      // By its new name its row may stand far away.
      else if (changes.name !== null) spotlight.show([joinPointer(parentPointer(field), changes.name)]);
    },
  };
}

interface Judged {
  readonly name: string;
  readonly pick: TypePick;
  readonly isTypeChanged: boolean;
  readonly problems: Readonly<Record<string, string>>;
  readonly othersFault: string | undefined;
}

/** A type that stays is not judged: the document may hold what no form would make. */
function errorsOf(
  state: DocumentState,
  address: FieldAddress,
  { name, pick, isTypeChanged, problems, othersFault }: Judged,
): FieldErrors {
  const nameError = changedNameError(state, address.id, address.name, name);
  return {
    ...(isTypeChanged && typeErrors(pick)),
    ...(nameError !== undefined && { name: nameError }),
    ...(othersFault !== undefined && { json: othersFault }),
    parameters: problems,
  };
}

/** The payload of the edit, or null where nothing differs from the document. */
function editOf(
  field: FieldId,
  { name, entered: { edits } }: Changes,
  lost: readonly string[],
  type: string | null,
): PendingEdit['payload'] | null {
  const set: JsonObject = type === null ? edits.set : { type, ...edits.set };
  const unset = [...edits.unset, ...lost.filter((other) => !Object.hasOwn(set, other))];
  if (name === null && unset.length === 0 && Object.keys(set).length === 0) return null;
  return {
    field,
    ...(name !== null && { name }),
    ...(Object.keys(set).length > 0 && { set }),
    ...(unset.length > 0 && { unset }),
  };
}
