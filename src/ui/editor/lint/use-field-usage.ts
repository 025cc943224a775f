import { useMemo } from 'react';
import { compareVersions, type TargetEngine } from '#domain/catalogue';
import type { FieldUsage } from '#domain/lint';
import { useApiQuery } from '../../platform/use-api-query.ts';

/** The first version of Elasticsearch that counts how often fields are used, and analyzes what they take up. */
const EXAMINES_SINCE = '7.15';

/** Whether an engine can tell how often each field of an index is used, and what it takes up. */
export function examinesFields({ distribution, version }: TargetEngine): boolean {
  return distribution === 'elasticsearch' && compareVersions(version, EXAMINES_SINCE) >= 0;
}

/** What is known of the usage of the fields of a live index. */
export interface KnownUsage {
  /** By dotted path; absent where it is not known. */
  readonly usage: FieldUsage | undefined;
  /** Epoch ms: since then uses are counted. */
  readonly since: number | undefined;
  readonly error: Error | null;
  /** The cluster answered that it counts nothing. */
  readonly isNotCounted: boolean;
  readonly isPending: boolean;
  /** Asks the cluster, which needs the privilege `manage`; absent where there is nothing to ask. */
  readonly ask: (() => void) | undefined;
}

/** How often the fields of a live index were used: asked on request alone, and kept for the next visit. */
export function useFieldUsage(index: string | undefined, target: TargetEngine | null): KnownUsage {
  const isCounted = target !== null && examinesFields(target);
  const { data, error, isFetching, refetch } = useApiQuery(
    'field_usage.get',
    { params: { name: index ?? '' } },
    { isEnabled: false },
  );
  const fields = data?.fields;
  const usage = useMemo(
    () => (fields === undefined ? undefined : new Map(fields.map(({ path, uses }) => [path, uses]))),
    [fields],
  );
  const isNotCounted = data !== undefined && fields === undefined;
  const ask = index !== undefined && isCounted && !isNotCounted ? () => void refetch() : undefined;
  return { usage, since: data?.since, error, isNotCounted, isPending: isFetching, ask };
}
