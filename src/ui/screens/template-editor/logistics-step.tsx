import { useState, type ReactNode } from 'react';
import { formatJson, isObject, type JsonValue } from '#domain/json';
import {
  indexPatternWarning,
  logisticsInputs,
  logisticsOf,
  logisticsText,
  patternsProblem,
  readLogistics,
  templateNameProblem,
  type LogisticsInput,
} from '#domain/template';
import { contentOf } from '../../../machines/session-state.ts';
import { useOpenEditor, useSession } from '../../editor/fields/editor-context.tsx';
import { Banner } from '../../kit/banner.tsx';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { Select } from '../../kit/select.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { TextList } from '../../kit/text-list.tsx';
import { useServices } from '../../platform/services.ts';
import { FORM_KINDS, useEditedTemplate, useTemplateBody } from './edited-template.ts';
import { applyForm, applyName, type } from './step-forms.ts';
import common from '../../kit/common.module.css';
import styles from './template-editor.module.css';
import { UnappliedStep } from './unapplied-step.tsx';
import { STEP_INPUT_LABELS } from '../../document-editor/input-labels.ts';

const LABELS = STEP_INPUT_LABELS.logistics;

const NOTHING = {};

interface StepProps {
  readonly isReadOnly: boolean;
}

/** General properties of a template, such as its name and the indices that get it. */
export function LogisticsStep({ isReadOnly }: StepProps) {
  const { editor } = useOpenEditor();
  const { kind } = useEditedTemplate();
  const formKind = FORM_KINDS[kind];
  const body = useTemplateBody();
  const typed: Readonly<Record<string, string>> = contentOf(useSession(), 'logistics') ?? NOTHING;
  const { faults } = readLogistics(formKind, body, typed);
  const values = logisticsOf(formKind, body);
  const inputs = logisticsInputs(formKind);
  const stored = (input: LogisticsInput) => logisticsText(formKind, body, input);
  const text = (input: LogisticsInput) => typed[input] ?? stored(input);
  const write = (input: LogisticsInput, next: string) =>
    type(editor, 'logistics', { [input]: next === stored(input) ? null : next });
  const apply = () => applyForm(editor, kind, 'logistics');
  const set = (input: LogisticsInput, next: string) => {
    write(input, next);
    apply();
  };
  const shared = (input: LogisticsInput) => ({ errorMessage: faults[input], isReadOnly });
  const line = (input: 'priority' | 'order' | 'version', label: string, description: string) => (
    <TextField
      {...shared(input)}
      label={label}
      description={description}
      inputMode="numeric"
      value={text(input)}
      onChange={(next) => write(input, next)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
  const has = (input: LogisticsInput) => inputs.includes(input);
  return (
    <section className={styles['form']} aria-label="Logistics">
      <TemplateName isReadOnly={isReadOnly} />
      {has('index_patterns') && (
        <Patterns
          patterns={namesIn(text('index_patterns'))}
          fault={faults['index_patterns']}
          isReadOnly={isReadOnly}
          onChange={(names) => write('index_patterns', formatJson(names))}
          onLeave={apply}
        />
      )}
      {has('data_stream') && (
        <>
          <Switch
            isSelected={values.data_stream !== undefined}
            isReadOnly={isReadOnly}
            onChange={(isOn) => set('data_stream', isOn ? '{}' : '')}
            description="Matching names become data streams instead of indices."
          >
            Create data stream
          </Switch>
          {(values.data_stream !== undefined || typed['data_stream'] !== undefined) && (
            <JsonInput
              label={LABELS.data_stream}
              value={text('data_stream')}
              fault={faults['data_stream']}
              isReadOnly={isReadOnly}
              onChange={(next) => write('data_stream', next)}
            />
          )}
        </>
      )}
      <div className={styles['fields']}>
        {has('priority') &&
          line('priority', LABELS.priority, 'The matching template with the highest priority is used. Default: 0.')}
        {has('order') && line('order', LABELS.order, 'Templates with a higher order override lower ones. Default: 0.')}
        {line('version', LABELS.version, 'For your own use.')}
        {has('allow_auto_create') && (
          <Select
            label={LABELS.allow_auto_create}
            items={AUTO_CREATE}
            value={autoCreateOf(values.allow_auto_create)}
            isDisabled={isReadOnly}
            onChange={(id) => set('allow_auto_create', id === 'unset' ? '' : id)}
            description="Whether writing to a name that doesn’t exist creates an index."
          />
        )}
      </div>
      {has('ignore_missing_component_templates') && (
        <Leaving onLeave={apply}>
          <TextList
            label={LABELS.ignore_missing_component_templates}
            description="No error if these component templates are missing."
            items={namesIn(text('ignore_missing_component_templates'))}
            isReadOnly={isReadOnly}
            onChange={(names) => write('ignore_missing_component_templates', formatJson(names))}
          />
        </Leaving>
      )}
      {has('_meta') && (
        <JsonInput
          label={LABELS._meta}
          description="Information about the template, for your own use."
          value={text('_meta')}
          fault={faults['_meta']}
          isReadOnly={isReadOnly}
          onChange={(next) => write('_meta', next)}
        />
      )}
      {(hasMembers(values.others) || typed['others'] !== undefined) && (
        <JsonInput
          label={LABELS.others}
          description="Template properties without a form."
          value={text('others')}
          fault={faults['others']}
          isReadOnly={isReadOnly}
          onChange={(next) => write('others', next)}
        />
      )}
      <UnappliedStep form="logistics" isChanged={Object.keys(typed).length > 0} onApply={apply} />
    </section>
  );
}

const AUTO_CREATE = [
  { id: 'unset', label: 'Cluster setting' },
  { id: 'true', label: 'Allowed' },
  { id: 'false', label: 'Not allowed' },
] as const;

function autoCreateOf(value: JsonValue | undefined): (typeof AUTO_CREATE)[number]['id'] {
  return value === undefined ? 'unset' : value === true || value === 'true' ? 'true' : 'false';
}

function hasMembers(value: JsonValue | undefined): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

/** The names in the text of an input, which is a list as JSON. */
function namesIn(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** The name of the template, now or after saving. */
function TemplateName({ isReadOnly }: StepProps) {
  const { editor } = useOpenEditor();
  const { drafts } = useServices();
  const { name, draft } = useEditedTemplate();
  const typed = contentOf(useSession(), 'logistics')?.['name'];
  const [refusal, setRefusal] = useState<string | null>(null);
  if (draft === undefined)
    return (
      <TextField
        label={LABELS.name}
        isMono
        isReadOnly
        value={name}
        onChange={() => undefined}
        description="A template can’t be renamed. Clone it to use another name."
      />
    );
  const value = typed ?? name;
  const problem = templateNameProblem(value);
  const apply = () => setRefusal(applyName(editor, drafts, draft).refusal);
  return (
    <TextField
      label={LABELS.name}
      isMono
      isReadOnly={isReadOnly}
      value={value}
      onChange={(next) => {
        setRefusal(null);
        type(editor, 'logistics', { name: next === name ? null : next });
      }}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
      description="Lowercase, without spaces."
      errorMessage={refusal ?? problem ?? undefined}
    />
  );
}

interface PatternsProps {
  readonly patterns: readonly string[];
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (patterns: readonly string[]) => void;
  readonly onLeave: () => void;
}

function Patterns({ patterns, fault, isReadOnly, onChange, onLeave }: PatternsProps) {
  const warnings = patterns.flatMap((pattern) => indexPatternWarning(pattern) ?? []);
  return (
    <Leaving onLeave={onLeave}>
      <TextList
        label={LABELS.index_patterns}
        description="Names of indices and data streams that get this template; * is a wildcard."
        placeholder="logs-*"
        items={patterns}
        isReadOnly={isReadOnly}
        errorMessage={fault ?? patternsProblem(patterns) ?? undefined}
        onChange={onChange}
      />
      {warnings.length > 0 && (
        <Banner kind="warning" title="Check the index patterns">
          <ul className={styles['list']}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      )}
    </Leaving>
  );
}

/** Calls `onLeave`, which applies the typed values, when the focus leaves the children. */
function Leaving({ onLeave, children }: { readonly onLeave: () => void; readonly children: ReactNode }) {
  return (
    <div
      className={common['stack2']}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
    >
      {children}
    </div>
  );
}

interface JsonInputProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

function JsonInput({ label, description, value, fault, isReadOnly, onChange }: JsonInputProps) {
  return (
    <div className={common['stack2']}>
      <span className={common['label']}>{label}</span>
      {description !== undefined && <p className={common['explanation']}>{description}</p>}
      <JsonEditor
        ariaLabel={label}
        value={value}
        onChange={onChange}
        height="140px"
        isReadOnly={isReadOnly}
        isInvalid={fault !== undefined}
        hasTabKey={false}
      />
      {fault !== undefined && (
        <p className={common['danger']} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
