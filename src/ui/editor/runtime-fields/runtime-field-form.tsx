import { isKnownBy, RUNTIME_SCRIPT_ERRORS } from '#domain/catalogue';
import { isObject, valueAt } from '#domain/json';
import type { FieldId } from '#domain/mapping';
import { openContentOf } from '../../../machines/session-state.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../fields/editor-context.tsx';
import { shortName } from '../parameters/field-labels.ts';
import { shownName } from '../../files/shown-name.ts';
import { FormFooter } from '../fields/form-footer.tsx';
import { JsonField } from '../fields/json-field.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Flyout } from '../../kit/flyout.tsx';
import { Select } from '../../kit/select.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { RUNTIME_LABELS } from './runtime-labels.ts';
import common from '../../kit/common.module.css';
import { isMapped, runtimeTypeChoices, runtimeTypeEntry } from './runtime-list.ts';
import { useRuntimeForm, type RuntimeForm } from './use-runtime-form.ts';

interface RuntimeFieldFormProps {
  /** Null for a new field. */
  readonly field: FieldId | null;
  readonly isReadOnly: boolean;
  /** Closes the form; what was entered and not applied is kept. */
  readonly onClose: () => void;
}

const ON_ERROR = [
  { id: '', label: 'Not set: fail the search' },
  { id: 'fail', label: 'fail: fail the search' },
  { id: 'continue', label: 'continue: skip the value' },
] as const;

/** The form of one computed field. */
export function RuntimeFieldForm({ field, isReadOnly, onClose }: RuntimeFieldFormProps) {
  const { editor } = useOpenEditor();
  const isChanged = openContentOf(useSession()) !== null;
  const form = useRuntimeForm(field, onClose);
  const { state } = useEditorDocument();
  const cancel = () => {
    editor.dispatch({ type: 'unapplied.discard', payload: { form: 'runtimeField', field } });
    onClose();
  };
  const isUnknown = field !== null && !isObject(valueAt(state.body, field));
  return (
    <Flyout
      title={
        form.storedName === null
          ? 'Create runtime field'
          : `Edit runtime field '${shortName(shownName(form.storedName))}'`
      }
      onClose={onClose}
      footer={
        <FormFooter
          isBlocked={form.isBlocked}
          isChanged={isChanged}
          onCancel={cancel}
          submit={
            isReadOnly || isUnknown
              ? undefined
              : { label: field === null ? 'Create field' : 'Update', run: form.submit }
          }
        />
      }
    >
      {isUnknown ? (
        <Banner kind="info" title="This field’s definition is not an object">
          Edit it in the JSON view of the mapped fields.
        </Banner>
      ) : (
        <FormParts form={form} isReadOnly={isReadOnly} />
      )}
    </Flyout>
  );
}

function FormParts({
  form: { name, nameHint, container, form, errors, rejection, storedName, setName, change, submit },
  isReadOnly,
}: {
  readonly form: RuntimeForm;
  readonly isReadOnly: boolean;
}) {
  const { target } = useOpenEditor();
  const { state } = useEditorDocument();
  const entry = runtimeTypeEntry(container, form.type);
  const hasScript = entry?.hasNoScript !== true || form.source !== '';
  return (
    <form
      className={common['stack4']}
      noValidate
      {...(isReadOnly && { inert: true })}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {rejection !== null && (
        <Banner kind="danger" title={rejection}>
          Nothing was changed.
        </Banner>
      )}
      <TextField
        label="Name"
        isMono
        value={name}
        onChange={setName}
        description={nameHint}
        errorMessage={errors.name}
        autoFocus={storedName === null}
      />
      {isMapped(valueAt(state.body, state.mappingsAt), name) && (
        <Banner kind="warning" title="A mapped field has this name">
          Searches will use the runtime field instead.
        </Banner>
      )}
      <Select
        label={RUNTIME_LABELS.type}
        placeholder="Select a type"
        items={runtimeTypeChoices(container, target, form.type)}
        value={form.type === '' ? null : form.type}
        onChange={(type) => change({ type })}
        errorMessage={errors.type}
      />
      {(entry?.hasFormat === true || form.format !== '') && (
        <TextField
          label={RUNTIME_LABELS.format}
          isMono
          value={form.format}
          onChange={(format) => change({ format })}
          placeholder="strict_date_optional_time||epoch_millis"
          description="Format of the dates that the script emits."
          errorMessage={errors.format}
        />
      )}
      {hasScript && (
        <>
          <TextField
            label={RUNTIME_LABELS.source}
            isMono
            isMultiline
            value={form.source}
            onChange={(source) => change({ source })}
            placeholder="emit(doc['host.name'].value.toLowerCase())"
            description="If empty, the value is read from the field with the same name in _source."
          />
          <TextField
            label={RUNTIME_LABELS.lang}
            isMono
            value={form.lang}
            onChange={(lang) => change({ lang })}
            placeholder="painless"
          />
          <JsonField
            label={RUNTIME_LABELS.params}
            height="96px"
            value={form.params}
            isReadOnly={isReadOnly}
            onChange={(params) => change({ params })}
            fault={errors.params}
          />
          {(isKnownBy(RUNTIME_SCRIPT_ERRORS, target) || form.onScriptError !== '') && (
            <Select
              label={RUNTIME_LABELS.onScriptError}
              items={ON_ERROR}
              value={ON_ERROR.find(({ id }) => id === form.onScriptError)?.id ?? ''}
              onChange={(onScriptError) => change({ onScriptError })}
            />
          )}
        </>
      )}
      <JsonField
        label={RUNTIME_LABELS.others}
        height="120px"
        value={form.others}
        isReadOnly={isReadOnly}
        onChange={(others) => change({ others })}
        fault={errors.others}
      />
      <button type="submit" hidden />
    </form>
  );
}
