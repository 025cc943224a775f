import { useMemo } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { classifyChanges } from '#domain/impact';
import { formatJson, type JsonObject } from '#domain/json';
import { countOf } from '#domain/console';
import type { FailedStep } from '../../../machines/reviewed-write-machine.ts';
import { errorWords } from '../../platform/error-words.ts';
import { documentAlterations, foreseenRefusals, type MappingUpdatePlan, type RefusedField } from '#domain/mapping';
import { requestOf } from '#domain/ports';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { CodeWarning } from '../../cluster/code-claim.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { draftsOf } from '../../platform/draft-list.ts';
import { freeName } from '../../files/draft-names.ts';
import { createDraft } from '../../files/import-draft.ts';
import { TestsReview } from '../../editor/documents/tests-review.tsx';
import { useOpenEditor } from '../../editor/fields/editor-context.tsx';
import { ForeseenNotice } from '../../editor/mapping-options/foreseen-notice.tsx';
import type { SendWithReason } from '../../cluster/use-reason.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { JsonDiff } from '../../kit/json-diff.tsx';
import { showToast } from '../../kit/toast.tsx';
import { ImpactList } from '../../review/impact-list.tsx';
import { Rehearsal } from '../../review/rehearsal.tsx';
import { ReviewDialog, ReviewNotices } from '../../review/review-dialog.tsx';
import { ScratchTrial } from '../../review/scratch-trial.tsx';
import common from '../../kit/common.module.css';
import styles from './index-detail.module.css';
import { RefusedFields } from './refused-fields.tsx';

interface MappingReviewProps {
  readonly name: string;
  readonly before: JsonObject;
  /** The whole edited mapping. */
  readonly edited: JsonObject;
  /** The edited mapping without the fields that the cluster has refused in this review. */
  readonly after: JsonObject;
  readonly plan: MappingUpdatePlan;
  readonly refused: readonly RefusedField[];
  /** Why nothing can be sent. */
  readonly obstacle: string | null;
  readonly failure: FailedStep | null;
  readonly isPending: boolean;
  /** The update waits until the changes are recorded. */
  readonly isRecording: boolean;
  readonly onSend: SendWithReason;
  readonly onClose: () => void;
}

/** The exact request, in words, as a difference and as JSON; and the changes that no live index accepts. */
export function MappingReview({
  name,
  before,
  edited,
  after,
  plan,
  refused,
  obstacle,
  failure,
  isPending,
  isRecording,
  onSend,
  onClose,
}: MappingReviewProps) {
  const services = useServices();
  const { target } = useOpenEditor();
  const navigate = useNavigate();
  const { body, needsReindex } = plan;
  const { data: read } = useApiQuery('settings.get', { params: { name } });
  const settings = useMemo(() => (read === undefined ? undefined : { ...read.defaults, ...read.settings }), [read]);
  const index = useMemo(
    () => ({ mappings: before, engine: target, ...(read !== undefined && { settings: read.settings }) }),
    [before, read, target],
  );
  const refusals = useMemo(() => foreseenRefusals(before, body, target, settings), [before, body, settings, target]);
  const alterations = useMemo(() => documentAlterations(body, target), [body, target]);
  const changes = [...plan.additions, ...plan.updates];
  const isEmpty = Object.keys(body).length === 0;
  const request = requestOf({ method: 'PUT', path: [name, '_mapping'], body: formatJson(body) });
  const makeDraft = async (next: (draft: string) => void) => {
    try {
      const names = draftsOf(services.drafts.getSnapshot().state.body).map((draft) => draft.name);
      const draft = await createDraft(services, edited, {
        name: freeName(`${name} (new index)`, names),
        target: { distribution: target.distribution, version: target.version },
      });
      next(draft);
    } catch (cause) {
      showToast({ kind: 'danger', title: 'Couldn’t create the draft', text: errorWords(cause) });
    }
  };
  return (
    <ReviewDialog
      title={`Update mapping of ${name}`}
      sendLabel={`Update mapping of ${name}`}
      canSend={!isEmpty && obstacle === null}
      isPending={isPending}
      isRecording={isRecording}
      onSend={onSend}
      onClose={onClose}
      end={
        <>
          <ScratchTrial
            name={name}
            before={before}
            after={edited}
            target={target}
            settings={settings}
            index={index}
            obstacle={obstacle}
          />
          <Rehearsal name={name} mappings={edited} obstacle={obstacle} />
        </>
      }
    >
      <ReviewNotices
        obstacle={obstacle === null ? null : { title: 'The changes can’t be applied now', reason: obstacle }}
        failure={failure}
        failureTitle="Couldn’t update the mapping"
        readAgain="what is listed below"
      />
      <CodeWarning kind="index" name={name} />
      {refused.length > 0 && (
        <RefusedFields fields={refused} isLeftOut>
          {isEmpty ? 'Nothing else can be applied.' : `The other ${countOf(changes.length, 'change')} can be applied.`}{' '}
          Omitted changes stay in your unsent changes.
        </RefusedFields>
      )}
      <ForeseenNotice
        target={target}
        verdict="reject"
        findings={refusals}
        advice="The cluster takes all changes or none. Correct or discard these first."
      />
      <ForeseenNotice target={target} verdict="alter" findings={alterations} />
      <TestsReview />
      {needsReindex.length > 0 && (
        <Banner
          kind="warning"
          title={
            needsReindex.length === 1
              ? '1 change requires a new index'
              : `${needsReindex.length} changes require a new index`
          }
          actions={
            <>
              <Button
                size="small"
                onPress={() =>
                  void makeDraft((draft) => void navigate({ to: ROUTES.createPlan, search: { index: name, draft } }))
                }
              >
                Plan a reindex
              </Button>
              <Button
                size="small"
                onPress={() => void makeDraft((draft) => void navigate({ to: ROUTES.createIndex, search: { draft } }))}
              >
                Create new index from this mapping
              </Button>
            </>
          }
        >
          <ul className={styles['list']}>
            {needsReindex.map(({ at, path, reason }) => (
              <li key={`${at} ${reason}`}>
                <span className={common['mono']}>{path}</span>: {reason}
              </li>
            ))}
          </ul>
          <p>
            {needsReindex.length === 1 ? 'It won’t be sent. To apply it' : 'They won’t be sent. To apply them'}, create
            a new index and reindex.
          </p>
        </Banner>
      )}
      {isEmpty ? (
        refused.length === 0 && <p>None of these changes can be applied to this index.</p>
      ) : (
        <>
          <ImpactList
            label="Changes"
            changes={classifyChanges(plan, refusals, { index, after }).filter(({ impact }) => impact !== 'new_index')}
          />
          <SentRequests requests={[request]} isOpen />
        </>
      )}
      <JsonDiff before={before} after={after} beforeLabel="On the cluster" afterLabel="Edited" />
    </ReviewDialog>
  );
}
