import type { JsonObject } from '#domain/json';
import type { StepForm } from '../../../machines/forms/registry.ts';
import { contentOf } from '../../../machines/session-state.ts';
import { useOpenEditor, useSession } from '../../editor/fields/editor-context.tsx';
import { JsonEditor, type TextFault } from '../../kit/json-editor.tsx';
import { JSON_INPUT, readSection, sectionText, type } from './step-forms.ts';
import common from '../../kit/common.module.css';

const NO_FAULTS: readonly TextFault[] = [];

interface JsonSectionProps {
  readonly form: StepForm;
  /** "Settings". */
  readonly noun: string;
  readonly value: JsonObject;
  readonly isReadOnly: boolean;
}

/** A section of a template as text; typed text is kept until it is applied. */
export function JsonSection({ form, noun, value, isReadOnly }: JsonSectionProps) {
  const { editor } = useOpenEditor();
  const typed = contentOf(useSession(), form)?.[JSON_INPUT];
  const stored = sectionText(value);
  const read = typed === undefined ? null : readSection(typed, noun);
  const fault = read !== null && 'fault' in read ? read.fault : null;
  return (
    <div className={common['stack2']}>
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
        <p className={common['danger']} role="alert">
          Line {fault.line}, column {fault.column}: {fault.reason}.
        </p>
      )}
    </div>
  );
}

/** Whether a section is edited as text; it has to be while its text has unapplied changes. */
export function useHasTypedJson(form: StepForm): boolean {
  return contentOf(useSession(), form)?.[JSON_INPUT] !== undefined;
}
