import { NOTES, OTHER_TYPE } from '#domain/catalogue';
import { dottedPath, PATH_SEPARATOR, typeOf, type FieldId } from '#domain/mapping';
import { openContentOf } from '../../../machines/session-state.ts';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Flyout } from '../../kit/flyout.tsx';
import { Users } from '../../kit/icons/icons.ts';
import { TextField } from '../../kit/text-field.tsx';
import { useEditedByOthers } from '../../platform/people-here.ts';
import common from '../../kit/common.module.css';
import styles from './edit-flyout.module.css';
import { useEditorDocument, useOpenEditor, useSession } from './editor-context.tsx';
import { fieldNoun, shortName } from '../parameters/field-labels.ts';
import { shownName } from '../../files/shown-name.ts';
import { FieldBlame } from './field-blame.tsx';
import { isMultiField } from './field-validation.ts';
import { FormFooter } from './form-footer.tsx';
import { ParameterSections } from '../parameters/parameter-sections.tsx';
import { OtherParameters } from './other-parameters.tsx';
import { reindexNeedsOf, type ReindexNeeds } from './reindex-needs.ts';
import { FieldRefusals } from './row-marks.tsx';
import { RenamedNotice } from './renamed-notice.tsx';
import { TypeDocsLink } from './type-docs-link.tsx';
import { TypePicker } from './type-picker.tsx';
import { useFieldForm, type FieldForm } from './use-field-form.ts';

interface EditFlyoutProps {
  readonly field: FieldId;
  readonly isReadOnly: boolean;
  /** Closes the form; what was entered and not applied is kept. */
  readonly onClose: () => void;
  readonly onShowJson: () => void;
}

/** The form of one field. Opening it changes nothing; all changes are sent as one command. */
export function EditFlyout({ field, isReadOnly, onClose, onShowJson }: EditFlyoutProps) {
  const { editor, target } = useOpenEditor();
  const { state } = useEditorDocument();
  const isChanged = openContentOf(useSession()) !== null;
  const form = useFieldForm(field, onClose);
  if (form === null) return null;
  const needs = reindexNeedsOf(state, target, form);
  const cancel = () => {
    editor.dispatch({ type: 'unapplied.discard', payload: { form: 'field', field } });
    onClose();
  };
  const { address, definition } = form;
  const title = `Edit ${fieldNoun(address.container)} '${shortName(shownName(address.name))}'`;
  return (
    <Flyout
      title={title}
      onClose={onClose}
      footer={
        <FormFooter
          isBlocked={form.isBlocked}
          isChanged={isChanged}
          reindexReasons={needs.reasons}
          onCancel={cancel}
          submit={definition === null || isReadOnly ? undefined : { label: 'Update', run: form.submit }}
        />
      }
    >
      <div className={styles['place']}>
        <p className={styles['path']}>{address.path.map(shownName).join(PATH_SEPARATOR)}</p>
        <AlsoEditing field={field} />
      </div>
      <PanelBoundary what="The notice" resetKey={field}>
        <RenamedNotice field={field} />
      </PanelBoundary>
      <PanelBoundary what="The changes of this field" resetKey={field}>
        <FieldBlame field={field} />
      </PanelBoundary>
      <FieldRefusals field={field} />
      {definition === null ? (
        <Banner
          kind="info"
          title="This field’s definition is not an object"
          actions={<Button onPress={onShowJson}>Show JSON</Button>}
        >
          Edit it in the JSON view.
        </Banner>
      ) : (
        <FieldFormView form={form} needs={needs} isReadOnly={isReadOnly} />
      )}
    </Flyout>
  );
}

/** Shows who else has the field open, where nothing moves for it. What they only typed is not shown. */
function AlsoEditing({ field }: { readonly field: FieldId }) {
  const { editor } = useOpenEditor();
  const others = useEditedByOthers(editor.document.stream).get(field);
  return (
    <div role="status">
      {others !== undefined && (
        <p className={styles['others']}>
          <Users size={14} aria-hidden /> {others}
        </p>
      )}
    </div>
  );
}

interface FieldFormViewProps {
  readonly form: FieldForm;
  readonly needs: ReindexNeeds;
  readonly isReadOnly: boolean;
}

function FieldFormView({ form, needs, isReadOnly }: FieldFormViewProps) {
  const { editor, target } = useOpenEditor();
  const { formEpoch } = useSession();
  const { state } = useEditorDocument();
  const { address, definition, name, pick, errors, lost, notEnabled, parameters, others } = form;
  const isBelowField = address.container === 'fields';
  const isChained = isBelowField && isMultiField(state, address.parentId);
  const isOther = pick.main === OTHER_TYPE;
  const hasOthers = isOther || Object.keys(others.value).length > 0 || errors.json !== undefined;
  return (
    <form
      className={common['stack4']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {form.rejection !== null && (
        <Banner kind="danger" title={form.rejection}>
          Nothing was changed.
        </Banner>
      )}
      {isChained && <Banner kind="warning" title={NOTES.chainedMultiFields} />}
      {notEnabled !== null && (
        <Banner
          kind="info"
          title={`${notEnabled.length === 0 ? 'The mapping' : dottedPath(notEnabled)} is not enabled`}
        >
          Its properties are only in _source. What is set here has no effect.
        </Banner>
      )}
      <TextField
        label="Field name"
        isMono
        isReadOnly={isReadOnly}
        value={name}
        onChange={form.setName}
        description={form.nameHint}
        errorMessage={errors.name}
      />
      <div className={styles['types']} {...(isReadOnly && { inert: true })}>
        <TypePicker
          pick={pick}
          onChange={form.setPick}
          errors={errors}
          target={target}
          place={{ isRoot: address.parentId === null, isMultiField: isBelowField }}
          current={typeOf(definition ?? undefined)}
        />
      </div>
      <TypeDocsLink type={pick.name} />
      {lost.length > 0 && (
        <Banner kind="info" title={`${lost.join(', ')} will be removed`}>
          The new type doesn’t support {lost.length === 1 ? 'it' : 'them'}. You can undo this.
        </Banner>
      )}
      <div {...(isReadOnly && { inert: true })}>
        {parameters !== null && (
          <ParameterSections
            key={`${formEpoch} ${pick.name}`}
            form={{ ...parameters, reindexReasons: needs.byParameter }}
          />
        )}
      </div>
      {hasOthers && (
        <OtherParameters
          key={formEpoch}
          label={isOther ? 'Type Parameters JSON' : 'Other parameters (JSON)'}
          help={
            isOther
              ? 'Sent to the engine unchanged.'
              : 'Parameters without an input in this form. They are kept unless you change them.'
          }
          height={isOther ? '300px' : '160px'}
          value={others.value}
          taken={others.taken}
          isReadOnly={isReadOnly}
          onChange={form.setOthers}
          fault={others.fault}
          onFault={form.setOthersFault}
          problem={others.problem}
        />
      )}
      {/* Last, so that nothing moves while somebody types what causes it. The footer shows it at once. */}
      {needs.reasons.length > 0 && (
        <Banner
          kind="warning"
          title="Requires a new index"
          actions={
            isReadOnly || !form.isChanged ? undefined : (
              <Button
                size="small"
                onPress={() => editor.dispatch({ type: 'fieldForm.update', payload: { content: null, isValid: null } })}
              >
                Discard changes
              </Button>
            )
          }
        >
          <ul className={common['stack1']}>
            {needs.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Banner>
      )}
      <button type="submit" hidden />
    </form>
  );
}
