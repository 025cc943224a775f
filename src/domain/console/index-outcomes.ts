import type { Index, IndexOutcome } from './index-entities.ts';
import { indexCount, type IndexActionEntry } from './index-actions.ts';

/**
 * The outcomes of an action, one for each index that it was asked for: what the answer does not name may have been
 * done.
 */
export function outcomesFor(names: readonly string[], results: readonly IndexOutcome[]): readonly IndexOutcome[] {
  const byName = new Map(results.map((result) => [result.name, result]));
  return names.map((name) => byName.get(name) ?? { name, outcome: 'unknown' });
}

/** The outcomes that are not what was asked for. */
export function unfinished(outcomes: readonly IndexOutcome[]): readonly IndexOutcome[] {
  return outcomes.filter(({ outcome }) => outcome !== 'done');
}

/** `3 indices were closed`. */
export function doneText({ done }: IndexActionEntry, count: number): string {
  return count === 1 ? `1 index was ${done.replace('their', 'its')}` : `${indexCount(count)} were ${done}`;
}

/** The outcome of an action that failed for some indices: `2 of 5 indices were not closed, 1 may not have been`. */
export function undoneText({ done }: IndexActionEntry, undone: readonly IndexOutcome[], total: number): string {
  const unknown = undone.filter(({ outcome }) => outcome === 'unknown').length;
  const not = undone.length - unknown;
  const subject = (count: number, one: string) =>
    total === 1 ? one : `${count.toLocaleString('en')} of ${indexCount(total)}`;
  if (not === 0) return `The result is unknown: ${subject(unknown, 'the index')} may not have been ${done}`;
  const words = `${subject(not, 'The index')} ${not === 1 ? 'was' : 'were'} not ${done}`;
  return unknown === 0 ? words : `${words}, ${unknown.toLocaleString('en')} may not have been`;
}

/** Why one index is not as it was asked to be, and what to do about it. */
export function outcomeReason({ outcome, error }: IndexOutcome): string {
  // The server says with each reason what became of it.
  if (error !== undefined && error.message !== '') return error.message;
  switch (outcome) {
    case 'unknown':
      return 'The result is unknown. Check the index before retrying.';
    case 'not_sent':
      return 'Not sent to the cluster. Nothing was changed.';
    case 'failed':
      return 'The cluster gave no reason.';
    case 'done':
      return '';
  }
}

/**
 * The list with some of its rows read again: those that were asked for and are not there any more are gone. The order
 * stays.
 */
export function mergeIndices(
  list: readonly Index[],
  asked: readonly string[],
  reloaded: readonly Index[],
): readonly Index[] {
  const askedFor = new Set(asked);
  const rows = new Map(reloaded.map((index) => [index.name, index]));
  const merged = list.flatMap((index) => {
    if (!askedFor.has(index.name)) return [index];
    const row = rows.get(index.name);
    rows.delete(index.name);
    return row === undefined ? [] : [row];
  });
  return [...merged, ...rows.values()];
}
