import { useNavigate } from '@tanstack/react-router';
import { classifyChanges } from '#domain/impact';
import { errorText, formatJson, type JsonObject } from '#domain/json';
import type { MappingUpdatePlan, RefusedField } from '#domain/mapping';
import { requestOf } from '#domain/ports';
import type { ApiError } from '../../platform/console-api.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { RECORDING } from '../../platform/sent-changes.ts';
import { useServices } from '../../platform/services.ts';
import { CopyRequest, WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { RequestBlock } from '../../cluster/request-block.tsx';
import { draftsOf } from '../../platform/draft-list.ts';
import { freeName } from '../../files/draft-names.ts';
import { createDraft } from '../../files/import-draft.ts';
import { engineTitle } from '../../platform/target-engines.ts';
import { useOpenEditor } from '../../editor/fields/editor-context.tsx';
import { countOf } from '../../editor/parameters/field-labels.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { JsonDiff } from '../../kit/json-diff.tsx';
import { Modal } from '../../kit/modal.tsx';
import { showToast } from '../../kit/toast.tsx';
import { ImpactList } from '../../review/impact-list.tsx';
import { ScratchTrial } from '../../review/scratch-trial.tsx';
import styles from './index-detail.module.css';
import { RefusedFields } from './refused-fields.tsx';

interface MappingReviewProps {
  readonly name: string;
  readonly before: JsonObject;
  /** All that was edited. */
  readonly edited: JsonObject;
  /** The same without what the cluster has refused in this review. */
  readonly after: JsonObject;
  readonly plan: MappingUpdatePlan;
  readonly refused: readonly RefusedField[];
  /** Why nothing can be sent. */
  readonly obstacle: string | null;
  readonly error: ApiError | null;
  readonly isPending: boolean;
  /** It waits until the changes are recorded. */
  readonly isRecording: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Exactly what is sent, in words, as a difference and as the request; and what no live index takes. */
export function MappingReview({
  name,
  before,
  edited,
  after,
  plan,
  refused,
  obstacle,
  error,
  isPending,
  isRecording,
  onSend,
  onClose,
}: MappingReviewProps) {
  const services = useServices();
  const { target } = useOpenEditor();
  const navigate = useNavigate();
  const { body, needsReindex } = plan;
  const changes = [...plan.additions, ...plan.updates];
  const isEmpty = Object.keys(body).length === 0;
  const request = requestOf({ method: 'PUT', path: [name, '_mapping'], body: formatJson(body, 2) });
  const makeDraft = async (next: (draft: string) => void) => {
    try {
      const names = draftsOf(services.drafts.getSnapshot().state.body).map((draft) => draft.name);
      const draft = await createDraft(services, edited, {
        name: freeName(`${name} (new index)`, names),
        target: { distribution: target.distribution, version: target.version },
      });
      next(draft);
    } catch (cause) {
      showToast({ kind: 'danger', title: 'Couldn’t create the draft', text: errorText(cause) });
    }
  };
  return (
    <Modal
      title={`Update mapping of ${name}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          {isRecording && <span role="status">{RECORDING}</span>}
          {!isEmpty && <CopyRequest request={request} />}
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={onSend} isDisabled={isEmpty || obstacle !== null} isPending={isPending}>
            {isEmpty ? 'Apply changes' : `Apply ${countOf(changes.length, 'change')}`}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {obstacle !== null && (
          <Banner kind="info" title="The changes can’t be applied now">
            {obstacle} Your edits are kept on this device.
          </Banner>
        )}
        {error !== null && (
          <WriteErrorNotice title="Couldn’t update the mapping" error={error} readAgain="what is listed below" />
        )}
        {refused.length > 0 && (
          <RefusedFields fields={refused} isLeftOut>
            {isEmpty
              ? 'Nothing else can be applied.'
              : `The other ${countOf(changes.length, 'change')} can be applied.`}{' '}
            What is left out stays in your unsent changes.
          </RefusedFields>
        )}
        {plan.unknown.length > 0 && (
          <Banner kind="warning" title={`Not fully supported by ${engineTitle(target)}`}>
            <ul className={styles['list']}>
              {plan.unknown.map(({ at, path, what }) => (
                <li key={at}>
                  <span className={styles['mono']}>{path}</span>: {engineTitle(target)} doesn’t support {what} and may
                  reject it.
                </li>
              ))}
            </ul>
          </Banner>
        )}
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
                  onPress={() =>
                    void makeDraft((draft) => void navigate({ to: ROUTES.createIndex, search: { draft } }))
                  }
                >
                  Create new index from this mapping
                </Button>
              </>
            }
          >
            <ul className={styles['list']}>
              {needsReindex.map(({ at, path, reason }) => (
                <li key={`${at} ${reason}`}>
                  <span className={styles['mono']}>{path}</span>: {reason}
                </li>
              ))}
            </ul>
            <p>They won’t be sent. To apply them, create a new index and reindex.</p>
          </Banner>
        )}
        {isEmpty ? (
          refused.length === 0 && <p>None of these changes can be applied to this index.</p>
        ) : (
          <>
            <ImpactList
              label="Changes"
              changes={classifyChanges(plan).filter(({ impact }) => impact !== 'new_index')}
            />
            <RequestBlock request={request} />
          </>
        )}
        <ScratchTrial name={name} before={before} after={edited} target={target} obstacle={obstacle} />
        <JsonDiff before={before} after={after} beforeLabel="On the cluster" afterLabel="Edited" />
      </div>
    </Modal>
  );
}
