import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { JsonObject } from '#domain/json';
import { mergeUpdate, type MappingUpdatePlan } from '#domain/mapping';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { countOf } from '../../editor/parameters/field-labels.ts';
import { showToast } from '../../kit/toast.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError, asApiError } from '../../platform/console-api.ts';
import { useRefetch } from '../../platform/use-api-query.ts';
import { asJson } from './index-data.ts';
import { followCluster } from './use-follow.ts';
import { readUuid } from './use-live-reading.ts';

interface MappingUpdate {
  /** The mapping of the cluster that the plan was made for. */
  readonly before: JsonObject;
  readonly plan: MappingUpdatePlan;
}

interface UpdatedMapping {
  readonly requested: JsonObject;
  /** What the cluster made of it. */
  readonly mappings: JsonObject;
}

/** Sends a reviewed plan to the index, and follows in the document what the cluster has made of it. */
export function useMappingUpdate(
  name: string,
  uuid: string,
  document: DocumentSession,
): UseMutationResult<UpdatedMapping, ApiError, MappingUpdate> {
  const { api } = useApi();
  const refetch = useRefetch();
  return useMutation<UpdatedMapping, ApiError, MappingUpdate>({
    async mutationFn({ before, plan: { body } }) {
      try {
        // The request says a name: an index that was created under it meanwhile is not what was reviewed.
        if ((await readUuid(api, name)) !== uuid)
          throw new ApiError(409, `Index ${name} was deleted or created again. Nothing was sent.`);
        await api.call('mapping.update', { params: { name }, body });
      } catch (cause) {
        throw asApiError(cause);
      }
      const requested = mergeUpdate(before, body);
      // Where it does not say what it has made of it, it has what was requested until it is read again.
      const mappings = await api.call('mapping.get', { params: { name } }).then(
        (response) => asJson(response.mappings),
        () => requested,
      );
      return { requested, mappings };
    },
    onSuccess({ requested, mappings }, { plan: { needsReindex } }) {
      followCluster(document, mappings, requested);
      const left = needsReindex.length;
      showToast({
        kind: 'success',
        title: `Updated mapping of ${name}`,
        ...(left > 0 && { text: `${countOf(left, 'change requires', 'changes require')} a new index.` }),
      });
    },
    onSettled: () => void refetch('mapping.get'),
  });
}
