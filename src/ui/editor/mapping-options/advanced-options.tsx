import { CONFIGURATION, dynamicDateFormatsRefusal, isKnownBy } from '#domain/catalogue';
import { formatJson, isObject, pickMembers, valueAt, type JsonObject } from '#domain/json';
import {
  configurationChanges,
  configurationErrors,
  differingEdits,
  extendedConfiguration,
  inheritedConfiguration,
  readConfigurationForm,
  withConfigurationEdits,
  withInherited,
  type ConfigurationEdits,
} from '#domain/mapping';
import { contentOf } from '../../../machines/session-state.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../fields/editor-context.tsx';
import { useEditedIndex } from '../fields/use-edited-index.ts';
import { Banner } from '../../kit/banner.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextList } from '../../kit/text-list.tsx';
import { OPTION_LABELS } from './option-labels.ts';
import { OptionBlock } from './option-block.tsx';
import { UnappliedOptions } from './unapplied-options.tsx';
import common from '../../kit/common.module.css';
import styles from './options-pane.module.css';

/**
 * The options that apply to all fields, as a form that is saved when its tab is left. It shows the document, with the
 * unsaved changes applied.
 */
export function AdvancedOptions({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { formEpoch } = useSession();
  return <OptionsForm key={formEpoch} isReadOnly={isReadOnly} />;
}

const NO_EDITS: ConfigurationEdits = {};

function OptionsForm({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { editor, target } = useOpenEditor();
  const { state } = useEditorDocument();
  const edits = contentOf(useSession(), 'configuration') ?? NO_EDITS;
  const mappings = valueAt(state.body, state.mappingsAt);
  const { known, own } = useEditedIndex();
  const inherited = known === own ? undefined : inheritedConfiguration(own.mappings, known.mappings);
  const extended = known === own ? {} : extendedConfiguration(own.mappings, known.mappings);
  const form = withConfigurationEdits(readConfigurationForm(withInherited(mappings, inherited)), edits);
  const { set, unset } = configurationChanges(mappings, edits);
  const isEdited = (name: string) => Object.hasOwn(set, name) || unset.includes(name);
  const inForce = (...names: readonly string[]) => {
    const isMeant = (name: string) => names.includes(name) && !isEdited(name);
    return (
      <>
        {inForceLines(
          pickMembers(inherited ?? {}, isMeant),
          (name) => `${name} is not set here`,
          'by a component template',
        )}
        {inForceLines(pickMembers(extended, isMeant), (name) => `${name} of new indices`, 'with component templates')}
      </>
    );
  };
  const errors = configurationErrors(edits);
  const formats = edits.dynamicMapping?.dynamic_date_formats;
  const unread = formats === undefined ? undefined : (dynamicDateFormatsRefusal(formats, target) ?? undefined);
  const change = <Part extends keyof ConfigurationEdits>(part: Part, value: ConfigurationEdits[Part]) => {
    const before = edits[part];
    const merged = typeof value === 'object' && typeof before === 'object' ? { ...before, ...value } : value;
    const next = differingEdits(mappings, { ...edits, [part]: merged, ...(inherited !== undefined && { inherited }) });
    editor.dispatch({ type: 'configuration.update', payload: { edits: next } });
  };
  const { dynamicMapping, sourceField, _routing, objects, sizeField } = form;
  // Options that the engine does not have are still shown where the document has them.
  const isOffered = (name: string) =>
    isKnownBy(CONFIGURATION[name]?.engines ?? {}, target) || (isObject(mappings) && Object.hasOwn(mappings, name));
  return (
    <form
      className={styles['pane']}
      aria-label="Advanced options"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      {...(isReadOnly && { inert: true })}
    >
      <OptionBlock title="Dynamic mapping" description="Automatically map new fields found in documents.">
        {inForce('dynamic', 'numeric_detection', 'date_detection', 'dynamic_date_formats')}
        <Switch isSelected={dynamicMapping.enabled} onChange={(enabled) => change('dynamicMapping', { enabled })}>
          {OPTION_LABELS.dynamicMapping.enabled}
        </Switch>
        {dynamicMapping.enabled ? (
          <>
            <Switch
              isSelected={dynamicMapping.numeric_detection}
              onChange={(isOn) => change('dynamicMapping', { numeric_detection: isOn })}
              description="“1.0” is mapped as float and “1” as long."
            >
              {OPTION_LABELS.dynamicMapping.numeric_detection}
            </Switch>
            <Switch
              isSelected={dynamicMapping.date_detection}
              onChange={(isOn) => change('dynamicMapping', { date_detection: isOn })}
            >
              {OPTION_LABELS.dynamicMapping.date_detection}
            </Switch>
            {dynamicMapping.date_detection && (
              <TextList
                label={OPTION_LABELS.dynamicMapping.dynamic_date_formats}
                description="Strings in any of these formats are mapped as dates."
                placeholder="Enter a format"
                items={dynamicMapping.dynamic_date_formats}
                onChange={(formats) => change('dynamicMapping', { dynamic_date_formats: formats })}
                errorMessage={errors.dynamic_date_formats ?? unread}
              />
            )}
          </>
        ) : (
          <Checkbox
            isSelected={dynamicMapping.throwErrorsForUnmappedFields}
            onChange={(isOn) => change('dynamicMapping', { throwErrorsForUnmappedFields: isOn })}
            description="Otherwise unmapped fields are kept in _source but not indexed."
          >
            {OPTION_LABELS.dynamicMapping.throwErrorsForUnmappedFields}
          </Checkbox>
        )}
      </OptionBlock>
      <OptionBlock
        title="_meta field"
        description="Custom metadata about the mapping. It is stored but not used by the engine."
      >
        <div className={common['stack1']}>
          <span className={common['label']}>{OPTION_LABELS.metaField}</span>
          <JsonEditor
            ariaLabel={OPTION_LABELS.metaField}
            height="300px"
            hasTabKey={false}
            value={form.metaField}
            isReadOnly={isReadOnly}
            isInvalid={errors.metaField !== undefined}
            onChange={(text) => change('metaField', text)}
          />
          {errors.metaField !== undefined && (
            <p className={common['danger']} role="alert">
              {errors.metaField}
            </p>
          )}
        </div>
      </OptionBlock>
      <OptionBlock
        title="_source field"
        description="The original JSON document. Stored and returned by searches, but not searchable itself."
      >
        {inForce('_source')}
        <Switch isSelected={sourceField.enabled} onChange={(enabled) => change('sourceField', { enabled })}>
          {OPTION_LABELS.sourceField.enabled}
        </Switch>
        {sourceField.enabled ? (
          <>
            <TextList
              label={OPTION_LABELS.sourceField.includes}
              description="Only these paths are stored. Supports wildcards such as order.*"
              placeholder="path.to.field.*"
              items={sourceField.includes}
              onChange={(includes) => change('sourceField', { includes })}
            />
            <TextList
              label={OPTION_LABELS.sourceField.excludes}
              description="These paths are not stored. Supports wildcards."
              placeholder="path.to.field.*"
              items={sourceField.excludes}
              onChange={(excludes) => change('sourceField', { excludes })}
            />
          </>
        ) : (
          <Banner kind="warning" title="Some features require _source">
            Without it, update, update by query, reindex and highlighting don’t work, and searches won’t return the
            original document. To save space, exclude individual paths instead.
          </Banner>
        )}
      </OptionBlock>
      <OptionBlock
        title="_routing"
        description="Determines the shard of a document. If required, every document request must provide it."
      >
        {inForce('_routing')}
        <Switch isSelected={_routing.required} onChange={(required) => change('_routing', { required })}>
          {OPTION_LABELS._routing.required}
        </Switch>
      </OptionBlock>
      {isOffered('subobjects') && (
        <OptionBlock title="Subobjects" description="Whether dots in field names create objects.">
          {inForce('subobjects')}
          <Switch isSelected={objects.subobjects} onChange={(subobjects) => change('objects', { subobjects })}>
            {OPTION_LABELS.objects.subobjects}
          </Switch>
        </OptionBlock>
      )}
      {isOffered('_size') && (
        <OptionBlock
          title="_size field"
          description="Indexes the size of the original document in bytes. Needs the mapper-size plugin."
        >
          {inForce('_size')}
          <Switch isSelected={sizeField.enabled} onChange={(enabled) => change('sizeField', { enabled })}>
            {OPTION_LABELS.sizeField.enabled}
          </Switch>
        </OptionBlock>
      )}
      <UnappliedOptions form="configuration" isChanged={Object.keys(edits).length > 0} />
    </form>
  );
}

/** What is in force in new indices, a sentence for each option. */
function inForceLines(options: JsonObject, leadOf: (name: string) => string, why: string) {
  return Object.entries(options).map(([name, value]) => (
    <p key={name} className={common['mutedSmall']}>
      {leadOf(name)}: {typeof value === 'string' ? value : formatJson(value)}, {why}.
    </p>
  ));
}
