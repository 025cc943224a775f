import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { NOTES, OTHER_TYPE, parametersOf, type TargetEngine } from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import { member } from '#domain/json';
import type { FieldId } from '#domain/mapping';
import type { FormContent } from '../../../machines/forms/registry.ts';
import { openContentOf, type SessionState } from '../../../machines/session-state.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { announce } from '../../kit/announcer.tsx';
import common from '../../kit/common.module.css';
import styles from './create-field-form.module.css';
import { useEditorDocument, useOpenEditor, useSession } from './editor-context.tsx';
import {
  containerBelow,
  isFine,
  isMultiField,
  newNameError,
  placeBelow,
  typeErrors,
  type FieldErrors,
} from './field-validation.ts';
import { nameHint } from './name-hint.ts';
import { shownName } from '../../files/shown-name.ts';
import {
  isNothingEntered,
  NOTHING_ENTERED,
  parameterFormOf,
  parameterProblems,
  visibleProblems,
  type EnteredParameters,
} from '../parameters/entered-parameters.ts';
import { parametersFault } from '../parameters/field-parameters.ts';
import { withEdit } from '../parameters/parameter-edits.ts';
import { ParameterEditor } from '../parameters/parameter-editor.tsx';
import { OtherParameters } from './other-parameters.tsx';
import { pickOf, type TypePick } from './type-choices.ts';
import { TypeDocsLink } from './type-docs-link.tsx';
import { TypePicker } from './type-picker.tsx';
import { useEditedIndex } from './use-edited-index.ts';
import { useSend } from './use-run.ts';

interface CreateFieldFormProps {
  /** The field that the new one goes under; null for the root. */
  readonly parent: FieldId | null;
  readonly isCancelable: boolean;
  /** Closes the form; what was entered and not added is kept. */
  readonly onClose: () => void;
  /** Closes the form; what was entered is discarded. */
  readonly onCancel: () => void;
  readonly onAdded: (parent: FieldId | null, name: string) => void;
}

type Entered = Extract<FormContent, { readonly kind: 'newField' }>;

/**
 * The entered content as the session has it now: two inputs may change at once, before anything is rendered. `last` is
 * the type of the field that was added last.
 */
function enteredIn(session: SessionState, last: TypePick): Entered {
  const content = openContentOf(session);
  return content?.kind === 'newField' ? content : { kind: 'newField', name: '', pick: last, entered: NOTHING_ENTERED };
}

function isUntouched({ name, pick, entered }: Entered, last: TypePick): boolean {
  return name === '' && pick.main === last.main && pick.name === last.name && isNothingEntered(entered);
}

/** The type that the first new field starts with. */
const DEFAULT_TYPE = pickOf('text');
/** The key of the fault of the parameters that are entered as JSON. */
const OTHERS = '';
const NONE_TAKEN: ReadonlySet<string> = new Set();

type UpdateEntered = (update: (before: EnteredParameters) => EnteredParameters) => void;
const NO_UPDATE: UpdateEntered = () => undefined;

/** The inputs for the entered content, and its errors. */
function readEntered(
  state: DocumentState,
  target: TargetEngine,
  parent: FieldId | null,
  { name, pick, entered }: Entered,
  update: UpdateEntered,
) {
  const type = pick.name.trim();
  const bare = parameterFormOf({ type, target, state, field: null, current: {} }, entered, {}, update);
  const required =
    pick.main === OTHER_TYPE || type === ''
      ? []
      : parametersOf(type, target).filter(
          ({ isRequired, insteadOf }) => isRequired === true || insteadOf !== undefined,
        );
  const problems = parameterProblems(bare, entered, ({ isRequired }) => isRequired === true);
  const nameError = newNameError(state, parent, name);
  const othersProblem = pick.main === OTHER_TYPE ? parametersFault(type, {}, bare.values) : undefined;
  const othersFault = entered.faults[OTHERS]?.message ?? othersProblem;
  const errors: FieldErrors = {
    ...typeErrors(pick),
    ...(nameError !== undefined && { name: nameError }),
    ...(othersFault !== undefined && { json: othersFault }),
    parameters: problems,
  };
  return { bare, required, problems, othersProblem, errors };
}

/**
 * The form for a new field, in its place in the tree. It stays open for the next field, and starts with the type of the
 * last one. While nothing is typed in it, undo and redo are those of the document.
 */
