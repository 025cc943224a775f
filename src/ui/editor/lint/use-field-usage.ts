import { useMemo } from 'react';
import { compareVersions } from '#domain/catalogue';
import type { FieldUsage } from '#domain/lint';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useOpenEditor } from '../fields/editor-context.tsx';

/** The first version of Elasticsearch that counts how often fields are used. */
const COUNTS_SINCE = '7.15';

interface KnownUsage {
  /** By dotted path; absent where it is not known. */
  readonly usage: FieldUsage | undefined;
  /** Epoch ms: since then uses are counted. */
  readonly since: number | undefined;
  readonly error: Error | null;
}

/** How often the fields of a live index were used, where its engine counts that. */
export function useFieldUsage(index: string | undefined): KnownUsage {
  const { distribution, version } = useOpenEditor().target;
  const isCounted = distribution === 'elasticsearch' && compareVersions(version, COUNTS_SINCE) >= 0;
  const { data, error } = useApiQuery(
    'field_usage.get',
    { params: { name: index ?? '' } },
    { isEnabled: index !== undefined && isCounted },
  );
  const fields = data?.fields;
  const usage = useMemo(
    () => (fields === undefined ? undefined : new Map(fields.map(({ path, uses }) => [path, uses]))),
    [fields],
  );
  return { usage, since: data?.since, error };
}
