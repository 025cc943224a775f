import { formatJson, type JsonValue } from '#domain/json';
import { settingIn } from '#domain/template';
import { useCluster } from '../../cluster/use-cluster.ts';
import { useOpenEditor, useSession } from '../../editor/fields/editor-context.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { sectionOf, useEditedTemplate, useTemplateBody } from './edited-template.ts';
import { FormOrJson } from './form-or-json.tsx';
import { JsonSection } from './json-section.tsx';
import { readSettingInput, SETTING_INPUTS } from './setting-inputs.ts';
import { applyForm, type } from './step-forms.ts';
import styles from './template-editor.module.css';
import { UnappliedStep } from './unapplied-step.tsx';

const NOTHING = {};

/** The settings of new indices: inputs for the usual ones, and all of them as text. */
export function SettingsStep({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { editor } = useOpenEditor();
  const { kind } = useEditedTemplate();
  const settings = sectionOf(useTemplateBody(), kind, 'settings');
  const typed: Readonly<Record<string, string>> = useSession().stepForms.templateSettings?.values ?? NOTHING;
  const features = useCluster().data?.features;
  const apply = () => applyForm(editor, kind, 'templateSettings');
  const isShown = ({ name, needs }: (typeof SETTING_INPUTS)[number]) =>
    needs === undefined ||
    features?.[needs]?.has === true ||
    settingIn(settings, name) !== undefined ||
    typed[name] !== undefined;
  return (
    <section className={styles['form']} aria-label="Settings">
      <FormOrJson form="templateSettings" intro="Settings of new indices. Empty inputs leave a setting out.">
        {(view) =>
          view === 'json' ? (
            <JsonSection form="templateSettings" noun="Settings" value={settings} isReadOnly={isReadOnly} />
          ) : (
            <div className={styles['fields']}>
              {SETTING_INPUTS.filter(isShown).map((input) => {
                const stored = settingText(settingIn(settings, input.name));
                const text = typed[input.name] ?? stored;
                const read = typed[input.name] === undefined ? null : readSettingInput(input, text);
                return (
                  <TextField
                    key={input.name}
                    label={input.label}
                    description={input.description}
                    isMono
                    isReadOnly={isReadOnly}
                    value={text}
                    onChange={(next) =>
                      type(editor, 'templateSettings', { [input.name]: next === stored ? null : next })
                    }
                    onBlur={apply}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter') apply();
                    }}
                    errorMessage={read !== null && 'fault' in read ? read.fault : undefined}
                  />
                );
              })}
            </div>
          )
        }
      </FormOrJson>
      <UnappliedStep form="templateSettings" isChanged={Object.keys(typed).length > 0} onApply={apply} />
    </section>
  );
}

function settingText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : formatJson(value);
}