export function CreateFieldForm({ parent, isCancelable, onClose, onCancel, onAdded }: CreateFieldFormProps) {
  const { editor, target } = useOpenEditor();
  const { state } = useEditorDocument();
  const { known } = useEditedIndex();
  const send = useSend();
  const [lastType, setLastType] = useState(DEFAULT_TYPE);
  const entered = enteredIn(useSession(), lastType);
  const [isSubmitted, setIsSubmitted] = useState(false);
  /** A field was just added, and nothing was entered since. */
  const [isJustAdded, setIsJustAdded] = useState(false);
  /** Text was typed since the form was opened or a field was added; the browser can take it back. */
  const [isTyped, setIsTyped] = useState(false);
  const [rejection, setRejection] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  const place = placeBelow(state, parent);
  const noun = place.isMultiField ? 'multi-field' : 'field';
  const { pick, name } = entered;
  const isOther = pick.main === OTHER_TYPE;
  const typeName = pick.name.trim();
  const change = (update: (before: Entered) => Entered) => {
    const next = update(enteredIn(editor.getSession(), lastType));
    setRejection(undefined);
    setIsJustAdded(false);
    editor.dispatch({
      type: 'fieldForm.update',
      payload: {
        content: isUntouched(next, lastType) ? null : next,
        isValid: isSubmitted ? isFine(readEntered(state, target, parent, next, NO_UPDATE).errors) : null,
      },
    });
  };
  const enter: UpdateEntered = (update) => change((before) => ({ ...before, entered: update(before.entered) }));
  const { bare, required, problems, othersProblem, errors } = readEntered(state, target, parent, entered, enter);
  const shown: FieldErrors = isSubmitted
    ? errors
    : { parameters: visibleProblems(problems, bare, entered.entered, false) };
  const parameterForm = { ...bare, errors: shown.parameters, settings: known.settings };
  const hint = nameHint(state, target, {
    parent,
    container: containerBelow(state, parent),
    name,
    definition: { type: typeName, ...bare.values },
  });

  const submit = () => {
    // The second of two quick presses of Enter, of which the first has added a field.
    if (isJustAdded) {
      setIsJustAdded(false);
      return;
    }
    setIsSubmitted(true);
    if (!isFine(errors)) return;
    const definition = { type: typeName, ...bare.values };
    const outcome = send({ type: 'field.add', payload: { parent, name, definition } });
    if (typeof outcome !== 'string') {
      setRejection(outcome.detail.message);
      return;
    }
    announce(`Added ${shownName(name)}`);
    setIsSubmitted(false);
    setIsJustAdded(true);
    setIsTyped(false);
    setLastType(pick);
    onAdded(parent, name);
  };
  const submitAndStay = () => {
    submit();
    form.current?.querySelector('input')?.focus();
  };
  // The entered content stays until it is added or cancelled: a press on Undo must not add it first.
  usePressOutside(form, () => {
    if (isCancelable && isUntouched(entered, lastType)) onClose();
  });

  return (
    <form
      ref={form}
      className={styles['form']}
      aria-label={`Add ${noun}`}
      noValidate
      {...(!isTyped && isUntouched(entered, lastType) && { 'data-untouched': true })}
      onInput={() => setIsTyped(true)}
      onSubmit={(event) => {
        event.preventDefault();
        submitAndStay();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isCancelable) return;
        event.preventDefault();
        onClose();
      }}
    >
      {place.isMultiField && isMultiField(state, parent) && <Banner kind="warning" title={NOTES.chainedMultiFields} />}
      <div className={styles['fields']}>
        <TextField
          label="Field name"
          isMono
          autoFocus
          value={name}
          onChange={(next) => change((before) => ({ ...before, name: next }))}
          description={shown.name === undefined ? hint : ''}
          errorMessage={shown.name}
        />
        <TypePicker
          pick={pick}
          onChange={(next) =>
            // The entered parameters belong to the type that they were entered for; while a type name is being typed,
            // the type is still the same.
            change((before) => ({
              ...before,
              pick: next,
              entered: isOther && next.main === OTHER_TYPE ? before.entered : NOTHING_ENTERED,
            }))
          }
          errors={shown}
          target={target}
          place={place}
          current={null}
        />
        {required.map((parameter) => (
          <ParameterEditor key={`${typeName} ${parameter.name}`} parameter={parameter} form={parameterForm} />
        ))}
      </div>
      <TypeDocsLink type={typeName} />
      {isOther && (
        <OtherParameters
          label="Type Parameters JSON"
          height="120px"
          value={bare.values}
          taken={NONE_TAKEN}
          onChange={(next) =>
            enter((before) => ({
              ...before,
              edits: [...Object.keys(before.edits.set), ...Object.keys(next)].reduce(
                (edits, other) => withEdit(edits, {}, other, member(next, other)),
                before.edits,
              ),
            }))
          }
          fault={entered.entered.faults[OTHERS]}
          onFault={(fault) => bare.setFault(OTHERS, fault)}
          problem={othersProblem}
        />
      )}
      {rejection !== undefined && (
        <p className={common['error']} role="alert">
          {rejection}
        </p>
      )}
      <div className={styles['buttons']}>
        {isCancelable && <Button onPress={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary">
          {place.isMultiField ? 'Add multi-field' : 'Add field'}
        </Button>
      </div>
    </form>
  );
}

/** Calls `onPress` for a press outside an element; what the element opens in a separate layer counts as inside. */
function usePressOutside(element: RefObject<HTMLElement | null>, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onPointerDown = ({ target, button }: PointerEvent) => {
      if (button !== 0 || !(target instanceof Element) || element.current?.contains(target) === true) return;
      if (
        target.closest(
          '[role="listbox"], [role="dialog"], [role="alertdialog"], [role="region"], [role="menu"], [data-trigger], [data-keeps-form]',
        ) !== null
      )
        return;
      press();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
  }, [element]);
}
