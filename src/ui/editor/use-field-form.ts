import { useState } from 'react';
import {
  isObject,
  memberChanges,
  OTHER_TYPE,
  parseFieldId,
  typeChangeLosses,
  typeOf,
  valueAt,
  type DocumentState,
  type FieldAddress,
  type FieldId,
  type JsonObject,
  type JsonValue,
} from '../../domain/index.ts';
import type { PendingEdit } from '../../machines/session-state.ts';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';
import { formatParameters, parametersIn, parseParameters, withMember, withoutRequiredOf, type ParsedParameters } from './field-parameters.ts';
import { changedNameError, isFine, typeErrors, type FieldErrors } from './field-validation.ts';
import { pickOf, type TypePick } from './type-choices.ts';
import { editPayload, useSend } from './use-run.ts';

/** What the user has changed; null where the form still shows the document. */
interface Changes {
  readonly name: string | null;
  readonly pick: TypePick | null;
  /** The text, and the parameters that it was made from: only what differs from them is sent. */
  readonly parameters: { readonly text: string; readonly before: JsonObject } | null;
}

const NO_CHANGES: Changes = { name: null, pick: null, parameters: null };

export interface FieldForm {
  readonly address: FieldAddress;
  /** Null where the definition is no object, so that there is nothing to edit here. */
  readonly definition: JsonObject | null;
  readonly name: string;
  readonly pick: TypePick;
  readonly text: string;
  readonly parsed: ParsedParameters;
  /** What is shown: before the first submit only what is wrong with the JSON. */
  readonly errors: FieldErrors;
  readonly rejection: string | null;
  readonly isDirty: boolean;
  readonly isBlocked: boolean;
  setName(name: string): void;
  setPick(pick: TypePick): void;
  setText(text: string): void;
  setParameter(name: string, value: JsonValue | undefined): void;
  submit(): void;
}

/** A lens over one field of the document: shows it, remembers what the user changed about it, and sends only that. */
export function useFieldForm(field: FieldId, onDone: () => void): FieldForm | null {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const send = useSend();
  const [changes, setChanges] = useState(NO_CHANGES);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [rejection, setRejection] = useState<string | null>(null);

  const address = parseFieldId(field, state.mappingsAt);
  const value = valueAt(state.body, field);
  if (address === null || value === undefined) return null;
  const definition = isObject(value) ? value : null;
  const type = typeOf(value);
  const current = parametersIn(definition ?? {});

  const name = changes.name ?? address.name;
  const pick = changes.pick ?? pickOf(type);
  const text = changes.parameters?.text ?? formatParameters(current);
  const parsed = changes.parameters === null ? { value: current } : parseParameters(text);
  const errors = errorsOf(state, address, { name, pick, parsed, isTypeChanged: pick.name !== type });
  const isValid = isFine(errors);

  const change = (part: Partial<Changes>) => {
    setChanges({ ...changes, ...part });
    setRejection(null);
    editor.dispatch({ type: 'validity:update', payload: { form: 'field', isValid: isSubmitted ? isValid : null } });
  };
  const setParameters = (parameters: JsonObject) => ({ text: formatParameters(parameters), before: changes.parameters?.before ?? current });

  return {
    address,
    definition,
    name,
    pick,
    text,
    parsed,
    errors: isSubmitted ? errors : { parameters: {}, ...(errors.json !== undefined && { json: errors.json }) },
    rejection,
    isDirty: changes.name !== null || changes.pick !== null || changes.parameters !== null,
    isBlocked: isSubmitted && !isValid,
    setName: (next) => change({ name: next === address.name ? null : next }),
    setText: (next) => change({ parameters: { text: next, before: changes.parameters?.before ?? current } }),
    setParameter: (parameter, next) => {
      if ('value' in parsed) change({ parameters: setParameters(withMember(parsed.value, parameter, next)) });
    },
    setPick: (next) => {
      const trimmed = 'value' in parsed && next.name !== '' ? withoutRequiredOf(parsed.value, pick.name || type, next.name) : null;
      const isTrimmed = trimmed !== null && 'value' in parsed && Object.keys(trimmed).length < Object.keys(parsed.value).length;
      change({ pick: next.name === type ? null : next, ...(isTrimmed && { parameters: setParameters(trimmed) }) });
    },
    submit: () => {
      setIsSubmitted(true);
      editor.dispatch({ type: 'validity:update', payload: { form: 'field', isValid } });
      if (!isValid || 'error' in parsed) return;
      const payload = editOf(field, changes, parsed.value, pick.name.trim() === type ? null : pick.name.trim());
      if (payload === null) return onDone();
      const losses = pick.name === type ? null : typeChangeLosses(state, field, pick.name);
      if (losses !== null && (losses.aliases.length > 0 || losses.containers.length > 0)) {
        editor.dispatch({ type: 'documentField.askTypeChange', payload });
        return;
      }
      const outcome = send({ type: 'field.edit', payload: editPayload({ payload }) });
      if (typeof outcome !== 'string') setRejection(outcome.detail.message);
      else if (outcome === 'unchanged') onDone();
    },
  };
}

interface Entered {
  readonly name: string;
  readonly pick: TypePick;
  readonly parsed: ParsedParameters;
  readonly isTypeChanged: boolean;
}

/** A type that stays is not judged, nor its parameters: the document may hold what no form would make. */
function errorsOf(state: DocumentState, address: FieldAddress, { name, pick, parsed, isTypeChanged }: Entered): FieldErrors {
  const nameError = changedNameError(state, address.id, address.name, name);
  const ofType = isTypeChanged || pick.main === OTHER_TYPE ? typeErrors(pick, 'value' in parsed ? parsed.value : {}) : { parameters: {} };
  return {
    ...ofType,
    ...('error' in parsed && { json: parsed.error }),
    ...(nameError !== undefined && { name: nameError }),
  };
}

/** The payload of the edit, or null where nothing differs from the document. */
function editOf(field: FieldId, { name, parameters }: Changes, after: JsonObject, type: string | null): (PendingEdit['payload'] & { readonly set?: JsonObject }) | null {
  const { set, unset } = parameters === null ? { set: {}, unset: [] } : memberChanges(parameters.before, after);
  const written: JsonObject = type === null ? set : { type, ...set };
  if (name === null && unset.length === 0 && Object.keys(written).length === 0) return null;
  return {
    field,
    ...(name !== null && { name }),
    ...(Object.keys(written).length > 0 && { set: written }),
    ...(unset.length > 0 && { unset }),
  };
}
