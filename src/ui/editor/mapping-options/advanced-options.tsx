import { valueAt } from '#domain/json';
import {
  configurationErrors,
  readConfigurationForm,
  withConfigurationEdits,
  type ConfigurationEdits,
} from '#domain/mapping';
import { useEditorDocument, useOpenEditor, useSession } from '../fields/editor-context.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextList } from '../../kit/text-list.tsx';
import { OptionBlock } from './option-block.tsx';
import styles from './options-pane.module.css';

/** What the mappings say about all fields, as a form. It shows the document, and what was changed over it. */
export function AdvancedOptions({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const { edits } = useSession().configuration;
  const form = withConfigurationEdits(readConfigurationForm(valueAt(state.body, state.mappingsAt)), edits);
  const errors = configurationErrors(edits);
  const change = <Part extends keyof ConfigurationEdits>(part: Part, value: ConfigurationEdits[Part]) => {
    const before = edits[part];
    const merged = typeof value === 'object' && typeof before === 'object' ? { ...before, ...value } : value;
    editor.dispatch({ type: 'configuration.update', payload: { edits: { ...edits, [part]: merged } } });
  };
  const { dynamicMapping, sourceField, _routing } = form;
  return (
    <form
      className={styles['pane']}
      aria-label="Advanced options"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      {...(isReadOnly && { inert: true })}
    >
      <OptionBlock
        title="Dynamic mapping"
        description="Fields that documents bring and that are not mapped are added to the mapping by themselves."
      >
        <Switch isSelected={dynamicMapping.enabled} onChange={(enabled) => change('dynamicMapping', { enabled })}>
          Enable dynamic mapping
        </Switch>
        {dynamicMapping.enabled ? (
          <>
            <Switch
              isSelected={dynamicMapping.numeric_detection}
              onChange={(isOn) => change('dynamicMapping', { numeric_detection: isOn })}
              description="“1.0” becomes a float and “1” a long."
            >
              Map numeric strings as numbers
            </Switch>
            <Switch
              isSelected={dynamicMapping.date_detection}
              onChange={(isOn) => change('dynamicMapping', { date_detection: isOn })}
            >
              Map date strings as dates
            </Switch>
            {dynamicMapping.date_detection && (
              <TextList
                label="Date formats"
                description="Strings in one of these formats are mapped as dates. Enter a format, then the next."
                placeholder="Enter a format"
                items={dynamicMapping.dynamic_date_formats}
                onChange={(formats) => change('dynamicMapping', { dynamic_date_formats: formats })}
                errorMessage={errors.dynamic_date_formats}
              />
            )}
          </>
        ) : (
          <Checkbox
            isSelected={dynamicMapping.throwErrorsForUnmappedFields}
            onChange={(isOn) => change('dynamicMapping', { throwErrorsForUnmappedFields: isOn })}
            description="Otherwise such fields stay in _source and are not indexed."
          >
            Throw an error when a document has an unmapped field
          </Checkbox>
        )}
      </OptionBlock>
      <OptionBlock
        title="_meta field"
        description="Any information about the mapping. The engine keeps it and does not use it."
      >
        <div className={styles['field']}>
          <span className={styles['label']}>_meta field data</span>
          <JsonEditor
            ariaLabel="_meta field data"
            height="300px"
            hasTabKey={false}
            value={form.metaField}
            isReadOnly={isReadOnly}
            onChange={(text) => change('metaField', text)}
          />
          {errors.metaField !== undefined && (
            <p className={styles['error']} role="alert">
              {errors.metaField}
            </p>
          )}
        </div>
      </OptionBlock>
      <OptionBlock
        title="_source field"
        description="The document as it was sent. It is stored and given back by searches, and is not itself searched."
      >
        <Switch isSelected={sourceField.enabled} onChange={(enabled) => change('sourceField', { enabled })}>
          Enable _source field
        </Switch>
        {sourceField.enabled ? (
          <>
            <TextList
              label="Include fields"
              description="Only these paths are kept. Wildcards are allowed, such as order.*"
              placeholder="path.to.field.*"
              items={sourceField.includes}
              onChange={(includes) => change('sourceField', { includes })}
            />
            <TextList
              label="Exclude fields"
              description="These paths are left out. Wildcards are allowed."
              placeholder="path.to.field.*"
              items={sourceField.excludes}
              onChange={(excludes) => change('sourceField', { excludes })}
            />
          </>
        ) : (
          <Banner kind="warning" title="Without _source much does not work any more">
            Update, update by query, reindex and highlighting need it, and searches give no documents back. To save
            room, exclude single paths instead.
          </Banner>
        )}
      </OptionBlock>
      <OptionBlock
        title="_routing"
        description="Decides which shard a document goes to. Where it is required, each request about a document has to name it."
      >
        <Switch isSelected={_routing.required} onChange={(required) => change('_routing', { required })}>
          Require _routing for CRUD operations
        </Switch>
      </OptionBlock>
    </form>
  );
}
