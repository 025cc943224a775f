import { useId, type ReactNode } from 'react';
import { isKnownBy, type Parameter } from '#domain/catalogue';
import { formatJson, type JsonValue } from '#domain/json';
import type { DefaultInForce } from '#domain/documents';
import { engineTitle } from '../../platform/target-engines.ts';
import { Banner } from '../../kit/banner.tsx';
import { Chip } from '../../kit/chip.tsx';
import { Switch } from '../../kit/switch.tsx';
import { useDocsUrl } from '../../platform/use-docs-url.ts';
import { StrictInput } from './choice-inputs.tsx';
import { isOn, ParameterEditor } from './parameter-editor.tsx';
import { inForceOf, type ParameterForm } from './parameter-form.ts';
import common from '../../kit/common.module.css';
import styles from './parameters.module.css';

interface ParameterSectionProps {
  readonly parameter: Parameter;
  readonly form: ParameterForm;
  /** Sections of parameters that belong to this one, shown while it is on. */
  readonly children?: ReactNode;
}

/** The description of a parameter, the switch that turns it on, and its input. */
export function ParameterSection({ parameter, form, children }: ParameterSectionProps) {
  const id = useId();
  const { name, title, description, docs, engines, switching, editor, obstacle, warning, note } = parameter;
  const value = Object.hasOwn(form.values, name) ? form.values[name] : undefined;
  const url = useDocsUrl()(docs, form.target);
  const context = { type: form.type, parameters: form.values };
  const hindered = obstacle?.(context) ?? null;
  const warned = warning?.(value, context) ?? null;
  const noted = note?.(value) ?? null;
  const inForce = inForceOf(name, form);
  const isShown = isSectionOn(parameter, form);
  const reindexReason = form.reindexReasons?.[name];
  const switchId = `${id}switch`;
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div className={styles['head']}>
        <div className={styles['about']}>
          <h3 className={styles['title']}>
            {switching === 'always' ? (
              <span id={id}>{title}</span>
            ) : (
              <label id={id} htmlFor={switchId} className={styles['switched']}>
                {title}
              </label>
            )}
            <code className={styles['name']}>{name}</code>
            {!isKnownBy(engines, form.target) && <Chip tone="warning">not known to {engineTitle(form.target)}</Chip>}
            {reindexReason !== undefined && (
              <span className={styles['reindex']}>
                <Chip tone="warning" title={reindexReason}>
                  requires a new index
                </Chip>
              </span>
            )}
          </h3>
          <p className={styles['help']}>
            {description}{' '}
            {url !== null && (
              <a href={url} target="_blank" rel="noreferrer" aria-label={`Learn more about ${title}`}>
                Learn more
              </a>
            )}
          </p>
          {inForce !== undefined && <p className={styles['help']}>{describeInForce(inForce)}</p>}
        </div>
        {switching !== 'always' && (
          <Switch
            id={switchId}
            aria-label={title}
            isSelected={isShown}
            onChange={(isSelected) => flip(parameter, form, isSelected)}
          >
            {null}
          </Switch>
        )}
      </div>
      {hasText(form.errors[name]) && switching === 'itself' && (
        <p className={common['error']} role="alert">
          {form.errors[name]}
        </p>
      )}
      {switching === 'itself' && editor.kind === 'dynamic' && (
        <DynamicPart parameter={parameter} form={form} value={value ?? inForce?.value} isOwn={value !== undefined} />
      )}
      {isShown && (
        <>
          {hindered !== null && (
            <Banner kind="danger" title={hindered.title}>
              {hindered.message}
            </Banner>
          )}
          {switching !== 'itself' && <ParameterEditor parameter={parameter} form={form} isDescribed />}
          {noted !== null && <p className={styles['help']}>{noted}</p>}
          {warned !== null && <Banner kind="warning" title={warned} />}
          {children}
        </>
      )}
    </section>
  );
}

/** What is in force where a parameter is not set, and why. */
function describeInForce({ value, origin }: DefaultInForce): string {
  const told = typeof value === 'string' ? value : formatJson(value);
  switch (origin.kind) {
    case 'mapping':
      return `Not set here: ${told}, as the mapping has it.`;
    case 'object':
      return `Not set here: ${told}, as ${origin.path} has it.`;
    case 'setting':
      return `Not set here: ${told}, as the index has it (${origin.name}).`;
    case 'mode':
      return `Not set here: ${told}, by the index mode ${origin.mode}.`;
    case 'component':
      return `Not set here: ${told}, by a component template.`;
  }
}

function hasText(message: string | undefined): boolean {
  return message !== undefined && message !== '';
}

/** Whether a section shows its input. */
export function isSectionOn(parameter: Parameter, form: Pick<ParameterForm, 'values' | 'opened' | 'inForce'>): boolean {
  const { name, switching, defaultValue } = parameter;
  const value = Object.hasOwn(form.values, name) ? form.values[name] : undefined;
  if (switching === 'always') return true;
  // The value alone does not decide: an input that was emptied is still being edited.
  if (switching === 'optional') return value !== undefined || form.opened.has(name);
  return isSwitchedOn(parameter, value ?? inForceOf(name, form)?.value ?? defaultValue);
}

function isSwitchedOn({ editor }: Parameter, value: JsonValue | undefined): boolean {
  return editor.kind === 'dynamic' ? isDynamic(value) : isOn(value);
}

function flip(parameter: Parameter, form: ParameterForm, isSelected: boolean): void {
  const { name, switching, defaultValue } = parameter;
  if (switching === 'itself') {
    // A parameter that was absent and is switched back to what is in force without it is absent again.
    const without = inForceOf(name, { ...form, values: form.stored })?.value ?? defaultValue;
    const isBack = !Object.hasOwn(form.stored, name) && isSelected === isSwitchedOn(parameter, without);
    form.set(name, isBack ? undefined : isSelected);
  } else if (!isSelected) form.remove(name);
  else if (defaultValue === undefined) form.open(name);
  else form.set(name, defaultValue);
}

/** True, an absent value, and values that only some engines know mean that new properties are added automatically. */
function isDynamic(value: JsonValue | undefined): boolean {
  return isOn(value) && !(typeof value === 'string' && (value.startsWith('strict') || value.startsWith('false')));
}

function DynamicPart({
  parameter,
  form,
  value,
  isOwn,
}: {
  readonly parameter: Parameter;
  readonly form: ParameterForm;
  /** Of the field, or else what is in force around it. */
  readonly value: JsonValue | undefined;
  readonly isOwn: boolean;
}) {
  if (!isDynamic(value ?? parameter.defaultValue))
    return <StrictInput value={value} onChange={(next) => form.set(parameter.name, next)} />;
  return isOwn && typeof value === 'string' && value !== 'true' ? (
    <p className={styles['help']}>The document has “{value}” here; it stays as long as the switch is not used.</p>
  ) : null;
}
