import { describe, expect, it } from 'vitest';
import type { Index } from './index-entities.ts';
import { ROUTES } from '../wire/routes.ts';
import { actionTitle, indexCount, INDEX_ACTION_IDS, INDEX_ACTIONS, indicesFor, phraseToType } from './index-actions.ts';
import { doneText, mergeIndices, outcomeReason, outcomesFor, undoneText, unfinished } from './index-outcomes.ts';
import { indexActionMetric } from './usage-metrics.ts';

function index(name: string, members: Partial<Index> = {}): Index {
  return { name, status: 'open', isFrozen: false, hidden: false, aliases: [], ...members };
}

const OPEN = index('open');
const CLOSED = index('closed', { status: 'close' });
const FROZEN = index('frozen', { isFrozen: true });
const names = (indices: readonly Index[]) => indices.map(({ name }) => name);

describe('actions on indices', () => {
  it.each([
    ['close', ['open', 'frozen']],
    ['open', ['closed']],
    ['force_merge', ['open', 'frozen']],
    ['refresh', ['open', 'frozen']],
    ['clear_cache', ['open', 'frozen']],
    ['flush', ['open', 'frozen']],
    ['freeze', ['open']],
    ['unfreeze', ['frozen']],
    ['delete', ['open', 'closed', 'frozen']],
  ] as const)('%s is for %j', (id, possible) =>
    expect(names(indicesFor(INDEX_ACTIONS[id], [OPEN, CLOSED, FROZEN]))).toEqual(possible),
  );

  it('leave alone what something is being done with', () => {
    expect(names(indicesFor(INDEX_ACTIONS.delete, [OPEN, CLOSED], new Map([['open', 'closing']])))).toEqual(['closed']);
  });

  it('wait for no merge, which may take hours, but for another merge', () => {
    const merging = new Map([['open', 'forcemerging']] as const);
    expect(names(indicesFor(INDEX_ACTIONS.delete, [OPEN, CLOSED], merging))).toEqual(['open', 'closed']);
    expect(names(indicesFor(INDEX_ACTIONS.force_merge, [OPEN, FROZEN], merging))).toEqual(['frozen']);
  });

  it('have routes that take names', () => {
    for (const id of INDEX_ACTION_IDS) expect(ROUTES[INDEX_ACTIONS[id].route], id).toMatchObject({ method: 'POST' });
  });

  it('are named after how many they are for', () => {
    expect(actionTitle(INDEX_ACTIONS.close, 1)).toBe('Close index');
    expect(actionTitle(INDEX_ACTIONS.clear_cache, 1_200)).toBe('Clear cache of 1,200 indices');
    expect([1, 2].map(indexCount)).toEqual(['1 index', '2 indices']);
  });

  it('are counted by one name for one and another for several', () => {
    expect([indexActionMetric('close', 1), indexActionMetric('close', 2)]).toEqual(['index_close', 'index_close_many']);
  });

  it.each([
    ['delete', [index('logs')], null],
    ['delete', [index('.kibana'), index('logs')], '.kibana'],
    ['delete', [index('.a'), index('.b')], 'delete 2 system indices'],
    ['close', [index('.a'), index('.b')], 'close 2 system indices'],
    ['refresh', [index('.a')], null],
  ] as const)('%s of %j has to be confirmed by typing', (id, indices, phrase) =>
    expect(phraseToType(INDEX_ACTIONS[id], indices)).toBe(phrase),
  );
});

describe('outcomes', () => {
  const failed = {
    name: 'b',
    outcome: 'failed',
    error: { statusCode: 400, error: 'Bad Request', message: 'It is the write index.' },
  } as const;

  it('say of what the answer does not name that it is unknown', () => {
    expect(outcomesFor(['a', 'b', '__proto__'], [{ name: 'a', outcome: 'done' }, failed])).toEqual([
      { name: 'a', outcome: 'done' },
      failed,
      { name: '__proto__', outcome: 'unknown' },
    ]);
  });

  it('are told in words', () => {
    const { close, clear_cache } = INDEX_ACTIONS;
    expect(doneText(close, 3)).toBe('3 indices were closed');
    expect(doneText(clear_cache, 1)).toBe('1 index was cleared of its cache');
    expect(undoneText(close, [failed], 5)).toBe('1 of 5 indices was not closed');
    const unknown = { name: 'a', outcome: 'unknown' } as const;
    expect(undoneText(close, [failed, unknown, unknown], 5)).toBe('1 of 5 indices was not closed, 2 may not have been');
    expect(undoneText(close, [unknown], 1)).toBe('The result is unknown: the index may not have been closed');
    expect(unfinished([{ name: 'a', outcome: 'done' }, failed])).toEqual([failed]);
  });

  it('have a reason and a next step each', () => {
    expect(outcomeReason(failed)).toBe('It is the write index.');
    expect(outcomeReason({ name: 'a', outcome: 'unknown' })).toBe(
      'The result is unknown. Check the index before retrying.',
    );
    expect(outcomeReason({ name: 'a', outcome: 'not_sent' })).toBe('Not sent to the cluster. Nothing was changed.');
    expect(outcomeReason({ name: 'a', outcome: 'failed' })).toBe('The cluster gave no reason.');
  });

  it('say nothing twice, and nothing that the server has not said', () => {
    const message = 'Cluster “prod” failed with 500: boom. It may have been applied. Check before retrying.';
    const error = { statusCode: 502, error: 'Bad Gateway', message };
    for (const outcome of ['unknown', 'not_sent', 'failed'] as const)
      expect(outcomeReason({ name: 'a', outcome, error })).toBe(message);
  });
});

describe('mergeIndices', () => {
  it('takes new rows for those that were asked for, and lets go of those that are gone', () => {
    const other = index('other');
    const merged = mergeIndices(
      [OPEN, other, CLOSED],
      ['open', 'closed', 'new'],
      [index('open', { status: 'close' }), index('new')],
    );
    expect(merged).toEqual([index('open', { status: 'close' }), other, index('new')]);
    expect(merged[1]).toBe(other);
  });
});
