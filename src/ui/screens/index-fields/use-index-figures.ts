import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Index } from '#domain/console';
import type { FieldUsage } from '#domain/lint';
import type { RouteAnswer } from '#domain/wire';
import { meantIndex, usageOf } from '../../editor/lint/use-field-usage.ts';
import { apiQueryOptions } from '../../platform/api-queries.ts';
import { useApi } from '../../platform/api-provider.tsx';
import type { ApiError } from '../../platform/console-api.ts';
import { readIndices, type ReadIndices } from '../../platform/read-indices.ts';
import { useCancel } from '../../platform/use-api-query.ts';

/** Figures of some indices, in their order. */
export interface Figures<Answer> {
  /** Undefined where they were not read yet. */
  readonly answers: readonly (Answer | undefined)[];
  readonly errors: readonly (ApiError | null)[];
  readonly isReading: boolean;
  /** Reads those that are not known yet, or all anew, one index after another. */
  readonly start: (isAnew?: boolean) => void;
  readonly cancel: () => void;
}

/** What is known of some indices; their figures are read on request alone. The same array means the same indices. */
export function useIndexFigures(indices: readonly Index[]) {
  const api = useApi();
  const names = useMemo(() => indices.map(({ name }) => name), [indices]);
  const read = useQuery<ReadIndices, ApiError>({
    queryKey: [api.clusterId, 'index_fields.indices', names],
    queryFn: ({ signal }) => readIndices(api.api, names, signal),
    enabled: names.length > 0,
  });
  const costs = useQueries({
    queries: indices.map(({ name, uuid }) => ({
      ...apiQueryOptions(api, 'field_costs.analyze', meantIndex(name, uuid)),
      enabled: false,
      gcTime: Infinity,
    })),
    combine: combined,
  });
  const usages = useQueries({
    queries: indices.map(({ name, uuid }) => ({
      ...apiQueryOptions(api, 'field_usage.get', meantIndex(name, uuid)),
      enabled: false,
    })),
    combine: combined,
  });
  const shown = names.join(',');
  return {
    read,
    costs: useReading(costs, shown, useCancel('field_costs.analyze')),
    usages: useReading(usages, shown, useCancel('field_usage.get')),
  };
}

interface Combined<Answer> extends Pick<Figures<Answer>, 'answers' | 'errors'> {
  readonly refetches: readonly (() => Promise<unknown>)[];
}

/** Stays the same as long as every answer and error does. */
function combined<Answer>(results: readonly UseQueryResult<Answer, ApiError>[]): Combined<Answer> {
  return {
    answers: results.map(({ data }) => data),
    errors: results.map(({ error }) => error),
    refetches: results.map(({ refetch }) => refetch),
  };
}

/** Figures with functions that read them; reading ends with the screen, and where other indices are shown. */
function useReading<Answer>(
  { answers, errors, refetches }: Combined<Answer>,
  shown: string,
  cancelRequests: () => void,
): Figures<Answer> {
  const [isReading, setReading] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      setReading(false);
    },
    [shown],
  );
  const start = async (isAnew: boolean) => {
    const { signal } = (running.current = new AbortController());
    setReading(true);
    for (const [at, refetch] of refetches.entries()) {
      // A failure is in the query of its index, and the others are read.
      if (isAnew || answers[at] === undefined) await refetch();
      if (signal.aborted) return;
    }
    setReading(false);
  };
  const cancel = () => {
    running.current?.abort();
    cancelRequests();
    setReading(false);
  };
  return { answers, errors, isReading, start: (isAnew = false) => void start(isAnew), cancel };
}

const usageOfAnswer = new WeakMap<object, FieldUsage>();

/** The usage of fields in a response, the same for the same one. */
export function knownUsage(answer: RouteAnswer<'field_usage.get'> | undefined): FieldUsage | undefined {
  if (answer?.fields === undefined) return undefined;
  const known = usageOfAnswer.get(answer) ?? usageOf(answer.fields);
  if (known !== undefined) usageOfAnswer.set(answer, known);
  return known;
}
