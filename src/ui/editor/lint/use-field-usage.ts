import { useMemo } from 'react';
import { compareVersions } from '#domain/catalogue';
import type { FieldUsage } from '#domain/lint';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useOpenEditor } from '../fields/editor-context.tsx';

/** The first version of Elasticsearch that counts how often fields are used. */
const COUNTS_SINCE = '7.15';

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
export function useFieldUsage(index: string | undefined): KnownUsage {
  const { distribution, version } = useOpenEditor().target;
  const isCounted = distribution === 'elasticsearch' && compareVersions(version, COUNTS_SINCE) >= 0;
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
