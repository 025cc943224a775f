import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { OTHER_TYPE, type FieldId, type JsonObject } from '../../domain/index.ts';
import { Button } from '../kit/button.tsx';
import { JsonEditor } from '../kit/json-editor.tsx';
import { TextField } from '../kit/text-field.tsx';
import { announce } from '../kit/announcer.tsx';
import styles from './create-field-form.module.css';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';
import { parseParameters, requiredParametersOf, withMember } from './field-parameters.ts';
import { isFine, newNameError, placeBelow, typeErrors, type FieldErrors } from './field-validation.ts';
import { shownName } from './field-words.ts';
import { ParameterInput } from './parameter-input.tsx';
import { NO_TYPE, type TypePick } from './type-choices.ts';
import { TypePicker } from './type-picker.tsx';
import { useSend } from './use-run.ts';

interface CreateFieldFormProps {
  /** The field that the new one goes under; null for the root. */
  readonly parent: FieldId | null;
  readonly isCancelable: boolean;
  readonly onClose: () => void;
  readonly onAdded: (parent: FieldId | null, name: string) => void;
}

interface Entered {
  readonly name: string;
  readonly pick: TypePick;
  readonly parameters: JsonObject;
  /** For a type that only its name says. */
  readonly json: string;
}

const NOTHING: Entered = { name: '', pick: NO_TYPE, parameters: {}, json: '' };

/** The form for a new field, in its place in the tree. It stays open for the next one. */
export function CreateFieldForm({ parent, isCancelable, onClose, onAdded }: CreateFieldFormProps) {
  const { editor, target } = useOpenEditor();
  const { state } = useEditorDocument();
  const send = useSend();
  const [entered, setEntered] = useState(NOTHING);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [rejection, setRejection] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  const place = placeBelow(state, parent);
  const noun = place.isMultiField ? 'multi-field' : 'field';
  const { pick, name } = entered;
  const isOther = pick.main === OTHER_TYPE;
  const json = isOther ? parseParameters(entered.json) : { value: entered.parameters };
  const nameError = newNameError(state, parent, name);
  const errors: FieldErrors = {
    ...typeErrors(pick, entered.parameters),
    ...(nameError !== undefined && { name: nameError }),
    ...('error' in json && { json: json.error }),
  };
  const shown: FieldErrors = isSubmitted ? errors : { parameters: {}, ...('error' in json && entered.json !== '' && { json: json.error }) };

  const change = (part: Partial<Entered>) => {
    const next = { ...entered, ...part };
    setEntered(next);
    setRejection(undefined);
    editor.dispatch({ type: 'validity:update', payload: { form: 'field', isValid: isSubmitted ? isFine(errors) : null, isNameEmpty: next.name === '' } });
  };

  /** Adds the field; returns whether it was added. */
  const submit = (): boolean => {
    setIsSubmitted(true);
    if (!isFine(errors) || 'error' in json) return false;
    const definition = { type: pick.name.trim(), ...json.value };
    const outcome = send({ type: 'field.add', payload: { parent, name, definition } });
    if (typeof outcome !== 'string') {
      setRejection(outcome.detail.message);
      return false;
    }
    announce(`Added ${shownName(name)}`);
    setEntered(NOTHING);
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

  const required = pick.name === '' ? [] : requiredParametersOf(pick.name);
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
        <TextField label="Field name" isMono autoFocus value={name} onChange={(next) => change({ name: next })} errorMessage={shown.name} />
        <TypePicker
          pick={pick}
          onChange={(next) => change({ pick: next, parameters: {} })}
          errors={shown}
          target={target}
          place={place}
          current={null}
        />
        {required.map((parameter) => (
          <ParameterInput
            key={parameter.name}
            parameter={parameter}
            value={entered.parameters[parameter.name]}
            onChange={(value) => change({ parameters: withMember(entered.parameters, parameter.name, value) })}
            errorMessage={shown.parameters[parameter.name]}
            state={state}
            field={null}
          />
        ))}
      </div>
      {isOther && (
        <div className={styles['json']}>
          <span className={styles['label']}>Type Parameters JSON</span>
          <JsonEditor ariaLabel="Type Parameters JSON" height="120px" value={entered.json} onChange={(text) => change({ json: text })} />
          {shown.json !== undefined && <p className={styles['error']}>{shown.json}</p>}
        </div>
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
      if (target.closest('[role="listbox"], [role="dialog"], [role="alertdialog"], [role="region"], [data-trigger]') !== null) return;
      press();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
  }, [element]);
}

