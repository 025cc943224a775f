import { useMemo } from 'react';
import { valueOnCluster } from '#domain/document';
import { isObject } from '#domain/json';
import { sendableTemplate } from '#domain/template';
import { useEditorDocument } from '../../editor/fields/editor-context.tsx';
import { Banner } from '../../kit/banner.tsx';
import { TemplateAnalysis } from '../../review/template-analysis.tsx';
import { templateBody, useEditedTemplate } from './edited-template.ts';
import { KIND_NOUNS } from '../../platform/template-calls.ts';
import styles from './template-editor.module.css';
import { useUnappliedSteps } from './step-labels.ts';

/** What will be sent, as far as it is applied, and what it comes to. */
export function ReviewStep() {
  const { state } = useEditorDocument();
  const { kind, name, draft } = useEditedTemplate();
  const unapplied = useUnappliedSteps();
  const body = templateBody(state);
  const seen = draft === undefined ? valueOnCluster(state, '/body') : undefined;
  const change = useMemo(() => ({ kind, name, body: sendableTemplate(body) }), [kind, name, body]);
  const cluster = useMemo(() => (isObject(seen) ? sendableTemplate(seen) : null), [seen]);
  return (
    <section className={styles['form']} aria-label="Review">
      <p className={styles['intro']}>
        {cluster === null
          ? `The ${KIND_NOUNS[kind]} doesn’t exist on the cluster yet.`
          : 'What differs from the template as the cluster was last seen to have it.'}
      </p>
      {unapplied.length > 0 && (
        <Banner kind="warning" title="Some changes aren’t applied yet">
          They are not part of what will be sent: {unapplied.join(', ')}.
        </Banner>
      )}
      <TemplateAnalysis change={change} cluster={cluster} />
    </section>
  );
}
