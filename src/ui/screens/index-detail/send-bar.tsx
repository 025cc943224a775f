import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { clusterMappings, type DocumentState } from '#domain/document';
import { isObject, valueAt, type JsonObject } from '#domain/json';
import { asEnginesRead, countOfChanges, planMappingUpdate, withoutFields, type RefusedField } from '#domain/mapping';
import { countOf } from '#domain/console';
import { useActions } from '../../actions/use-actions.tsx';
import type { ApiError } from '../../platform/console-api.ts';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { contentOf } from '../../../machines/session-state.ts';
import { useEditorDocument, useOpenEditor, useReportUnsent, useSession } from '../../editor/fields/editor-context.tsx';
import { BottomBar } from '../../kit/bottom-bar.tsx';
import { Button } from '../../kit/button.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { loadChunk } from '../../kit/load-chunk.ts';
import { showToast } from '../../kit/toast.tsx';
import common from '../../kit/common.module.css';
import { useFollow } from './use-follow.ts';
import { useMappingUpdate } from './use-mapping-update.ts';

/**
 * Loads the function that shows what prevents a review; null where its code could not be loaded, which the page
 * reports.
 */
const loadLead = () =>
  loadChunk(async () => (await import('../../document-editor/lead-to-unapplied.ts')).leadToUnapplied).catch(() => null);

/** The code of the review is loaded together with the reading that it begins with. */
const MappingReview = lazyPart(async () => (await import('./mapping-review.tsx')).MappingReview);

const NO_MAPPINGS: JsonObject = {};

/** The forms that are a whole tab: a review applies what is typed in them. */
const OPTIONS = ['configuration', 'templates'] as const;

interface SendBarProps {
  readonly name: string;
  /** Uuid of the index that the document belongs to. */
  readonly uuid: string;
  /** The live mapping as it was last read; undefined while the cluster does not answer. */
  readonly mappings: JsonObject | undefined;
  readonly readAt: number;
  readonly error: ApiError | null;
  /** Reads the live mapping again; the document then follows it. */
  readonly onRead: () => Promise<unknown>;
}

/**
 * That the cluster does not have all changes yet, also while options are only typed, and a button to review and send
 * them; the head counts them.
 */
export function SendBar({ name, uuid, mappings, readAt, error: readError, onRead }: SendBarProps) {
  const open = useOpenEditor();
  const { editor, target } = open;
  const { document } = editor;
  const { state } = useEditorDocument();
  const session = useSession();
  const typed = OPTIONS.filter((form) => contentOf(session, form) !== null);
  const isReadOnly = useIsReadOnly();
  const [refused, setRefused] = useState<readonly RefusedField[]>([]);
  const tellNothing = () =>
    showToast({
      kind: 'info',
      title: 'Nothing to send',
      text: `The cluster already has this mapping of ${name}.`,
    });
  const update = useMappingUpdate({
    ...{ name, uuid, document },
    /**
     * Reads the live mapping first, so that the review shows exactly what will be sent; does nothing where unapplied
     * input would not be sent, or where the cluster has what the options were changed to.
     */
    async onReview() {
      const leadToUnapplied = await loadLead();
      if (leadToUnapplied === null || leadToUnapplied(open)) return false;
      const now = document.getSnapshot().state;
      if (countOfChanges(planMappingUpdate(clusterMappings(now.body), editedMappings(now), target)) === 0) {
        tellNothing();
        return false;
      }
      setRefused([]);
      await Promise.all([onRead(), MappingReview.preload()]);
      return true;
    },
    onRefused: (fields) => setRefused((before) => [...before, ...fields]),
  });
  useFollow(document, mappings, readAt);
  const cluster = clusterMappings(state.body);
  const wanted = useMemo(() => editedMappings(state), [state]);
  const plan = useMemo(() => planMappingUpdate(cluster, wanted, target), [cluster, wanted, target]);
  const count = countOfChanges(plan);
  useReportUnsent(count);
  const left = useMemo(
    () =>
      withoutFields(
        cluster,
        wanted,
        refused.map(({ at }) => at),
      ),
    [cluster, wanted, refused],
  );
  const leftPlan = useMemo(
    () => (left === wanted ? plan : planMappingUpdate(cluster, left, target)),
    [cluster, left, plan, target, wanted],
  );
  const { isPending } = update;
  const isChanged = count > 0 || typed.length > 0;
  // The response was lost, and the mapping that was read again contains all changes.
  const isDoneAfterAll = count === 0 && update.failure !== null;
  const tellDone = useEffectEvent(() => {
    update.send({ type: 'FOUND_DONE' });
    showToast({
      kind: 'info',
      title: `${name} has your changes`,
      text: 'The response was lost, so the mapping was read again.',
    });
  });
  useEffect(() => {
    if (isDoneAfterAll) tellDone();
  }, [isDoneAfterAll]);
  const review = () => update.send({ type: 'REVIEW' });
  useActions([
    {
      id: 'editor.review',
      isEnabled: isChanged && !isPending,
      run: () => {
        if (isChanged) review();
        else tellNothing();
      },
    },
  ]);
  if (!isChanged) return null;

  const obstacle = isReadOnly
    ? READ_ONLY_REASON
    : readError !== null
      ? `Changes can’t be applied now: ${readError.message}`
      : null;
  const discard = () => {
    for (const form of typed) editor.dispatch({ type: 'unapplied.discard', payload: { form, field: null } });
    if (count > 0) editor.dispatch({ type: 'changes.discard', payload: {} });
  };
  const send = (reason: string | undefined) =>
    update.send({
      type: 'SEND',
      write: { before: cluster, plan: leftPlan, refused: refused.map(({ at }) => at), reason },
    });
  return (
    <BottomBar
      label="Unsent changes"
      words={
        <>
          <strong>Unsent changes</strong>
          {plan.needsReindex.length > 0 && (
            <span className={common['explanation']}>
              {countOf(plan.needsReindex.length, 'requires', 'require')} a new index
            </span>
          )}
          {obstacle !== null && <span className={common['explanation']}>{obstacle}</span>}
        </>
      }
    >
      <Button variant="quiet" isDisabled={isPending} onPress={discard}>
        Discard changes
      </Button>
      <Button data-tour="review" variant="primary" isPending={isPending} onPress={review}>
        Review and save
      </Button>
      {update.dialog === 'review' && (
        <Suspense fallback={null}>
          <MappingReview
            name={name}
            before={cluster}
            edited={wanted}
            after={left}
            plan={leftPlan}
            refused={refused}
            obstacle={obstacle}
            failure={update.failure}
            isPending={isPending}
            isRecording={update.isRecording}
            onSend={send}
            onClose={() => update.send({ type: 'CLOSE' })}
          />
        </Suspense>
      )}
    </BottomBar>
  );
}

/** What is edited, as the engine reads it: a field that was written with dots is the one that the cluster has. */
function editedMappings({ body, mappingsAt }: DocumentState): JsonObject {
  const edited = valueAt(body, mappingsAt);
  return isObject(edited) ? asEnginesRead(edited) : NO_MAPPINGS;
}
