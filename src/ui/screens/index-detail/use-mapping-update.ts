import { LIVE_MAPPINGS_AT } from '#domain/document';
import type { JsonObject, Pointer } from '#domain/json';
import { mergeUpdate, refusedFields, type MappingUpdatePlan, type RefusedField } from '#domain/mapping';
import { countOf } from '#domain/console';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { showToast } from '../../kit/toast.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError, asApiError } from '../../platform/console-api.ts';
import {
  gatherChanges,
  saveAnswer,
  UNRECORDED,
  type GatheredChanges,
  type SaveAnswer,
} from '../../platform/sent-changes.ts';
import { useServices } from '../../platform/services.ts';
import { useRefetch } from '../../platform/use-api-query.ts';
import { useReviewedWrite, type ReviewedWrite } from '../../review/use-reviewed-write.ts';
import { asJson } from './index-data.ts';
import { followCluster } from './use-follow.ts';
import { readUuid } from './use-live-reading.ts';

interface MappingWrite {
  /** The mapping of the cluster that the plan is based on. */
  readonly before: JsonObject;
  readonly plan: MappingUpdatePlan;
  /** Places in the mapping that the cluster has refused; they are not sent. */
  readonly refused: readonly Pointer[];
  /** Set once the update is prepared. */
  readonly gathered?: GatheredChanges;
  readonly reason?: string | undefined;
}

interface MappingUpdateOptions {
  readonly name: string;
  readonly uuid: string;
  readonly document: DocumentSession;
  /** Reads what the review shows; resolves with whether a review is opened. */
  readonly onReview: () => Promise<boolean>;
  /** Called when the cluster has refused fields of an update. */
  readonly onRefused: (fields: readonly RefusedField[]) => void;
}

/**
 * The update of the mapping of an index: sends a reviewed plan, and then follows the mapping of the cluster in the
 * document.
 */
export function useMappingUpdate({
  name,
  uuid,
  document,
  onReview,
  onRefused,
}: MappingUpdateOptions): ReviewedWrite<MappingWrite> {
  const { api } = useApi();
  const services = useServices();
  const refetch = useRefetch();
  return useReviewedWrite<MappingWrite, SaveAnswer>(
    {
      read: async () => ((await onReview()) ? { kind: 'unmoved' } : { kind: 'nothing' }),
      async prepare(write, onWait) {
        const leftOut = [...write.plan.needsReindex.map(({ at }) => at), ...write.refused].map(
          (at): Pointer => `${LIVE_MAPPINGS_AT}${at}`,
        );
        return { ...write, gathered: await gatherChanges(services, document, { leftOut, onWait }) };
      },
      async compare() {
        // The request contains only a name: an index that was created under it meanwhile is not the reviewed one.
        if ((await readUuid(api, name)) !== uuid)
          throw new ApiError(409, `Index ${name} was deleted or created again. Nothing was sent.`);
        return { kind: 'unmoved' };
      },
      async send({ plan: { body }, gathered, reason }) {
        return saveAnswer(
          await api.call('mapping.update', { params: { name }, body }, { changes: gathered?.changes, reason }),
        );
      },
      async follow({ before, plan: { body, needsReindex }, gathered }, answer) {
        const requested = mergeUpdate(before, body);
        // Where the result can't be read, the requested mapping is assumed until the next reading.
        const mappings = await api.call('mapping.get', { params: { name } }).then(
          (response) => asJson(response.mappings),
          () => requested,
        );
        followCluster(document, mappings, { sent: requested, ...answer });
        const left = needsReindex.length;
        const text = [
          ...(left > 0 ? [`${countOf(left, 'change requires', 'changes require')} a new index.`] : []),
          ...(gathered?.isUnrecorded === true ? [UNRECORDED] : []),
        ].join(' ');
        showToast({ kind: 'success', title: `Updated mapping of ${name}`, ...(text !== '' && { text }) });
      },
      // After a lost response too: the mapping that is read again shows whether the change was made.
      onSettled: () => void refetch('mapping.get'),
    },
    {
      onFailed(error, write) {
        const { cluster } = asApiError(error);
        if (write !== null && cluster?.cause === 'refused') onRefused(refusedFields(write.plan.body, cluster));
      },
    },
  );
}
