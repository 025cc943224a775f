import { type ReactNode, useMemo } from 'react';
import { isObject } from '#domain/json';
import { unsentRenames } from '#domain/history';
import { valueOnCluster } from '#domain/document';
import { KIND_NOUNS, sendableTemplate } from '#domain/template';
import { TEMPLATE_STEPS, type TemplateStep } from '../../../machines/forms/editor-tabs.ts';
import { useFeature } from '../../cluster/use-cluster.ts';
import { HistoryButton } from '../../document-editor/history-button.tsx';
import { useEditorDocument, useOpenEditor, useSession } from '../../editor/fields/editor-context.tsx';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Banner } from '../../kit/banner.tsx';
import { TemplateAnalysis } from '../../review/template-analysis.tsx';
import { useTemplateImpact } from '../../review/use-template-impact.ts';
import { TypeChip } from '../templates/template-chips.tsx';
import { AliasesStep } from './aliases-step.tsx';
import { ComponentsStep } from './components-step.tsx';
import { hasSection, sectionOf, useEditedTemplate, useTemplateBody, templateBody } from './edited-template.ts';
import { LifecycleStep } from './lifecycle-step.tsx';
import { LogisticsStep } from './logistics-step.tsx';
import { SettingsStep } from './settings-step.tsx';
import { showStep } from './step-forms.ts';
import { STEP_LABELS, useUnappliedSteps } from './step-labels.ts';
import common from '../../kit/common.module.css';
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
    <div className={common['restOfHeight']}>
      <ManagedNotice />
      <Tabs
        label="Template steps"
        isOneLine
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

/**
 * The steps of a template of this kind on this engine; a step whose section the template contains is included anyway.
 */
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

/** The type of a template that is not an ordinary one, and the risks of changing it. */
function ManagedNotice() {
  const { kind, name, type } = useEditedTemplate();
  if (type === undefined || type === 'default') return null;
  const noun = kind === 'component_template' ? 'component template' : 'template';
  return (
    <div className={styles['managed']}>
      <TypeChip type={type} />
      {type === 'system' && (
        <Banner kind="warning" title={`This is a system ${noun}`}>
          {name} begins with a dot. Changes can break features of the cluster, and an upgrade may overwrite them.
        </Banner>
      )}
      {type === 'managed' && (
        <Banner kind="warning" title={`This ${noun} is managed`}>
          Managed according to its _meta. Your changes may be overwritten.
        </Banner>
      )}
    </div>
  );
}

/** The body that will be sent, as far as it is applied, and its analysis. */
function ReviewStep() {
  const { state } = useEditorDocument();
  const { kind, name, draft } = useEditedTemplate();
  const unapplied = useUnappliedSteps();
  const body = templateBody(state);
  const seen = draft === undefined ? valueOnCluster(state, '/body') : undefined;
  const change = useMemo(() => ({ kind, name, body: sendableTemplate(body) }), [kind, name, body]);
  const cluster = useMemo(() => (isObject(seen) ? sendableTemplate(seen) : null), [seen]);
  const impact = useTemplateImpact(change);
  const renames = useMemo(() => unsentRenames(state), [state]);
  return (
    <section className={styles['form']} aria-label="Review">
      <p className={common['explanation']}>
        {cluster === null
          ? `The ${KIND_NOUNS[kind]} doesn’t exist on the cluster yet.`
          : 'Differences from the template as last read from the cluster.'}
      </p>
      {unapplied.length > 0 && (
        <Banner kind="warning" title="Some changes aren’t applied yet">
          Apply or discard them before you save: {unapplied.join(', ')}.
        </Banner>
      )}
      <TemplateAnalysis change={change} cluster={cluster} impact={impact} renames={renames} />
    </section>
  );
}
