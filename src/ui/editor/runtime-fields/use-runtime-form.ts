import { useState } from 'react';
import { memberChanges, NAME_REQUIRED, NAME_TAKEN, TYPE_REQUIRED, type DocumentCommand } from '#domain/commands';
import { isObject, joinPointer, lastToken, parentPointer, valueAt, type JsonObject } from '#domain/json';
import {
  readRuntimeForm,
  runtimeFormErrors,
  withRuntimeEdits,
  type ComputedContainer,
  type FieldId,
  type RuntimeFieldEdits,
  type RuntimeFieldForm,
} from '#domain/mapping';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';
import { useSend } from '../fields/use-run.ts';
import { containerFor, containerOfField } from './runtime-list.ts';

interface Edits {
  /** Null while the name is that of the document. */
  readonly name: string | null;
  readonly parts: RuntimeFieldEdits;
}

export interface RuntimeForm {
  readonly name: string;
  readonly container: ComputedContainer;
  /** The name that the field has in the document; null for a new one. */
  readonly storedName: string | null;
  readonly form: RuntimeFieldForm;
  readonly errors: Readonly<Partial<Record<keyof RuntimeFieldForm | 'name', string>>>;
  readonly rejection: string | null;
  readonly isBlocked: boolean;
  setName(name: string): void;
  change(part: RuntimeFieldEdits): void;
  submit(): void;
}

const NO_EDITS: Edits = { name: null, parts: {} };

/** A lens over one computed field, or over none yet: shows it, remembers what was changed, and sends only that. */
export function useRuntimeForm(field: FieldId | null, onDone: () => void): RuntimeForm {
  const { editor, target } = useOpenEditor();
  const { state } = useEditorDocument();
  const send = useSend();
  const [edits, setEdits] = useState(NO_EDITS);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [rejection, setRejection] = useState<string | null>(null);

  const container = field === null ? containerFor(target) : containerOfField(field);
  const stored = field === null ? undefined : valueAt(state.body, field);
  const definition: JsonObject = isObject(stored) ? stored : {};
  const storedName = field === null ? null : (lastToken(field) ?? '');
  const name = edits.name ?? storedName ?? '';
  const form = { ...readRuntimeForm(definition), ...edits.parts };
  const holder = field === null ? joinPointer(state.mappingsAt, container) : parentPointer(field);
  const isTaken = name !== storedName && valueAt(state.body, joinPointer(holder, name)) !== undefined;
  const ofJson = runtimeFormErrors(edits.parts);
  const errors = {
    ...ofJson,
    ...(name === '' ? { name: NAME_REQUIRED } : isTaken && { name: NAME_TAKEN }),
    ...(form.type === '' && (field === null || edits.parts.type !== undefined) && { type: TYPE_REQUIRED }),
  };
  const isValid = Object.keys(errors).length === 0;

  const change = (next: Edits) => {
    setEdits(next);
    setRejection(null);
    editor.dispatch({ type: 'validity:update', payload: { form: 'field', isValid: isSubmitted ? isValid : null } });
  };

  return {
    name,
    container,
    storedName,
    form,
    // A name that is taken is said at once, what is missing only when the form was submitted.
    errors: isSubmitted ? errors : { ...ofJson, ...(isTaken && { name: NAME_TAKEN }) },
    rejection,
    isBlocked: isSubmitted && !isValid,
    setName: (next) => change({ ...edits, name: next === storedName ? null : next }),
    change: (part) => change({ ...edits, parts: { ...edits.parts, ...part } }),
    submit: () => {
      setIsSubmitted(true);
      editor.dispatch({ type: 'validity:update', payload: { form: 'field', isValid } });
      if (!isValid) return;
      const after = withRuntimeEdits(definition, edits.parts);
      const outcome = send(
        field === null ? addition(name, after, container) : edit(field, edits.name, definition, after),
      );
      if (typeof outcome !== 'string') setRejection(outcome.detail.message);
      else onDone();
    },
  };
}

function addition(name: string, definition: JsonObject, container: ComputedContainer): DocumentCommand {
  return { type: 'runtimeField.add', payload: { name, definition, ...(container === 'derived' && { container }) } };
}

function edit(field: FieldId, name: string | null, before: JsonObject, after: JsonObject): DocumentCommand {
  const { set, unset } = memberChanges(before, after);
  return {
    type: 'runtimeField.edit',
    payload: { field, ...(name !== null && { name }), set: { ...set }, unset: [...unset] },
  };
}
