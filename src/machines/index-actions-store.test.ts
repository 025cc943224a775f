import { describe, expect, it } from 'vitest';
import type { IndexOutcome } from '#domain/console';
import { indexActionsStore, rowStatuses, type FinishedRun, type IndexRun } from './index-actions-store.ts';

/** A store whose runs end when the test says so. */
function started() {
  const ends = new Map<string, (results: readonly IndexOutcome[]) => void>();
  const given: IndexRun[] = [];
  const store = indexActionsStore((run) => {
    given.push(run);
    return new Promise((resolve) => ends.set(run.id, resolve));
  });
  const finished: FinishedRun[] = [];
  store.on('finished', ({ run, outcomes }) => finished.push({ run, outcomes }));
  const context = () => store.getSnapshot().context;
  const statuses = (clusterId: string | null = null) => Object.fromEntries(rowStatuses(context().running, clusterId));
  const end = async (id: string, results: readonly IndexOutcome[]) => {
    ends.get(id)?.(results);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { store, given, finished, context, statuses, end };
}

function run(id: string, names: readonly string[], members: Partial<IndexRun> = {}): IndexRun {
  return { id, clusterId: null, action: 'close', names, ...members };
}

const done = (name: string): IndexOutcome => ({ name, outcome: 'done' });

describe('indexActionsStore', () => {
  it('shows what is done with each row while it is done, several at a time', async () => {
    const { store, statuses, end } = started();
    store.trigger.start({ run: run('1', ['a', 'b']) });
    store.trigger.start({ run: run('2', ['c'], { action: 'force_merge' }) });
    expect(statuses()).toEqual({ a: 'closing', b: 'closing', c: 'forcemerging' });
    await end('1', [done('a'), done('b')]);
    expect(statuses()).toEqual({ c: 'forcemerging' });
  });

  it('does nothing twice at a time with the same row', () => {
    const { store, given, statuses } = started();
    store.trigger.start({ run: run('1', ['a']) });
    store.trigger.start({ run: run('2', ['a', 'b'], { action: 'delete' }) });
    store.trigger.start({ run: run('3', ['a', 'b'], { action: 'refresh' }) });
    expect(given.map(({ id, names }) => [id, names])).toEqual([
      ['1', ['a']],
      ['2', ['b']],
    ]);
    expect(statuses()).toEqual({ a: 'closing', b: 'deleting' });
  });

  it('keeps clusters apart', () => {
    const { store, given, statuses } = started();
    store.trigger.start({ run: run('1', ['a']) });
    store.trigger.start({ run: run('2', ['a'], { clusterId: 'other', action: 'flush' }) });
    expect(given).toHaveLength(2);
    expect([statuses(), statuses('other')]).toEqual([{ a: 'closing' }, { a: 'flushing' }]);
  });

  it('tells the end of a run, and keeps no report where all went well', async () => {
    const { store, finished, context, end } = started();
    store.trigger.start({ run: run('1', ['a']) });
    await end('1', [done('a')]);
    expect(finished).toEqual([{ run: run('1', ['a']), outcomes: [done('a')] }]);
    expect(context()).toEqual({ running: [], reports: [] });
  });

  it('reports each outcome where some failed, until it is dismissed', async () => {
    const { store, context, end } = started();
    store.trigger.start({ run: run('1', ['a', 'b', '__proto__', 'c']) });
    await end('1', [done('a'), { name: 'b', outcome: 'failed' }, { name: 'c', outcome: 'not_sent' }]);
    expect(context().reports.map(({ outcomes }) => outcomes.map(({ name, outcome }) => [name, outcome]))).toEqual([
      [
        ['a', 'done'],
        ['b', 'failed'],
        ['__proto__', 'unknown'],
        ['c', 'not_sent'],
      ],
    ]);
    store.trigger.dismiss({ id: '1' });
    expect(context().reports).toEqual([]);
  });

  it('lets a row be acted on again when the first action has ended', async () => {
    const { store, given, end } = started();
    store.trigger.start({ run: run('1', ['a']) });
    await end('1', [done('a')]);
    store.trigger.start({ run: run('2', ['a'], { action: 'open' }) });
    expect(given.map(({ action }) => action)).toEqual(['close', 'open']);
  });
});
