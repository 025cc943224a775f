import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { apiQueryOptions } from '../../platform/api-queries.ts';
import { clusterApi } from '../../platform/api-provider.tsx';
import { asApiError, type ApiError } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';
import type { ActionPage, ActionSource, ActionsQuery } from './actions.ts';
import type { KnownCluster } from './known-clusters.ts';

/** Actions of one page. */
const PAGE = 100;
const NONE: readonly never[] = [];

export interface ReadActions {
  /** Of the clusters that have answered. */
  readonly sources: readonly ActionSource[];
  readonly failed: readonly FailedCluster[];
}

export interface FailedCluster {
  readonly id: string;
  readonly label: string;
  readonly isSignedOut: boolean;
  readonly reason: string;
}

type Answer = { readonly page: ActionPage } | { readonly error: ApiError };

/** What clusters have answered to a query, by their ids. */
interface Answers {
  readonly query: ActionsQuery;
  readonly byCluster: ReadonlyMap<string, Answer>;
}

const NO_ANSWERS: ReadonlyMap<string, Answer> = new Map();

/** The newest actions on each cluster, and where older ones are asked for. A cluster that is slow to answer keeps nothing else waiting. */
export function useActions(
  clusters: readonly Pick<KnownCluster, 'id' | 'label'>[],
  { name, stream, event, limit = String(PAGE) }: ActionsQuery,
  isEnabled: boolean,
): ReadActions {
  const { http } = useCore();
  const queries = useQueryClient();
  const query = useMemo(
    (): ActionsQuery => ({
      limit,
      ...(name !== undefined && { name }),
      ...(stream !== undefined && { stream }),
      ...(event !== undefined && { event }),
    }),
    [limit, name, stream, event],
  );
  // A cluster whose uuid becomes known is the one that was asked.
  const asked = JSON.stringify((isEnabled ? clusters : NONE).map(({ id, label }) => [id, label]));
  const apis = useMemo(
    () =>
      (JSON.parse(asked) as readonly (readonly [string, string])[]).map(([id, label]) => ({
        ...{ id, label },
        api: clusterApi({ http, queries }, id),
      })),
    [asked, http, queries],
  );
  const [answers, setAnswers] = useState<Answers>({ query, byCluster: NO_ANSWERS });
  useEffect(() => {
    const visit = { isGone: false };
    const put = (id: string, answer: Answer) => {
      if (visit.isGone) return;
      setAnswers((before) => ({
        query,
        byCluster: new Map(before.query === query ? before.byCluster : NO_ANSWERS).set(id, answer),
      }));
    };
    for (const { id, api } of apis)
      queries.query(apiQueryOptions(api, 'actions.list', { query })).then(
        (page) => put(id, { page }),
        (error: unknown) => put(id, { error: asApiError(error) }),
      );
    return () => {
      visit.isGone = true;
    };
  }, [apis, queries, query]);
  return useMemo(() => {
    const known = answers.query === query ? answers.byCluster : NO_ANSWERS;
    const sources: ActionSource[] = [];
    const failed: FailedCluster[] = [];
    for (const { id, label, api } of apis) {
      const answer = known.get(id);
      if (answer === undefined) continue;
      if ('page' in answer) sources.push({ label, api: api.api, query, first: answer.page });
      else {
        const { statusCode, message } = answer.error;
        failed.push({ id, label, isSignedOut: statusCode === 401, reason: message });
      }
    }
    return { sources, failed };
  }, [apis, answers, query]);
}
