import { useState, type ReactNode } from 'react';
import type { StepForm } from '../../../machines/forms/registry.ts';
import { useOpenEditor } from '../../editor/fields/editor-context.tsx';
import { Braces } from '../../kit/icons/icons.ts';
import { Rows3 } from '../../kit/icons/screen-icons.ts';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useEditedTemplate } from './edited-template.ts';
import { useHasTypedJson } from './json-section.tsx';
import { applyForm } from './step-forms.ts';
import common from '../../kit/common.module.css';

const VIEWS = [
  { id: 'form', label: 'Form', icon: Rows3 },
  { id: 'json', label: 'JSON', icon: Braces },
] as const;

interface FormOrJsonProps {
  readonly form: StepForm;
  readonly intro: string;
  readonly children: (view: 'form' | 'json') => ReactNode;
}

/**
 * A step with two views. Switching applies the typed values of the current view first; where that is not possible, the
 * view stays open.
 */
export function FormOrJson({ form, intro, children }: FormOrJsonProps) {
  const { editor } = useOpenEditor();
  const { kind } = useEditedTemplate();
  const hasTypedJson = useHasTypedJson(form);
  const [chosen, setChosen] = useState<'form' | 'json'>('form');
  const view = hasTypedJson ? 'json' : chosen;
  return (
    <>
      <div className={common['centredRow']}>
        <p className={common['explanation']}>{intro}</p>
        <span className={common['spacer']} />
        <SegmentedControl
          label="View"
          items={VIEWS}
          value={view}
          onChange={(wanted) => {
            if (applyForm(editor, kind, form)) setChosen(wanted);
            else
              showToast({
                kind: 'warning',
                title: 'Fix or discard the changes first',
                text: 'What you typed here can’t be applied yet.',
              });
          }}
        />
      </div>
      {children(view)}
    </>
  );
}
