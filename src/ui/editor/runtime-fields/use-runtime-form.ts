import { useState } from 'react';
import { dateFormatRefusal, type TargetEngine } from '#domain/catalogue';
import { memberChanges, NAME_TAKEN, runtimeNameRejection, TYPE_REQUIRED, type DocumentCommand } from '#domain/commands';
import type { DocumentState } from '#domain/document';
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
import type { FormContent } from '../../../machines/forms/registry.ts';
import { openContentOf, type SessionState } from '../../../machines/session-state.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../fields/editor-context.tsx';
import { computedNameHint } from '../fields/name-hint.ts';
import { useSend } from '../fields/use-run.ts';
import { containerFor, containerOfField } from './runtime-list.ts';

/** The differences from the document; `name` is null while the name is that of the document. */
type Edits = Extract<FormContent, { readonly kind: 'runtimeField' }>;

export interface RuntimeForm {
  readonly name: string;
  /** How the engine changes a name that is being typed, where no error already covers it; else empty. */
  readonly nameHint: string;
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

const NO_EDITS: Edits = { kind: 'runtimeField', name: null, parts: {} };

/** The edits, as the session has them now: two inputs may change at once, before anything is rendered. */
function editsIn(session: SessionState): Edits {
  const content = openContentOf(session);
  return content?.kind === 'runtimeField' ? content : NO_EDITS;
}

/** A computed field as its form shows it, and the errors in the edits. */
function readForm(state: DocumentState, target: TargetEngine, field: FieldId | null, edits: Edits) {
  const container = field === null ? containerFor(target) : containerOfField(field);
  const stored = field === null ? undefined : valueAt(state.body, field);
  const definition: JsonObject = isObject(stored) ? stored : {};
  const storedName = field === null ? null : (lastToken(field) ?? '');
  const name = edits.name ?? storedName ?? '';
  const form = { ...readRuntimeForm(definition), ...edits.parts };
  const holder = field === null ? joinPointer(state.mappingsAt, container) : parentPointer(field);
  const misnamed = name === storedName ? null : runtimeNameRejection(state, container, name);
  const isTaken = name !== storedName && valueAt(state.body, joinPointer(holder, name)) !== undefined;
  const { format = '' } = edits.parts;
  // OpenSearch creates derived fields with any format.
  const unread = container === 'derived' || format === '' ? null : dateFormatRefusal(format, target);
  const ofTexts = { ...runtimeFormErrors(edits.parts), ...(unread !== null && { format: unread }) };
  const errors = {
    ...ofTexts,
    ...(misnamed === null ? isTaken && { name: NAME_TAKEN } : { name: misnamed.rejected.detail.message }),
    ...(form.type === '' && (field === null || edits.parts.type !== undefined) && { type: TYPE_REQUIRED }),
  };
  const isValid = Object.keys(errors).length === 0;
  return { container, definition, storedName, name, form, isTaken, ofTexts, errors, isValid };
}

/**
 * The form of one computed field, or of a new one: it shows the field, keeps the user's changes in the session, and
 * sends only those.
 */
export function useRuntimeForm(field: FieldId | null, onDone: () => void): RuntimeForm {
  const { editor, target } = useOpenEditor();
  const { state } = useEditorDocument();
  const edits = editsIn(useSession());
  const send = useSend();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [rejection, setRejection] = useState<string | null>(null);
  const read = readForm(state, target, field, edits);
  const { container, definition, storedName, name, form, isTaken, ofTexts, errors, isValid } = read;

  const change = (update: (before: Edits) => Edits) => {
    const next = update(editsIn(editor.getSession()));
    setRejection(null);
    const isUntouched = next.name === null && Object.keys(next.parts).length === 0;
    const isNextValid = isSubmitted ? readForm(state, target, field, next).isValid : null;
    editor.dispatch({
      type: 'fieldForm.update',
      payload: { content: isUntouched ? null : next, isValid: isNextValid },
    });
  };

  return {
    name,
    nameHint:
      name === storedName || (isSubmitted && errors.name !== undefined)
        ? ''
        : computedNameHint(state, target, container, name),
    container,
    storedName,
    form,
    // A name that is taken is reported at once, missing values when the form is submitted.
    errors: isSubmitted ? errors : { ...ofTexts, ...(isTaken && { name: NAME_TAKEN }) },
    rejection,
    isBlocked: isSubmitted && !isValid,
    setName: (next) => change((before) => ({ ...before, name: next === storedName ? null : next })),
    change: (part) =>
      change((before) => ({ ...before, parts: differing(readRuntimeForm(definition), { ...before.parts, ...part }) })),
    submit: () => {
      setIsSubmitted(true);
      editor.dispatch({ type: 'validity:update', payload: { form: 'field', isValid } });
      if (!isValid) return;
      const after = withRuntimeEdits(definition, edits.parts);
      const outcome = send(
        field === null ? addition(name, after, container) : edit(field, edits.name, definition, after),
      );
      if (typeof outcome !== 'string') {
        setRejection(outcome.detail.message);
        return;
      }
      // Where nothing differed there was no event that discards the content.
      editor.dispatch({ type: 'fieldForm.update', payload: { content: null, isValid: null } });
      onDone();
    },
  };
}

/** The edits that differ from the document. */
function differing(stored: RuntimeFieldForm, edits: RuntimeFieldEdits): RuntimeFieldEdits {
  return Object.fromEntries(
    Object.entries(edits).filter(([part, text]) => text !== stored[part as keyof RuntimeFieldForm]),
  );
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
