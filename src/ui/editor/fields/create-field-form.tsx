import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { OTHER_TYPE, parametersOf, type TargetEngine } from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import { member } from '#domain/json';
import type { FieldId } from '#domain/mapping';
import type { FormContent } from '../../../machines/session-commands.ts';
import type { SessionState } from '../../../machines/session-state.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { announce } from '../../kit/announcer.tsx';
import styles from './create-field-form.module.css';
import { useEditorDocument, useOpenEditor, useSession } from './editor-context.tsx';
import { isFine, newNameError, placeBelow, typeErrors, type FieldErrors } from './field-validation.ts';
import { shownName } from '../parameters/field-labels.ts';
import {
  isNothingEntered,
  NOTHING_ENTERED,
  parameterFormOf,
  parameterProblems,
  type EnteredParameters,
} from '../parameters/entered-parameters.ts';
import { withEdit } from '../parameters/parameter-edits.ts';
import { ParameterEditor } from '../parameters/parameter-editor.tsx';
import { OtherParameters } from './other-parameters.tsx';
import { NO_TYPE } from './type-choices.ts';
import { TypePicker } from './type-picker.tsx';
import { useSend } from './use-run.ts';

interface CreateFieldFormProps {
  /** The field that the new one goes under; null for the root. */
  readonly parent: FieldId | null;
  readonly isCancelable: boolean;
  readonly onClose: () => void;
  readonly onAdded: (parent: FieldId | null, name: string) => void;
}

type Entered = Extract<FormContent, { readonly kind: 'newField' }>;

const NOTHING: Entered = { kind: 'newField', name: '', pick: NO_TYPE, entered: NOTHING_ENTERED };

/** What was entered, as the session has it now: two inputs may change at once, before anything is rendered. */
function enteredIn({ fieldForm }: SessionState): Entered {
  return fieldForm?.content?.kind === 'newField' ? fieldForm.content : NOTHING;
}

function isUntouched({ name, pick, entered }: Entered): boolean {
  return name === '' && pick.main === null && isNothingEntered(entered);
}

/** The fault of the parameters that are entered as JSON. */
const OTHERS = '';
const NONE_TAKEN: ReadonlySet<string> = new Set();

type UpdateEntered = (update: (before: EnteredParameters) => EnteredParameters) => void;
const NO_UPDATE: UpdateEntered = () => undefined;

/** The inputs of what was entered, and what is wrong with it. */
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
      : parametersOf(type, target).filter(({ isRequired }) => isRequired === true);
  const problems = parameterProblems(bare, entered, (parameter) => required.includes(parameter));
  const nameError = newNameError(state, parent, name);
  const othersFault = entered.faults[OTHERS];
  const errors: FieldErrors = {
    ...typeErrors(pick),
    ...(nameError !== undefined && { name: nameError }),
    ...(othersFault !== undefined && { json: othersFault }),
    parameters: problems,
  };
  return { bare, required, problems, errors };
}

/** The form for a new field, in its place in the tree. It stays open for the next one. */
export function CreateFieldForm({ parent, isCancelable, onClose, onAdded }: CreateFieldFormProps) {
  const { editor, target } = useOpenEditor();
  const { state } = useEditorDocument();
  const send = useSend();
  const entered = enteredIn(useSession());
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [rejection, setRejection] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  const place = placeBelow(state, parent);
  const noun = place.isMultiField ? 'multi-field' : 'field';
  const { pick, name } = entered;
  const isOther = pick.main === OTHER_TYPE;
  const typeName = pick.name.trim();
  const change = (update: (before: Entered) => Entered) => {
    const next = update(enteredIn(editor.getSession()));
    setRejection(undefined);
    editor.dispatch({
      type: 'fieldForm.update',
      payload: {
        content: isUntouched(next) ? null : next,
        isValid: isSubmitted ? isFine(readEntered(state, target, parent, next, NO_UPDATE).errors) : null,
      },
    });
  };
  const enter: UpdateEntered = (update) => change((before) => ({ ...before, entered: update(before.entered) }));
  const { bare, required, problems, errors } = readEntered(state, target, parent, entered, enter);
  const shown: FieldErrors = isSubmitted
    ? errors
    : {
        parameters: Object.fromEntries(
          Object.entries(problems).filter(([problem]) => Object.hasOwn(bare.values, problem)),
        ),
      };
  const parameterForm = { ...bare, errors: shown.parameters };

  /** Adds the field; returns whether it was added. */
  const submit = (): boolean => {
    setIsSubmitted(true);
    if (!isFine(errors)) return false;
    const definition = { type: typeName, ...bare.values };
    const outcome = send({ type: 'field.add', payload: { parent, name, definition } });
    if (typeof outcome !== 'string') {
      setRejection(outcome.detail.message);
      return false;
    }
    announce(`Added ${shownName(name)}`);
    setIsSubmitted(false);
    onAdded(parent, name);
    return true;
  };
  const submitAndStay = () => {
    submit();
    form.current?.querySelector('input')?.focus();
  };
  usePressOutside(form, () => {
    if (name === '') {
      if (isCancelable) onClose();
    } else if (submit()) onClose();
  });

  return (
    <form
      ref={form}
      className={styles['form']}
      aria-label={`Add ${noun}`}
      noValidate
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
      <div className={styles['fields']}>
        <TextField
          label="Field name"
          isMono
          autoFocus
          value={name}
          onChange={(next) => change((before) => ({ ...before, name: next }))}
          errorMessage={shown.name}
        />
        <TypePicker
          pick={pick}
          onChange={(next) =>
            // What was entered is for the type that it was entered for; a name that is being typed is no other type yet.
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
          onFault={(message) => bare.setFault(OTHERS, message)}
        />
      )}
      {rejection !== undefined && (
        <p className={styles['error']} role="alert">
          {rejection}
        </p>
      )}
      <div className={styles['buttons']}>
        {isCancelable && <Button onPress={onClose}>Cancel</Button>}
        <Button type="submit" variant="primary">
          {place.isMultiField ? 'Add multi-field' : 'Add field'}
        </Button>
      </div>
    </form>
  );
}

/** Calls `onPress` for a press outside an element; what opens from it in a layer of its own counts as inside. */
function usePressOutside(element: RefObject<HTMLElement | null>, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onPointerDown = ({ target, button }: PointerEvent) => {
      if (button !== 0 || !(target instanceof Element) || element.current?.contains(target) === true) return;
      if (
        target.closest('[role="listbox"], [role="dialog"], [role="alertdialog"], [role="region"], [data-trigger]') !==
        null
      )
        return;
      press();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
  }, [element]);
}
