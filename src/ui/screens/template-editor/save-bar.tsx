import { useMemo } from 'react';
import { valueOnCluster } from '#domain/document';
import { diff, isObject } from '#domain/json';
import { unsentRenames } from '#domain/history';
import { KIND_NOUNS, sendableTemplate, type FieldRenames } from '#domain/template';
import type { Action } from '../../actions/action-registry.ts';
import { useActions } from '../../actions/use-actions.tsx';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useCluster, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { TestsReview } from '../../editor/documents/tests-review.tsx';
import { useEditorDocument, useReportUnsent } from '../../editor/fields/editor-context.tsx';
import { useRun } from '../../editor/fields/use-run.ts';
import { BottomBar } from '../../kit/bottom-bar.tsx';
import { Button } from '../../kit/button.tsx';
import { templateBody, useEditedTemplate } from './edited-template.ts';
import { TemplateReview } from '../../review/template-review.tsx';
import { clusterWords, ThreeWayReview } from '../../editor/merging/three-way-review.tsx';
import { asApiError } from '../../platform/console-api.ts';
import common from '../../kit/common.module.css';
import styles from './template-editor.module.css';
import { useUnappliedSteps } from './step-labels.ts';
import { useTemplateSave } from './use-template-save.ts';

const NO_ACTIONS: readonly Action[] = [];
const NO_RENAMES: FieldRenames = new Map();

/**
 * That the cluster does not have all changes of the template yet, and a button to save them from any step; the head
 * counts them.
 */
export function SaveBar() {
  const { state, readOnly } = useEditorDocument();
  const template = useEditedTemplate();
  const { kind, name, type, draft } = template;
  const status = useCluster();
  const isReadOnly = useIsReadOnly();
  const unapplied = useUnappliedSteps();
  const run = useRun();
  const save = useTemplateSave();
  const { write } = save;
  const review = () => save.send({ type: 'REVIEW' });
  const body = templateBody(state);
  const seen = draft === undefined ? valueOnCluster(state, '/body') : undefined;
  const changes = useMemo(
    () => (isObject(seen) ? diff(sendableTemplate(seen), sendableTemplate(body)).length : null),
    [seen, body],
  );
  const isReviewed = save.dialog === 'review';
  const renames = useMemo(() => (isReviewed ? unsentRenames(state) : NO_RENAMES), [isReviewed, state]);
  useReportUnsent(changes ?? 0);
  const isChanged = changes === null || changes > 0 || unapplied.length > 0;
  const obstacle = isReadOnly ? READ_ONLY_REASON : status.error !== null ? 'The cluster can’t be reached now.' : null;
  const canReview = readOnly === null && obstacle === null;
  useActions(
    canReview
      ? [
          {
            id: 'editor.review',
            title: 'Review unsaved changes',
            isEnabled: isChanged && !save.isPending,
            run: review,
          },
        ]
      : NO_ACTIONS,
  );
  if (readOnly !== null) return null;
  const isClosed = save.dialog === 'closed';
  if (!isChanged && isClosed && save.failure === null) return null;
  return (
    <>
      {save.failure !== null && isClosed && (
        <div className={styles['pane']}>
          <ApiErrorNotice
            title={`Couldn’t save ${name}`}
            error={asApiError(save.failure.error)}
            onDismiss={save.close}
          />
        </div>
      )}
      <BottomBar
        label="Unsaved template"
        words={
          <>
            <strong>{changes === null ? `New ${KIND_NOUNS[kind]}` : 'Unsaved changes'}</strong>
            <span className={common['explanation']}>{obstacle ?? status.data?.label}</span>
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
          isPending={save.isPending && isClosed}
          isDisabled={obstacle !== null}
          onPress={review}
        >
          Review and save
        </Button>
      </BottomBar>
      {isReviewed && write !== null && (
        <TemplateReview
          kind={kind}
          name={name}
          cluster={write.base}
          wanted={write.wanted}
          renames={renames}
          isGuarded={write.base !== null && (type === 'managed' || type === 'system')}
          isPending={save.isPending}
          isRecording={save.isRecording}
          failure={save.failure}
          tests={<TestsReview />}
          onSend={(reason) => save.send({ type: 'SEND', write: { ...write, reason } })}
          onClose={save.close}
        />
      )}
      {save.dialog === 'conflict' && save.conflict !== null && (
        <ThreeWayReview
          kind={kind}
          words={clusterWords(name)}
          {...save.conflict}
          onRebase={save.rebase}
          onKeepMine={save.keepMine}
          onTakeTheirs={save.takeTheirs}
          onClose={save.close}
        />
      )}
    </>
  );
}
