import type { ReactNode } from 'react';
import { formatJson, type JsonValue } from '#domain/json';
import { settingIn } from '#domain/template';
import { contentOf } from '../../../machines/session-state.ts';
import { useCluster } from '../../cluster/use-cluster.ts';
import { useOpenEditor, useSession } from '../../editor/fields/editor-context.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { Select } from '../../kit/select.tsx';
import { sectionOf, useEditedTemplate, useTemplateBody } from './edited-template.ts';
import { FormOrJson } from './form-or-json.tsx';
import { JsonSection } from './json-section.tsx';
import { readSettingInput, SETTING_INPUTS } from './setting-inputs.ts';
import { applyForm, type } from './step-forms.ts';
import { UnappliedStep } from './unapplied-step.tsx';
import styles from './template-editor.module.css';

const NOTHING = {};

/** The settings of new indices: inputs for the common ones, and all of them as text. */
export function SettingsStep({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { editor } = useOpenEditor();
  const { kind } = useEditedTemplate();
  const settings = sectionOf(useTemplateBody(), kind, 'settings');
  const typed: Readonly<Record<string, string>> = contentOf(useSession(), 'templateSettings') ?? NOTHING;
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
                const { label, description } = input;
                const write = (next: string) =>
                  type(editor, 'templateSettings', { [input.name]: next === stored ? null : next });
                const field = (
                  <TextField
                    key={input.name}
                    label={label}
                    description={description}
                    isMono
                    isReadOnly={isReadOnly}
                    value={text}
                    onChange={write}
                    onBlur={apply}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter') apply();
                    }}
                    errorMessage={read !== null && 'fault' in read ? read.fault : undefined}
                  />
                );
                if (input.name !== 'lifecycle.name') return field;
                return (
                  <PolicyInput
                    key={input.name}
                    {...{ label, description, isReadOnly }}
                    value={text}
                    onChange={(next) => {
                      write(next);
                      apply();
                    }}
                    fallback={field}
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

interface PolicyInputProps {
  readonly label: string;
  readonly description: string;
  /** The name of the policy; empty where there is none. */
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly onChange: (name: string) => void;
  /** The input for a cluster that doesn't tell its policies. */
  readonly fallback: ReactNode;
}

/** No policy has this name: a name has no spaces. */
const NONE = ' ';

/** A choice of the lifecycle policies of the cluster; a name that none of them has is kept, and named as missing. */
function PolicyInput({ label, description, value, isReadOnly, onChange, fallback }: PolicyInputProps) {
  const { data } = useApiQuery('lifecycle.policies', {});
  if (data === undefined) return fallback;
  const isMissing = value !== '' && !data.some(({ name }) => name === value);
  return (
    <Select
      label={label}
      description={description}
      items={[
        { id: NONE, label: 'None' },
        ...(isMissing ? [{ id: value, label: `${value} (doesn’t exist)` }] : []),
        ...data.map(({ name }) => ({ id: name, label: name })),
      ]}
      value={value === '' ? NONE : value}
      isDisabled={isReadOnly}
      onChange={(id) => onChange(id === NONE ? '' : id)}
    />
  );
}
