import { useQueries, useQuery } from '@tanstack/react-query';
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

/** What is read on request alone. */
export type FigureKind = 'costs' | 'usage';

/** Figures of some indices, those that are known already, and functions that read them, one index after another. */
export type IndexFiguresReading = ReturnType<typeof useIndexFigures>;

/** The indices must be the same array while they are the same. */
export function useIndexFigures(indices: readonly Index[]) {
  const api = useApi();
  const cancelRequests = useCancel('field_costs.analyze', 'field_usage.get');
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
  });
  const usages = useQueries({
    queries: indices.map(({ name, uuid }) => ({
      ...apiQueryOptions(api, 'field_usage.get', meantIndex(name, uuid)),
      enabled: false,
    })),
  });

  const [reading, setReading] = useState<FigureKind | null>(null);
  const running = useRef<AbortController | null>(null);
  const shown = names.join(',');
  useEffect(
    () => () => {
      running.current?.abort();
      setReading(null);
    },
    [shown],
  );
  const start = async (kind: FigureKind, isAnew: boolean) => {
    const controller = new AbortController();
    running.current = controller;
    setReading(kind);
    for (const { data, refetch } of kind === 'costs' ? costs : usages) {
      if (controller.signal.aborted) return;
      // A failure is in the query of its index, and the others are read.
      if (isAnew || data === undefined) await refetch();
    }
    if (!controller.signal.aborted) setReading(null);
  };
  const cancel = () => {
    running.current?.abort();
    cancelRequests();
    setReading(null);
  };
  return {
    read,
    costs,
    usages,
    reading,
    start: (kind: FigureKind, isAnew = false) => void start(kind, isAnew),
    cancel,
  };
}

const usageOfAnswer = new WeakMap<object, FieldUsage>();

/** The usage of fields in a response, the same for the same one. */
export function knownUsage(answer: RouteAnswer<'field_usage.get'> | undefined): FieldUsage | undefined {
  if (answer?.fields === undefined) return undefined;
  const known = usageOfAnswer.get(answer) ?? usageOf(answer.fields);
  if (known !== undefined) usageOfAnswer.set(answer, known);
  return known;
}
