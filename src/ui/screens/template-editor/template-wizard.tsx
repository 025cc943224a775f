import type { ReactNode } from 'react';
import { isObject } from '#domain/json';
import { TEMPLATE_STEPS, type TemplateStep } from '../../../machines/editor-tabs.ts';
import { useFeature } from '../../cluster/use-cluster.ts';
import { HistoryButton } from '../../document-editor/history-button.tsx';
import { useEditorDocument, useOpenEditor, useSession } from '../../editor/fields/editor-context.tsx';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { AliasesStep } from './aliases-step.tsx';
import { ComponentsStep } from './components-step.tsx';
import { hasSection, sectionOf, useEditedTemplate, useTemplateBody } from './edited-template.ts';
import { LifecycleStep } from './lifecycle-step.tsx';
import { LogisticsStep } from './logistics-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { SettingsStep } from './settings-step.tsx';
import { showStep } from './step-forms.ts';
import { STEP_LABELS } from './step-labels.ts';
import styles from './template-editor.module.css';

/** The parts of a template as steps, which can be visited in any order. */
export function TemplateWizard({ mappings }: { readonly mappings: ReactNode }) {
  const { editor } = useOpenEditor();
  const { kind } = useEditedTemplate();
  const session = useSession();
  const isReadOnly = useEditorDocument().readOnly !== null;
  const steps = useSteps();
  const step = steps.find((each) => each === session.step) ?? 'logistics';
  const counts = useCounts();
  return (
    <div className={styles['wizard']}>
      <Tabs
        label="Template steps"
        items={steps.map((id) => ({ id, label: STEP_LABELS[id], count: counts[id] }))}
        value={step}
        onChange={(wanted) => showStep(editor, kind, wanted)}
        end={<HistoryButton />}
      >
        <PanelBoundary what="This step" resetKey={step}>
          {step === 'mappings' ? (
            mappings
          ) : (
            <div className={styles['step']}>
              {step === 'logistics' && <LogisticsStep isReadOnly={isReadOnly} />}
              {step === 'components' && <ComponentsStep isReadOnly={isReadOnly} />}
              {step === 'settings' && <SettingsStep isReadOnly={isReadOnly} />}
              {step === 'aliases' && <AliasesStep isReadOnly={isReadOnly} />}
              {step === 'lifecycle' && <LifecycleStep isReadOnly={isReadOnly} />}
              {step === 'review' && <ReviewStep />}
            </div>
          )}
        </PanelBoundary>
      </Tabs>
    </div>
  );
}

/** The steps that a template of this kind has on this engine; one that says something about a step has it anyway. */
function useSteps(): readonly TemplateStep[] {
  const { kind } = useEditedTemplate();
  const body = useTemplateBody();
  const hasLifecycle = useFeature('data_stream_lifecycle')?.has === true;
  return TEMPLATE_STEPS.filter((step) => {
    if (step === 'components') return kind === 'index_template';
    if (step === 'lifecycle')
      return kind !== 'legacy_template' && (hasLifecycle || hasSection(body, kind, 'lifecycle'));
    return true;
  });
}

function useCounts(): Partial<Record<TemplateStep, number>> {
  const { kind } = useEditedTemplate();
  const body = useTemplateBody();
  const components = isObject(body) ? body['composed_of'] : undefined;
  return {
    components: Array.isArray(components) ? components.length : 0,
    aliases: Object.keys(sectionOf(body, kind, 'aliases')).length,
  };
}
