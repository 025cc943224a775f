import { ecsOf } from '#domain/proof';
import { formatJson } from '#domain/json';
import type { Change } from './change-reader.ts';

const OUTCOMES = { done: 'success', failed: 'failure', unknown: 'unknown', open: 'unknown' } as const;

/** Changes as NDJSON with the field names of the Elastic Common Schema, in the given order. */
export function changesEcs(changes: readonly Change[]): string {
  return changes
    .map(({ action, ...change }) => {
      const address = action?.address;
      return ecsOf({
        ...change,
        ...(action !== undefined && { outcome: OUTCOMES[action.state] }),
        ...(address !== undefined && { address }),
      });
    })
    .map((line) => `${formatJson(line)}\n`)
    .join('');
}
