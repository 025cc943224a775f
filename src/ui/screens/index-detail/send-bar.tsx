import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { clusterMappings } from '#domain/document';
import { isObject, valueAt, type JsonObject } from '#domain/json';
import { countOfChanges, planMappingUpdate, refusedFields, withoutFields, type RefusedField } from '#domain/mapping';
import { useActions } from '../../actions/use-actions.tsx';
import type { ApiError } from '../../platform/console-api.ts';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { useEditorDocument, useOpenEditor } from '../../editor/fields/editor-context.tsx';
import { countOf } from '../../editor/parameters/field-labels.ts';
import { BottomBar } from '../../kit/bottom-bar.tsx';
import { Button } from '../../kit/button.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { showToast } from '../../kit/toast.tsx';
import styles from './index-detail.module.css';
import { useFollow } from './use-follow.ts';
import { useMappingUpdate } from './use-mapping-update.ts';

/** Its code comes with the reading that it begins with. */
const MappingReview = lazyPart(async () => (await import('./mapping-review.tsx')).MappingReview);

const NO_MAPPINGS: JsonObject = {};

interface SendBarProps {
  readonly name: string;
  /** Of the index that the document is of. */
  readonly uuid: string;
  /** The live mapping as it was last read; undefined while the cluster does not answer. */
  readonly mappings: JsonObject | undefined;
  readonly readAt: number;
  readonly error: ApiError | null;
  /** Reads the live mapping again; what comes is followed. */
  readonly onRead: () => Promise<unknown>;
}

/** How many changes the cluster does not have yet, and the way to send them. */
export function SendBar({ name, uuid, mappings, readAt, error: readError, onRead }: SendBarProps) {
  const { editor, target } = useOpenEditor();
  const { document } = editor;
  const { state } = useEditorDocument();
  const isReadOnly = useIsReadOnly();
  const [isReviewing, setIsReviewing] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const [refused, setRefused] = useState<readonly RefusedField[]>([]);
  const { update, isRecording } = useMappingUpdate(name, uuid, document);
  useFollow(document, mappings, readAt);
  const cluster = clusterMappings(state.body);
  const edited = valueAt(state.body, state.mappingsAt);
  const wanted = isObject(edited) ? edited : NO_MAPPINGS;
  const plan = useMemo(() => planMappingUpdate(cluster, wanted, target), [cluster, wanted, target]);
  const count = countOfChanges(plan);
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
  const isPending = isReading || update.isPending;
  // The response was lost, and the mapping that was read again has it all.
  const isDoneAfterAll = count === 0 && update.error !== null;
  const tellDone = useEffectEvent(() => {
    setIsReviewing(false);
    update.reset();
    showToast({
      kind: 'info',
      title: `${name} has your changes`,
      text: 'The response was lost, so the mapping was read again.',
    });
  });
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- what the cluster says from outside ends the review
    if (isDoneAfterAll) tellDone();
  }, [isDoneAfterAll]);
  /** Reads the live mapping first, so that what is shown is what will be sent. */
  const review = async () => {
    update.reset();
    setRefused([]);
    setIsReading(true);
    await Promise.all([onRead(), MappingReview.preload()]);
    setIsReading(false);
    setIsReviewing(true);
  };
  useActions([
    {
      id: 'editor.review',
      isEnabled: count > 0 && !isPending,
      run: () => {
        if (count > 0) void review();
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
  const send = () =>
    update.mutate(
      { before: cluster, plan: leftPlan, refused: refused.map(({ at }) => at) },
      {
        onSuccess: () => setIsReviewing(false),
        onError: ({ cluster: answer }) => {
          if (answer?.cause === 'refused') setRefused((before) => [...before, ...refusedFields(leftPlan.body, answer)]);
        },
      },
    );
  return (
    <BottomBar
      label="Unsent changes"
      words={
        <>
          <strong role="status">{countOf(count, 'unsent change')}</strong>
          {plan.needsReindex.length > 0 && (
            <span className={styles['intro']}>
              {countOf(plan.needsReindex.length, 'requires', 'require')} a new index
            </span>
          )}
          {obstacle !== null && <span className={styles['intro']}>{obstacle}</span>}
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
      <Button variant="primary" isPending={isPending} onPress={() => void review()}>
        Review
      </Button>
      {isReviewing && (
        <Suspense fallback={null}>
          <MappingReview
            name={name}
            before={cluster}
            edited={wanted}
            after={left}
            plan={leftPlan}
            refused={refused}
            obstacle={obstacle}
            error={update.error}
            isPending={isPending}
            isRecording={isRecording}
            onSend={send}
            onClose={() => setIsReviewing(false)}
          />
        </Suspense>
      )}
    </BottomBar>
  );
}
