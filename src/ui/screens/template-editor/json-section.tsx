import type { JsonObject } from '#domain/json';
import type { StepForm } from '#domain/ports';
import { useOpenEditor, useSession } from '../../editor/fields/editor-context.tsx';
import { JsonEditor, type TextFault } from '../../kit/json-editor.tsx';
import { JSON_INPUT, readSection, sectionText, type } from './step-forms.ts';
import styles from './template-editor.module.css';

const NO_FAULTS: readonly TextFault[] = [];

interface JsonSectionProps {
  readonly form: StepForm;
  /** "Settings". */
  readonly noun: string;
  readonly value: JsonObject;
  readonly isReadOnly: boolean;
}

/** A section of a template as text; what is typed is kept until it is applied. */
export function JsonSection({ form, noun, value, isReadOnly }: JsonSectionProps) {
  const { editor } = useOpenEditor();
  const typed = useSession().stepForms[form]?.values[JSON_INPUT];
  const stored = sectionText(value);
  const read = typed === undefined ? null : readSection(typed, noun);
  const fault = read !== null && 'fault' in read ? read.fault : null;
  return (
    <div className={styles['jsonSection']}>
      <JsonEditor
        ariaLabel={noun}
        value={typed ?? stored}
        onChange={(text) => type(editor, form, { [JSON_INPUT]: text === stored ? null : text })}
        height="420px"
        isReadOnly={isReadOnly}
        hasTabKey={false}
        errors={fault === null ? NO_FAULTS : [fault]}
      />
      {fault !== null && (
        <p className={styles['error']} role="alert">
          Line {fault.line}, column {fault.column}: {fault.reason}.
        </p>
      )}
    </div>
  );
}

/** Whether a section is edited as text: where its text has changes that are not applied, it can't be otherwise. */
export function useHasTypedJson(form: StepForm): boolean {
  return useSession().stepForms[form]?.values[JSON_INPUT] !== undefined;
}
