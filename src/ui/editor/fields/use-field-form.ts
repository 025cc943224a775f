import { useState } from 'react';
import { OTHER_TYPE, type TargetEngine } from '#domain/catalogue';
import { typeChangeLosses } from '#domain/commands';
import type { DocumentState } from '#domain/document';
import { defaultsInTemplate } from '#domain/documents';
import { isObject, joinPointer, member, parentPointer, valueAt, type JsonObject } from '#domain/json';
import {
  notEnabledAround,
  parseFieldId,
  pointerWithoutDots,
  typeOf,
  type FieldAddress,
  type FieldId,
} from '#domain/mapping';
import type { FormContent } from '../../../machines/forms/registry.ts';
import { openContentOf, type PendingEdit, type SessionState } from '../../../machines/session-state.ts';
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
import { parametersFault, parametersIn } from '../parameters/field-parameters.ts';
import { changedNameError, isFine, typeErrors, type FieldErrors } from './field-validation.ts';
import { nameHint } from './name-hint.ts';
import { useEditedIndex } from './use-edited-index.ts';
import { pickOf, type TypePick } from './type-choices.ts';
import { editPayload, useSend } from './use-run.ts';

/** The changes of the user; a null member still shows the document. */
type Changes = Extract<FormContent, { readonly kind: 'field' }>;

const NO_CHANGES: Changes = { kind: 'field', name: null, pick: null, entered: NOTHING_ENTERED };
/** The key of the fault of the parameters that are edited as JSON; no parameter in a form has an empty name. */
const OTHERS = '';

export interface FieldForm {
  readonly address: FieldAddress;
  /** Null where the definition is not an object, so that there is nothing to edit here. */
  readonly definition: JsonObject | null;
  readonly name: string;
  /** How the engine changes a name that is being typed, where no error already covers it; else empty. */
  readonly nameHint: string;
  readonly pick: TypePick;
  /** The inputs of the type's parameters; null while the type is not complete, or is only known by its name. */
  readonly parameters: ParameterForm | null;
  /** The parameters without an input, and the names of those with one. */
  readonly others: {
    readonly value: JsonObject;
    readonly taken: ReadonlySet<string>;
    readonly fault: InputFault | undefined;
    /** The problem with the value. */
    readonly problem: string | undefined;
  };
  /** Parameters that are removed because the new type does not take them. */
  readonly lost: readonly string[];
  /** The path of an object around the field that is not enabled, empty for the mapping itself; null where all are. */
  readonly notEnabled: readonly string[] | null;
  /** The errors to show: before the first submit only those of entered values. */
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

/** A field as its form shows it, and the errors in the changes. */
interface ReadForm {
  readonly address: FieldAddress;
  readonly definition: JsonObject | null;
  readonly type: string;
  readonly name: string;
  readonly pick: TypePick;
  readonly isTypeChanged: boolean;
  readonly lost: readonly string[];
  /** The parameters in the document, without those that are removed by a change of type. */
  readonly current: JsonObject;
  readonly bare: ParameterForm;
  /** The names of the parameters that have an input. */
  readonly taken: ReadonlySet<string>;
  readonly othersProblem: string | undefined;
  readonly problems: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
}

type UpdateEntered = (next: (entered: EnteredParameters) => EnteredParameters) => void;
const NO_UPDATE: UpdateEntered = () => undefined;

/** Reads a field with its changes; null where there is no such field. */
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
  const taken = new Set(pick.main === OTHER_TYPE ? [] : shownParameters(bare).map((parameter) => parameter.name));
  const othersProblem = parametersFault(typeName, current, without(bare.values, [...taken]));
  const errors = errorsOf(state, address, {
    name,
    pick,
    isTypeChanged,
    problems,
    othersFault: entered.faults[OTHERS]?.message ?? othersProblem,
  });
  return {
    address,
    definition,
    type,
    name,
    pick,
    isTypeChanged,
    lost,
    current,
    bare,
    taken,
    othersProblem,
    problems,
    errors,
  };
}

/** The changes in the session, as they are now: two inputs may change at once, before anything is rendered. */
function changesIn(session: SessionState): Changes {
  const content = openContentOf(session);
  return content?.kind === 'field' ? content : NO_CHANGES;
}

function isUntouched({ name, pick, entered }: Changes): boolean {
  return name === null && pick === null && isNothingEntered(entered);
}

/**
 * The form of one field of the document: it shows the field, keeps the user's changes in the session, and sends only
 * those.
 */
export function useFieldForm(field: FieldId, onDone: () => void): FieldForm | null {
  const { editor, target, spotlight } = useOpenEditor();
  const { state } = useEditorDocument();
  const changes = changesIn(useSession());
  const send = useSend();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [rejection, setRejection] = useState<string | null>(null);
  const { known, own } = useEditedIndex();

  const update: UpdateEntered = (next) => change((before) => ({ ...before, entered: next(before.entered) }));
  const read = readForm(state, target, field, changes, update);
  if (read === null) return null;
  const { address, definition, type, name, pick, isTypeChanged, lost, current, bare, taken, problems, errors } = read;
  const { entered } = changes;
  const isValid = isFine(errors);
  // Missing values are reported when the form is submitted; invalid values, at once.
  const shownProblems = visibleProblems(problems, bare, entered, isSubmitted);
  const at = field.slice(state.mappingsAt.length);
  const form: ParameterForm = {
    ...bare,
    errors: shownProblems,
    settings: known.settings,
    inForce: defaultsInTemplate(own, known, at, { ...bare.values, type: bare.type }),
  };

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

  /** Closes the form when there was nothing to change. */
  function finish(): void {
    editor.dispatch({ type: 'fieldForm.update', payload: { content: null, isValid: null } });
    onDone();
  }

  return {
    address,
    definition,
    name,
    nameHint:
      changes.name === null || (isSubmitted && errors.name !== undefined)
        ? ''
        : nameHint(state, target, {
            parent: address.parentId,
            container: address.container,
            name,
            definition: definition ?? {},
          }),
    pick,
    parameters: pick.main === OTHER_TYPE || pick.name.trim() === '' ? null : form,
    others: {
      value: without(bare.values, [...taken]),
      taken,
      fault: entered.faults[OTHERS],
      problem: read.othersProblem,
    },
    lost,
    notEnabled: notEnabledAround(known.mappings, known === own ? at : pointerWithoutDots(at)),
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
      // A renamed field's row may be far away.
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

/**
 * The errors of a form. A type that is not changed is not validated: the document may contain a type that no form would
 * make.
 */
function errorsOf(
  state: DocumentState,
  address: FieldAddress,
  { name, pick, isTypeChanged, problems, othersFault }: Judged,
): FieldErrors {
  const nameError = changedNameError(state, address, name);
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
