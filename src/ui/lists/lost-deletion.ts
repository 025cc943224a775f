import { asApiError, isOutcomeUnknown } from '../platform/console-api.ts';
import type { DeletionOutcome } from './deletion-report.tsx';

interface DeletedItem {
  readonly key: string;
  readonly name: string;
  /** Whether it is still on the cluster. @throws ApiError */
  readonly exists: () => Promise<boolean>;
}

/**
 * Deletes items, and looks each of those up whose response was lost: what does not exist any more counts as deleted,
 * with `wasLost`.
 *
 * @throws ApiError where the call failed and nothing can have been deleted
 */
export async function deleteAndLookUp(
  items: readonly DeletedItem[],
  remove: () => Promise<DeletionOutcome>,
): Promise<DeletionOutcome> {
  const outcome = await remove().catch((cause: unknown): DeletionOutcome => {
    const error = asApiError(cause);
    if (!isOutcomeUnknown(error)) throw error;
    const body = { statusCode: error.statusCode, error: error.name, message: error.message };
    return { deleted: [], errors: items.map(({ key, name }) => ({ key, name, outcome: 'unknown', error: body })) };
  });
  const { deleted, errors } = outcome;
  const deletedKeys = outcome.deletedKeys ?? items.filter(({ name }) => deleted.includes(name)).map(({ key }) => key);
  const found = new Map<string, boolean>();
  try {
    for (const { name, key = name, outcome: left } of errors)
      if (left === 'unknown') found.set(key, (await items.find((item) => item.key === key)?.exists()) ?? true);
  } catch {
    // Those that were not looked up stay unknown.
  }
  const gone = errors.filter(({ name, key = name }) => found.get(key) === false);
  return {
    deleted: [...deleted, ...gone.map(({ name }) => name)],
    deletedKeys: [...deletedKeys, ...gone.map(({ name, key = name }) => key)],
    errors: errors
      .filter((failed) => !gone.includes(failed))
      .map((failed) => (found.get(failed.key ?? failed.name) === true ? { ...failed, isStillThere: true } : failed)),
    wasLost: gone.length > 0,
  };
}
