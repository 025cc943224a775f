import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deepEqual, type JsonObject, type JsonValue } from '#domain/json';
import { planMove, type Bundle, type MoveStep, type PresentTemplates } from '#domain/template-move';
import { queriesOf } from '../../platform/api-queries.ts';
import { clusterApi, useApi } from '../../platform/api-provider.tsx';
import { createTemplate, INVALIDATED, updateTemplate } from '../../platform/template-calls.ts';
import { asApiError, type ApiError, type ConsoleApi } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';

/** What came of one step. */
export type StepOutcome = { readonly state: 'done' } | { readonly state: 'failed'; readonly error: ApiError };

/** The key of a step among those of a bundle. */
export const stepKey = ({ kind, name }: Pick<MoveStep, 'kind' | 'name'>) => `${kind}/${name}`;

async function readPresent(api: ConsoleApi): Promise<PresentTemplates> {
  const [{ templates, legacyTemplates }, components] = await Promise.all([
    api.call('index_templates.list', {}),
    api.call('component_templates.list', {}),
  ]);
  const byName = (items: readonly { readonly name: string; readonly body: unknown }[]) =>
    new Map(items.map(({ name, body }) => [name, body as JsonObject]));
  return {
    component_template: byName(components),
    index_template: byName(templates),
    legacy_template: byName(legacyTemplates),
  };
}

/** What the steps say of a cluster, to be compared with what it says later. */
const seenIn = (steps: readonly MoveStep[]) => steps.map(({ before }): JsonValue => before ?? null);

/** What a bundle comes to on a cluster, and how it is sent there. `clusterId` is null for the one of the address. */
export function useMove(bundle: Bundle, clusterId: string | null) {
  const { http } = useCore();
  const here = useApi();
  const queries = useQueryClient();
  const target = clusterId === null ? here : clusterApi({ http, queries }, clusterId);
  const plan = useQuery<readonly MoveStep[], ApiError>({
    queryKey: [target.clusterId, 'template-move', bundle],
    queryFn: async () =>
      planMove(
        bundle,
        await readPresent(target.api).catch((cause: unknown) => {
          throw asApiError(cause);
        }),
      ),
    gcTime: 0,
  });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, StepOutcome>>(new Map());
  const send = useMutation<'done' | 'stopped' | 'changed', ApiError, readonly MoveStep[]>({
    async mutationFn(shown) {
      // What was compared must be what is there.
      const now = planMove(bundle, await readPresent(target.api));
      if (!deepEqual(seenIn(now), seenIn(shown))) return 'changed';
      for (const step of shown.filter(({ action }) => action !== 'unchanged')) {
        if (outcomes.get(stepKey(step))?.state === 'done') continue;
        try {
          const { kind, name, body, action } = step;
          await (action === 'create' ? createTemplate : updateTemplate)(target.api, kind, name, body);
          setOutcomes((before) => new Map(before).set(stepKey(step), { state: 'done' }));
        } catch (cause) {
          setOutcomes((before) => new Map(before).set(stepKey(step), { state: 'failed', error: asApiError(cause) }));
          return 'stopped';
        }
      }
      return 'done';
    },
    onSettled: () => queries.invalidateQueries(queriesOf(target.clusterId, INVALIDATED)),
  });
  return { plan, outcomes, send, reset: () => setOutcomes(new Map()) };
}
