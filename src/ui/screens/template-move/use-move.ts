import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  planMove,
  presentTemplates,
  unreadTemplates,
  type Bundle,
  type MoveStep,
  type PresentTemplates,
} from '#domain/template-move';
import type { RouteAnswer } from '#domain/wire';
import { apiQueryOptions, queriesOf } from '../../platform/api-queries.ts';
import { clusterApi, useApi } from '../../platform/api-provider.tsx';
import { ApiError, asApiError, type ConsoleApi } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';
import { INVALIDATED } from '../../platform/template-calls.ts';

type PlanView = RouteAnswer<'plans.get'>;

/** Where templates come from: a file, or a cluster by its id. */
export type MoveOrigin = { readonly file: string } | { readonly cluster: string };

/** Interval of refreshing a running plan, in ms. */
const LIVE_MS = 1_000;
/** Maximum length of a file name that the server accepts, in characters. */
const MAX_NAME = 1_024;

/** The key of a template among those of a bundle. */
export const moveKey = ({ kind, name }: Pick<MoveStep, 'kind' | 'name'>) => `${kind}/${name}`;

async function readPresent(api: ConsoleApi, { items }: Bundle): Promise<PresentTemplates> {
  const [templates, components] = await Promise.all([
    api.call('index_templates.list', {}),
    api.call('component_templates.list', {}),
  ]);
  const unread = unreadTemplates(
    templates,
    items.map(({ kind }) => kind),
  );
  if (unread !== null) throw new ApiError(424, unread);
  return presentTemplates(templates, components);
}

/** A template in a proposal: its body to send, and the body that it was compared with. */
function proposedOf({ kind, name, body, before, action }: MoveStep) {
  if (action === 'unchanged') return { kind, name, body, isUnchanged: true } as const;
  return { kind, name, body, ...(before !== undefined && { seen: before }) };
}

/**
 * Compares a bundle with a cluster, and handles the plan that sends the bundle there. `clusterId` is null for the
 * cluster in the address.
 */
export function useMove(bundle: Bundle, origin: MoveOrigin, clusterId: string | null) {
  const { http } = useCore();
  const here = useApi();
  const queries = useQueryClient();
  const target = clusterId === null ? here : clusterApi({ http, queries }, clusterId);
  const queryKey = [target.clusterId, 'template-move', bundle];
  const comparison = useQuery<readonly MoveStep[], ApiError>({
    queryKey,
    queryFn: async () =>
      planMove(
        bundle,
        await readPresent(target.api, bundle).catch((cause: unknown) => {
          throw asApiError(cause);
        }),
      ),
    gcTime: 0,
  });
  const [planId, setPlanId] = useState<string | null>(null);
  const onSettled = () => void queries.invalidateQueries(queriesOf(target.clusterId, ['plans.list', 'plans.get']));
  const asError = (cause: unknown) => {
    throw asApiError(cause);
  };
  const propose = useMutation<PlanView, ApiError, readonly MoveStep[]>({
    mutationFn: (moves) =>
      target.api
        .call('plans.create', {
          body: {
            name: ('file' in origin ? origin.file : origin.cluster).slice(0, MAX_NAME),
            promotion: {
              ...('cluster' in origin && { from: origin.cluster }),
              templates: moves.map(proposedOf),
            },
          },
        })
        .catch(asError),
    onSuccess: ({ id }) => setPlanId(id),
    onSettled,
  });
  const approve = useMutation<PlanView, ApiError, { readonly name: string; readonly reason: string | undefined }>({
    mutationFn: ({ name, reason }) => target.api.call('plans.approve', { params: { name } }, { reason }).catch(asError),
    onSettled,
  });
  const plan = useQuery({
    ...apiQueryOptions(target, 'plans.get', { params: { name: planId ?? '' } }),
    enabled: planId !== null,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isLive(data) ? LIVE_MS : false),
  });
  const view = planId === null ? undefined : (plan.data ?? propose.data);
  const hasEnded = view !== undefined && view.plan.state !== 'proposed' && !isLive(view);
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries(queriesOf(target.clusterId, INVALIDATED));
  }, [hasEnded, queries, target.clusterId]);
  return {
    comparison,
    /** Compares anew, also in place of a comparison that never ends. */
    retryComparison: () => void queries.resetQueries({ queryKey, exact: true }),
    propose,
    approve,
    /** The plan, once there is one. */
    view,
    planError: planId === null ? null : plan.error,
    isRunning: view !== undefined && isLive(view),
    /** Forgets the plan, which stays in the list of plans, and compares again. */
    compareAgain() {
      setPlanId(null);
      propose.reset();
      approve.reset();
      void comparison.refetch();
    },
  };
}

function isLive({ isAtWork, plan: { state } }: PlanView): boolean {
  return isAtWork || state === 'running' || state === 'undoing';
}
