import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { formatJson } from '#domain/json';
import { inTime } from '../../platform/api-in-time.ts';
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
  /** The clusters that have responded. */
  readonly sources: readonly ActionSource[];
  readonly failed: readonly FailedCluster[];
  /** Sends the requests to the clusters again. */
  readonly retry: () => void;
}

export interface FailedCluster {
  readonly id: string;
  readonly label: string;
  readonly isSignedOut: boolean;
  readonly reason: string;
}

type Answer = { readonly page: ActionPage } | { readonly error: ApiError };

/** The clusters' responses to a query, by cluster id. */
interface Answers {
  readonly query: ActionsQuery;
  readonly byCluster: ReadonlyMap<string, Answer>;
}

const NO_ANSWERS: ReadonlyMap<string, Answer> = new Map();

/**
 * The newest actions on each cluster, and sources for older ones. A cluster that responds slowly does not delay the
 * others.
 */
export function useActions(
  clusters: readonly Pick<KnownCluster, 'id' | 'label'>[],
  { name, stream, event, limit = String(PAGE) }: ActionsQuery,
  isEnabled: boolean,
): ReadActions {
  const { http, timer } = useCore();
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
  // A cluster is identified by id and label, so that it is not asked again when its uuid becomes known.
  const asked = formatJson((isEnabled ? clusters : NONE).map(({ id, label }) => [id, label]));
  const apis = useMemo(
    () =>
      (JSON.parse(asked) as readonly (readonly [string, string])[]).map(([id, label]) => ({
        ...{ id, label },
        api: { clusterId: id, api: inTime(clusterApi({ http, queries }, id).api, timer) },
      })),
    [asked, http, queries, timer],
  );
  const [attempt, setAttempt] = useState(0);
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
  }, [apis, queries, query, attempt]);
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
    return { sources, failed, retry: () => setAttempt(attempt + 1) };
  }, [apis, answers, query, attempt]);
}
