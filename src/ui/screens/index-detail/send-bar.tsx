import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { clusterMappings } from '#domain/document';
import { isObject, valueAt, type JsonObject } from '#domain/json';
import { countOfChanges, planMappingUpdate, withoutFields, type RefusedField } from '#domain/mapping';
import { countOf } from '#domain/console';
import { useActions } from '../../actions/use-actions.tsx';
import type { ApiError } from '../../platform/console-api.ts';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { useEditorDocument, useOpenEditor, useReportUnsent } from '../../editor/fields/editor-context.tsx';
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

/** That the cluster does not have all changes yet, and a button to review and send them; the head counts them. */
export function SendBar({ name, uuid, mappings, readAt, error: readError, onRead }: SendBarProps) {
  const open = useOpenEditor();
  const { editor, target } = open;
  const { document } = editor;
  const { state } = useEditorDocument();
  const isReadOnly = useIsReadOnly();
  const [refused, setRefused] = useState<readonly RefusedField[]>([]);
  const update = useMappingUpdate({
    ...{ name, uuid, document },
    /**
     * Reads the live mapping first, so that the review shows exactly what will be sent; does nothing where unapplied
     * input would not be sent.
     */
    async onReview() {
      const leadToUnapplied = await loadLead();
      if (leadToUnapplied === null || leadToUnapplied(open)) return false;
      setRefused([]);
      await Promise.all([onRead(), MappingReview.preload()]);
      return true;
    },
    onRefused: (fields) => setRefused((before) => [...before, ...fields]),
  });
  useFollow(document, mappings, readAt);
  const cluster = clusterMappings(state.body);
  const edited = valueAt(state.body, state.mappingsAt);
  const wanted = isObject(edited) ? edited : NO_MAPPINGS;
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
      isEnabled: count > 0 && !isPending,
      run: () => {
        if (count > 0) review();
        else
          showToast({
            kind: 'info',
            title: 'Nothing to send',
            text: `The cluster already has this mapping of ${name}.`,
          });
      },
    },
  ]);
  if (count === 0) return null;

  const obstacle = isReadOnly
    ? READ_ONLY_REASON
    : readError !== null
      ? `Changes can’t be applied now: ${readError.message}`
      : null;
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
      <Button
        variant="quiet"
        isDisabled={isPending}
        onPress={() => editor.dispatch({ type: 'changes.discard', payload: {} })}
      >
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
