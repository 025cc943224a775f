import { useMemo } from 'react';
import { valueOnCluster } from '#domain/document';
import { diff, isObject } from '#domain/json';
import { sendableTemplate } from '#domain/template';
import type { Action } from '../../actions/action-registry.ts';
import { useActions } from '../../actions/use-actions.tsx';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useCluster, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { useEditorDocument } from '../../editor/fields/editor-context.tsx';
import { useRun } from '../../editor/fields/use-run.ts';
import { countOf } from '../../editor/parameters/field-labels.ts';
import { BottomBar } from '../../kit/bottom-bar.tsx';
import { Button } from '../../kit/button.tsx';
import { templateBody, useEditedTemplate } from './edited-template.ts';
import { TemplateReview } from '../../review/template-review.tsx';
import { ThreeWayReview } from '../../review/three-way-review.tsx';
import { KIND_NOUNS } from '../../platform/template-calls.ts';
import styles from './template-editor.module.css';
import { useUnappliedSteps } from './step-labels.ts';
import { useTemplateSave } from './use-template-save.ts';

const NO_ACTIONS: readonly Action[] = [];

/** How much of the template the cluster does not have yet, and the way to save it from any step. */
export function SaveBar() {
  const { state, readOnly } = useEditorDocument();
  const template = useEditedTemplate();
  const { kind, name, draft } = template;
  const status = useCluster();
  const isReadOnly = useIsReadOnly();
  const unapplied = useUnappliedSteps();
  const run = useRun();
  const save = useTemplateSave();
  const body = templateBody(state);
  const seen = draft === undefined ? valueOnCluster(state, '/body') : undefined;
  const changes = useMemo(
    () => (isObject(seen) ? diff(sendableTemplate(seen), sendableTemplate(body)).length : null),
    [seen, body],
  );
  const isChanged = changes === null || changes > 0 || unapplied.length > 0;
  const obstacle = isReadOnly ? READ_ONLY_REASON : status.error !== null ? 'The cluster can’t be reached now.' : null;
  const canReview = readOnly === null && draft === undefined && obstacle === null;
  useActions(
    canReview
      ? [
          {
            id: 'editor.review',
            title: 'Review unsaved changes',
            isEnabled: isChanged && !save.isPending,
            run: () => void save.review(),
          },
        ]
      : NO_ACTIONS,
  );
  if (readOnly !== null) return null;
  if (!isChanged && save.stage.kind === 'editing' && save.error === null) return null;
  return (
    <>
      {save.error !== null && save.stage.kind === 'editing' && (
        <div className={styles['pane']}>
          <ApiErrorNotice title={`Couldn’t save ${name}`} error={save.error} onDismiss={save.close} />
        </div>
      )}
      <BottomBar
        label="Unsaved template"
        words={
          <>
            <strong role="status">
              {changes === null
                ? `New ${KIND_NOUNS[kind]}`
                : changes === 0
                  ? 'Changes not applied'
                  : countOf(changes, 'unsaved change')}
            </strong>
            <span className={styles['intro']}>{obstacle ?? status.data?.label}</span>
          </>
        }
      >
        {changes !== null && changes > 0 && isObject(seen) && (
          <Button
            variant="quiet"
            isDisabled={save.isPending}
            onPress={() => run({ type: 'changes.discard', payload: {} })}
          >
            Discard changes
          </Button>
        )}
        <Button
          variant="primary"
          isPending={save.isPending && save.stage.kind === 'editing'}
          isDisabled={obstacle !== null}
          onPress={() => void save.review()}
        >
          {draft === undefined ? 'Save template' : 'Create template'}
        </Button>
      </BottomBar>
      {save.stage.kind === 'review' && (
        <TemplateReview
          kind={kind}
          name={name}
          cluster={save.stage.cluster}
          wanted={save.stage.wanted}
          isPending={save.isPending}
          isRecording={save.isRecording}
          error={save.error}
          onSend={() => void save.send()}
          onClose={save.close}
        />
      )}
      {save.stage.kind === 'conflict' && (
        <ThreeWayReview
          kind={kind}
          name={name}
          base={save.stage.base}
          mine={save.stage.mine}
          theirs={save.stage.theirs}
          onRebase={save.rebase}
          onKeepMine={save.keepMine}
          onTakeTheirs={save.takeTheirs}
          onClose={save.close}
        />
      )}
    </>
  );
}
