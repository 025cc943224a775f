import { useMemo } from 'react';
import type { FieldUsage } from '#domain/lint';
import type { RouteAnswer } from '#domain/wire';
import { useFeature } from '../../cluster/use-cluster.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';

/** What is known of the usage of the fields of a live index. */
export interface KnownUsage {
  /** By dotted path; absent where it is not known. */
  readonly usage: FieldUsage | undefined;
  /** Epoch ms: since then uses are counted. */
  readonly since: number | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Asks the cluster, which needs the privilege `manage`; absent where there is nothing to ask. */
  readonly ask: (() => void) | undefined;
}

/** The usage of fields in a response; undefined where it has none. */
export function usageOf(fields: RouteAnswer<'field_usage.get'>['fields']): FieldUsage | undefined {
  return (
    fields && new Map(fields.map(({ path, uses: any, structures }) => [path, { any, structures: new Set(structures) }]))
  );
}

/** The request for an index and no other that has its name now; by name alone where its uuid is not known. */
export function meantIndex(name: string, uuid: string | undefined) {
  return { params: { name }, query: uuid === undefined ? {} : { uuid } };
}

/** How often the fields of a live index were used: asked on request alone, and kept for the next visit. */
export function useFieldUsage(index: string | undefined, uuid: string | undefined): KnownUsage {
  const isCounted = useFeature('field_stats')?.has === true;
  const { data, error, isFetching, refetch } = useApiQuery('field_usage.get', meantIndex(index ?? '', uuid), {
    isEnabled: false,
  });
  const fields = data?.fields;
  const usage = useMemo(() => usageOf(fields), [fields]);
  const ask = index !== undefined && isCounted ? () => void refetch() : undefined;
  return { usage, since: data?.since, error, isPending: isFetching, ask };
}
