import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { LIVE_MAPPINGS_AT } from '#domain/document';
import type { JsonObject, Pointer } from '#domain/json';
import { mergeUpdate, type MappingUpdatePlan } from '#domain/mapping';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { countOf } from '../../editor/parameters/field-labels.ts';
import { showToast } from '../../kit/toast.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError, asApiError } from '../../platform/console-api.ts';
import { gatherChanges, UNRECORDED } from '../../platform/sent-changes.ts';
import { useServices } from '../../platform/services.ts';
import { useRefetch } from '../../platform/use-api-query.ts';
import { asJson } from './index-data.ts';
import { followCluster } from './use-follow.ts';
import { readUuid } from './use-live-reading.ts';

interface MappingUpdate {
  /** The mapping of the cluster that the plan was made for. */
  readonly before: JsonObject;
  readonly plan: MappingUpdatePlan;
  /** Places in the mapping that the cluster has refused, which are not sent. */
  readonly refused: readonly Pointer[];
}

interface UpdatedMapping {
  readonly requested: JsonObject;
  /** What the cluster made of it. */
  readonly mappings: JsonObject;
  /** The server has recorded in the document's log that it was saved. */
  readonly isSaveRecorded: boolean;
  /** The server has not recorded the changes yet. */
  readonly isUnrecorded: boolean;
}

interface UsedMappingUpdate {
  readonly update: UseMutationResult<UpdatedMapping, ApiError, MappingUpdate>;
  /** It waits until the changes are recorded. */
  readonly isRecording: boolean;
}

/** Sends a reviewed plan to the index, and follows in the document what the cluster has made of it. */
export function useMappingUpdate(name: string, uuid: string, document: DocumentSession): UsedMappingUpdate {
  const { api } = useApi();
  const services = useServices();
  const refetch = useRefetch();
  const [isRecording, setIsRecording] = useState(false);
  const update = useMutation<UpdatedMapping, ApiError, MappingUpdate>({
    async mutationFn({ before, plan: { body, needsReindex }, refused }) {
      const leftOut = [...needsReindex.map(({ at }) => at), ...refused].map(
        (at): Pointer => `${LIVE_MAPPINGS_AT}${at}`,
      );
      const { changes, isUnrecorded } = await gatherChanges(services, document, {
        leftOut,
        onWait: () => setIsRecording(true),
      });
      setIsRecording(false);
      let savedVersion;
      try {
        // The request says a name: an index that was created under it meanwhile is not what was reviewed.
        if ((await readUuid(api, name)) !== uuid)
          throw new ApiError(409, `Index ${name} was deleted or created again. Nothing was sent.`);
        ({ savedVersion } = await api.call('mapping.update', { params: { name }, body }, { changes }));
      } catch (cause) {
        throw asApiError(cause);
      }
      const requested = mergeUpdate(before, body);
      // Where it does not say what it has made of it, it has what was requested until it is read again.
      const mappings = await api.call('mapping.get', { params: { name } }).then(
        (response) => asJson(response.mappings),
        () => requested,
      );
      return { requested, mappings, isSaveRecorded: savedVersion !== undefined, isUnrecorded };
    },
    onSuccess({ requested, mappings, isSaveRecorded, isUnrecorded }, { plan: { needsReindex } }) {
      followCluster(document, mappings, { sent: requested, isSaveRecorded });
      const left = needsReindex.length;
      const text = [
        ...(left > 0 ? [`${countOf(left, 'change requires', 'changes require')} a new index.`] : []),
        ...(isUnrecorded ? [UNRECORDED] : []),
      ].join(' ');
      showToast({ kind: 'success', title: `Updated mapping of ${name}`, ...(text !== '' && { text }) });
    },
    onSettled: () => void refetch('mapping.get'),
  });
  return { update, isRecording };
}
