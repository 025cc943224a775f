import { PATH_SEPARATOR, OTHER_TYPE, typeOf, type FieldId } from '../../domain/index.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { Flyout } from '../kit/flyout.tsx';
import { JsonEditor } from '../kit/json-editor.tsx';
import { TextField } from '../kit/text-field.tsx';
import styles from './edit-flyout.module.css';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';
import { requiredParametersOf } from './field-parameters.ts';
import { fieldNoun, shortName, shownName } from './field-words.ts';
import { ParameterInput } from './parameter-input.tsx';
import { TypePicker } from './type-picker.tsx';
import { useFieldForm, type FieldForm } from './use-field-form.ts';

interface EditFlyoutProps {
  readonly field: FieldId;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
  readonly onShowJson: () => void;
}

/** The form of one field. Looking changes nothing; what the user changed is one command. */
export function EditFlyout({ field, isReadOnly, onClose, onShowJson }: EditFlyoutProps) {
  const form = useFieldForm(field, onClose);
  if (form === null) return null;
  const { address, definition } = form;
  const title = `Edit ${fieldNoun(address.container)} '${shortName(shownName(address.name))}'`;
  return (
    <Flyout
      title={title}
      onClose={onClose}
      footer={
        <>
          {form.isBlocked && (
            <p className={styles['footerError']} role="alert">
              Fix errors in form before continuing.
            </p>
          )}
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          {definition !== null && !isReadOnly && (
            <Button variant="primary" isDisabled={form.isBlocked} onPress={form.submit}>
              Update
            </Button>
          )}
        </>
      }
    >
      <p className={styles['path']}>{address.path.map(shownName).join(PATH_SEPARATOR)}</p>
      {definition === null ? (
        <Banner kind="info" title="The definition of this field is not an object" actions={<Button onPress={onShowJson}>Show JSON</Button>}>
          It can be edited in the JSON view, and is kept as it is until then.
        </Banner>
      ) : (
        <FieldFormView form={form} isReadOnly={isReadOnly} />
      )}
    </Flyout>
  );
}

function FieldFormView({ form, isReadOnly }: { readonly form: FieldForm; readonly isReadOnly: boolean }) {
  const { target } = useOpenEditor();
  const { state } = useEditorDocument();
  const { address, definition, name, pick, text, parsed, errors } = form;
  const place = { isRoot: address.parentId === null, isMultiField: address.container === 'fields' };
  const required = pick.name === '' ? [] : requiredParametersOf(pick.name);
  const label = pick.main === OTHER_TYPE ? 'Type Parameters JSON' : 'Parameters';
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {form.rejection !== null && <Banner kind="danger" title={form.rejection}>Nothing was changed.</Banner>}
      <TextField label="Field name" isMono isReadOnly={isReadOnly} value={name} onChange={form.setName} errorMessage={errors.name} />
      <div className={styles['types']} {...(isReadOnly && { inert: true })}>
        <TypePicker pick={pick} onChange={form.setPick} errors={errors} target={target} place={place} current={typeOf(definition ?? undefined)} />
      </div>
      {'value' in parsed &&
        !isReadOnly &&
        required.map((parameter) => (
          <ParameterInput
            key={parameter.name}
            parameter={parameter}
            value={Object.hasOwn(parsed.value, parameter.name) ? parsed.value[parameter.name] : undefined}
            onChange={(value) => form.setParameter(parameter.name, value)}
            errorMessage={errors.parameters[parameter.name]}
            state={state}
            field={address.id}
          />
        ))}
      <div className={styles['json']}>
        <span className={styles['label']}>{label}</span>
        <JsonEditor
          ariaLabel={label}
          height="300px"
          value={text}
          isReadOnly={isReadOnly}
          onChange={form.setText}
          {...('fault' in parsed && parsed.fault !== undefined && { errors: [parsed.fault] })}
        />
        {errors.json === undefined ? (
          <p className={styles['help']}>As the engine takes them. What is absent has the engine's default.</p>
        ) : (
          <p className={styles['error']} role="alert">
            {errors.json}
            {'fault' in parsed && parsed.fault !== undefined && ` Line ${parsed.fault.line}, column ${parsed.fault.column}: ${parsed.fault.reason}.`}
          </p>
        )}
      </div>
      <button type="submit" hidden />
    </form>
  );
}
