import { useMemo, useState } from 'react';
import { clusterMappings } from '#domain/document';
import { isObject, valueAt, type JsonObject } from '#domain/json';
import { countOfChanges, mergeUpdate, planMappingUpdate } from '#domain/mapping';
import { useApi } from '../../platform/api-provider.tsx';
import { asApiError, type ApiError } from '../../platform/console-api.ts';
import { useRefetch } from '../../platform/use-api-query.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { useEditorDocument, useOpenEditor } from '../../editor/fields/editor-context.tsx';
import { countOf } from '../../editor/parameters/field-words.ts';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { asJson } from './index-data.ts';
import styles from './index-detail.module.css';
import { MappingReview } from './mapping-review.tsx';
import { followCluster, useFollow } from './use-follow.ts';

const NO_MAPPINGS: JsonObject = {};

interface SendBarProps {
  readonly name: string;
  /** The live mapping as it was last read; undefined while the cluster does not answer. */
  readonly mappings: JsonObject | undefined;
  readonly readAt: number;
  readonly error: ApiError | null;
  /** Reads the live mapping again; what comes is followed. */
  readonly onRead: () => Promise<unknown>;
}

/** How many changes the cluster does not have yet, and the way to send them. */
export function SendBar({ name, mappings, readAt, error: readError, onRead }: SendBarProps) {
  const { editor, target } = useOpenEditor();
  const { document } = editor;
  const { state } = useEditorDocument();
  const { api } = useApi();
  const refetch = useRefetch();
  const isReadOnly = useIsReadOnly();
  const [isReviewing, setIsReviewing] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  useFollow(document, mappings, readAt);
  const cluster = clusterMappings(state.body);
  const edited = valueAt(state.body, state.mappingsAt);
  const wanted = isObject(edited) ? edited : NO_MAPPINGS;
  const plan = useMemo(() => planMappingUpdate(cluster, wanted, target), [cluster, wanted, target]);
  const count = countOfChanges(plan);
  if (count === 0) return null;

  const obstacle = isReadOnly
    ? 'This server is read-only: nothing can be sent.'
    : readError !== null
      ? `Nothing can be sent now: ${readError.message}`
      : null;
  /** Reads the live mapping first, so that what is shown is what will be sent. */
  const review = async () => {
    setError(null);
    setIsPending(true);
    await onRead();
    setIsPending(false);
    setIsReviewing(true);
  };
  const send = async () => {
    setIsPending(true);
    setError(null);
    try {
      await api.call('mapping.update', { params: { name }, body: plan.body });
      const asked = mergeUpdate(cluster, plan.body);
      // Where it does not say what it has made of it, it has what it was asked to have until it is read again.
      const now = await api.call('mapping.get', { params: { name } }).then(
        ({ mappings: read }) => asJson(read),
        () => asked,
      );
      followCluster(document, now, asked);
      setIsReviewing(false);
      const left = plan.needsReindex.length;
      showToast({
        kind: 'success',
        title: `Changed the mapping of ${name}`,
        ...(left > 0 && { text: `${countOf(left, 'change needs', 'changes need')} a new index, and stay here.` }),
      });
    } catch (cause) {
      setError(asApiError(cause));
    } finally {
      setIsPending(false);
      void refetch('mapping.get');
    }
  };
  return (
    <section className={styles['bar']} aria-label="Unsent changes">
      <strong role="status">{countOf(count, 'unsent change')}</strong>
      {plan.needsReindex.length > 0 && (
        <span className={styles['lead']}>{countOf(plan.needsReindex.length, 'needs', 'need')} a new index</span>
      )}
      {obstacle !== null && <span className={styles['lead']}>{obstacle}</span>}
      <span className={styles['spring']} />
      <Button variant="primary" isPending={isPending} onPress={() => void review()}>
        Review
      </Button>
      {isReviewing && (
        <MappingReview
          name={name}
          before={cluster}
          after={wanted}
          plan={plan}
          obstacle={obstacle}
          error={error}
          isPending={isPending}
          onSend={() => void send()}
          onClose={() => setIsReviewing(false)}
        />
      )}
    </section>
  );
}
