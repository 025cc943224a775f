import type { ErrorBody, IndexOutcome } from '#domain/console';
import type { Outcome } from './action-log.ts';
import { deletedIn } from './bulk.ts';
import { errorBody } from './errors.ts';

/** What was to be deleted and is not known to be. */
interface Undeleted {
  readonly name: string;
  readonly error: ErrorBody;
  /** `failed` where absent. */
  readonly outcome?: 'unknown' | 'not_sent' | undefined;
}

/** The outcome of a call that either was carried out or throws. */
export function done(): Outcome {
  return { kind: 'done' };
}

/** An engine answers `acknowledged: false` where not every node has confirmed the change in time. */
export function acknowledged(answer: {
  readonly acknowledged: boolean;
  readonly storedOtherwise?: readonly string[] | undefined;
}): Outcome {
  const { storedOtherwise } = answer;
  return {
    kind: answer.acknowledged ? 'done' : 'unknown',
    ...(storedOtherwise !== undefined && { storedOtherwise: [...storedOtherwise] }),
  };
}

/** The outcome of a call on several names, as one of all of them. */
export function ofNames({ results }: { readonly results: readonly IndexOutcome[] }): Outcome {
  return { kind: kindOf(results), results: [...results] };
}

/** The outcome of a deletion of several names. */
export function ofDeletions(deleted: readonly string[], errors: readonly Undeleted[]): Outcome {
  return ofNames({
    results: [
      ...deleted.map((name): IndexOutcome => ({ name, outcome: 'done' })),
      ...errors.map(({ name, error, outcome }): IndexOutcome => ({ name, outcome: outcome ?? 'failed', error })),
    ],
  });
}

/** The names that are deleted, and of the others why not, as the answer to a deletion has them. */
export function deletionIn(results: readonly IndexOutcome[]) {
  const outcomes = new Map(results.map(({ name, outcome }) => [name, outcome]));
  const { deleted, errors } = deletedIn(results);
  return {
    deleted,
    errors: errors.map((failed) => {
      const outcome = outcomes.get(failed.name);
      return { ...failed, ...((outcome === 'unknown' || outcome === 'not_sent') && { outcome }) };
    }),
  };
}

/**
 * The outcome of a test on a scratch index. What the cluster refuses of the test is its result, not a failure: only the
 * removal of the index can be left open.
 */
export function ofScratchTest({ index, isRemoved }: { readonly index: string; readonly isRemoved: boolean }): Outcome {
  if (isRemoved) return { kind: 'done' };
  return { kind: 'unknown', error: errorBody(504, `The scratch index "${index}" may not have been removed.`) };
}

function kindOf(results: readonly IndexOutcome[]): Outcome['kind'] {
  if (results.some(({ outcome }) => outcome === 'unknown')) return 'unknown';
  return results.every(({ outcome }) => outcome === 'done') ? 'done' : 'failed';
}
