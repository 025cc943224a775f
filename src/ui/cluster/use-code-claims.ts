import { useMemo } from 'react';
import type { RouteAnswer } from '#domain/wire';
import { useApiQuery } from '../platform/use-api-query.ts';

/** An object of the chosen cluster that a project of files claims. */
export type CodeClaim = RouteAnswer<'code.claims'>['claims'][number];

const SHORT_COMMIT = 7;

/** A commit as people write it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, SHORT_COMMIT);
}

/** The claim of a project on a template or an index; null where there is none, and while that is not known. */
export function useCodeClaim(kind: CodeClaim['kind'], name: string): CodeClaim | null {
  const { data } = useApiQuery('code.claims', { query: {} });
  return useMemo(
    () => data?.claims.find((claim) => claim.kind === kind && claim.name === name && !claim.isLeft) ?? null,
    [data, kind, name],
  );
}
