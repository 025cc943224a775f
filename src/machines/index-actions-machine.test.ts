import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { IndexOutcome } from '#domain/console';
import {
  indexActionsMachine,
  performing,
  rowStatuses,
  type FinishedRun,
  type IndexRun,
} from './index-actions-machine.ts';

/** A machine whose runs end when the test says so. */
function started() {
  const ends = new Map<string, (results: readonly IndexOutcome[]) => void>();
  const given: IndexRun[] = [];
  const perform = performing((run) => {
    given.push(run);
    return new Promise((resolve) => ends.set(run.id, resolve));
  });
  const actor = createActor(indexActionsMachine.provide({ actors: { perform } })).start();
  const finished: FinishedRun[] = [];
  actor.on('finished', ({ run, outcomes }) => finished.push({ run, outcomes }));
  const context = () => actor.getSnapshot().context;
  const statuses = (clusterId: string | null = null) => Object.fromEntries(rowStatuses(context().running, clusterId));
  const end = async (id: string, results: readonly IndexOutcome[]) => {
    ends.get(id)?.(results);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { actor, given, finished, context, statuses, end };
}

function run(id: string, names: readonly string[], members: Partial<IndexRun> = {}): IndexRun {
  return { id, clusterId: null, action: 'close', names, ...members };
}

const done = (name: string): IndexOutcome => ({ name, outcome: 'done' });

describe('indexActionsMachine', () => {
  it('shows what is done with each row while it is done, several at a time', async () => {
    const { actor, statuses, end } = started();
    actor.send({ type: 'START', run: run('1', ['a', 'b']) });
    actor.send({ type: 'START', run: run('2', ['c'], { action: 'force_merge' }) });
    expect(statuses()).toEqual({ a: 'closing', b: 'closing', c: 'forcemerging' });
    await end('1', [done('a'), done('b')]);
    expect(statuses()).toEqual({ c: 'forcemerging' });
  });

  it('does nothing twice at a time with the same row', () => {
    const { actor, given, statuses } = started();
    actor.send({ type: 'START', run: run('1', ['a']) });
    actor.send({ type: 'START', run: run('2', ['a', 'b'], { action: 'delete' }) });
    actor.send({ type: 'START', run: run('3', ['a', 'b'], { action: 'refresh' }) });
    expect(given.map(({ id, names }) => [id, names])).toEqual([
      ['1', ['a']],
      ['2', ['b']],
    ]);
    expect(statuses()).toEqual({ a: 'closing', b: 'deleting' });
  });

  it('keeps clusters apart', () => {
    const { actor, given, statuses } = started();
    actor.send({ type: 'START', run: run('1', ['a']) });
    actor.send({ type: 'START', run: run('2', ['a'], { clusterId: 'other', action: 'flush' }) });
    expect(given).toHaveLength(2);
    expect([statuses(), statuses('other')]).toEqual([{ a: 'closing' }, { a: 'flushing' }]);
  });

  it('tells the end of a run, and keeps no report where all went well', async () => {
    const { actor, finished, context, end } = started();
    actor.send({ type: 'START', run: run('1', ['a']) });
    await end('1', [done('a')]);
    expect(finished).toEqual([{ run: run('1', ['a']), outcomes: [done('a')] }]);
    expect(context()).toEqual({ running: [], reports: [] });
  });

  it('reports each outcome where some failed, until it is dismissed', async () => {
    const { actor, context, end } = started();
    actor.send({ type: 'START', run: run('1', ['a', 'b', '__proto__', 'c']) });
    await end('1', [done('a'), { name: 'b', outcome: 'failed' }, { name: 'c', outcome: 'not_sent' }]);
    expect(context().reports.map(({ outcomes }) => outcomes.map(({ name, outcome }) => [name, outcome]))).toEqual([
      [
        ['a', 'done'],
        ['b', 'failed'],
        ['__proto__', 'unknown'],
        ['c', 'not_sent'],
      ],
    ]);
    actor.send({ type: 'DISMISS', id: '1' });
    expect(context().reports).toEqual([]);
  });

  it('lets a row be acted on again when the first action has ended', async () => {
    const { actor, given, end } = started();
    actor.send({ type: 'START', run: run('1', ['a']) });
    await end('1', [done('a')]);
    actor.send({ type: 'START', run: run('2', ['a'], { action: 'open' }) });
    expect(given.map(({ action }) => action)).toEqual(['close', 'open']);
  });
});
