import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { stampSource } from '../../fuzz/generate/stamps.ts';
import { applyPatch } from '../json/patch.ts';
import {
  actionOf,
  type ActionRequestSchema,
  actionStream,
  describeAction,
  parseActionStream,
  stateOfAction,
  type Action,
  type ActionState,
  type Settlement,
} from './action.ts';
import { ACTION_COMMANDS, openActionState, reduceAction, type ActionCommand } from './list.ts';

const AT = '2026-11-22T11:00:00.000Z';
const REQUEST: Static<typeof ActionRequestSchema> = {
  at: AT,
  cluster: 'main',
  route: 'indices.delete',
  title: 'Delete indices',
  names: ['a', 'b', '__proto__', 'd'],
  requestId: 'req-1',
  address: '192.0.2.7',
  body: { text: '{"indices":["a"]}' },
};
const begin: ActionCommand = { type: 'action.begin', payload: { request: REQUEST } };
const complete = (kind: 'done' | 'failed' | 'unknown'): ActionCommand => ({
  type: 'action.complete',
  payload: {
    outcome: { at: AT, kind, results: [{ name: 'a', outcome: 'done' }] },
    calls: [{ method: 'DELETE', path: '/a', status: 200, answer: { text: '{"acknowledged":true}' } }],
  },
});
const settle = (found: Settlement['found'], note = 'Index "a" does not exist.'): ActionCommand => ({
  type: 'action.settle',
  payload: { settled: { at: AT, found, note } },
});

/**
 * The action after commands, the summaries of their events, and the code and words with which the last one is rejected
 * where it is.
 */
function after(...commands: readonly ActionCommand[]) {
  const stamp = stampSource();
  let state = openActionState({ body: undefined }, []);
  const events = [];
  let rejected: string | null = null;
  let message: string | null = null;
  for (const command of commands) {
    expect(rejected).toBeNull();
    const reduced = reduceAction(state, command, stamp());
    if ('rejected' in reduced) {
      rejected = reduced.rejected.code;
      message = reduced.rejected.detail.message;
    }
    if (!('event' in reduced)) continue;
    const { body } = applyPatch(reduced.after.body, reduced.event.inverse ?? []);
    expect(body).toEqual(state.body);
    state = reduced.after;
    events.push(reduced.event);
  }
  // The log says as much as the state that was carried.
  expect(openActionState({ body: undefined }, events).body).toEqual(state.body);
  return { action: actionOf(state.body) as Action, rejected, message, summaries: events.map(({ summary }) => summary) };
}

describe('an action', () => {
  it('is open from what is to be sent until its outcome', () => {
    const { action, summaries } = after(begin);
    expect(action).toEqual(REQUEST);
    expect(stateOfAction(action)).toBe('open');
    expect(summaries).toEqual(['Delete indices: a, b, __proto__ and 1 more']);
  });

  it.each(['done', 'failed', 'unknown'] as const)('ends as %s with what was sent and answered', (kind) => {
    const { action } = after(begin, complete(kind));
    expect(action).toEqual({ ...REQUEST, ...(complete(kind).payload as object) });
    expect(stateOfAction(action)).toBe(kind);
  });

  it('without an outcome is settled by what the cluster has', () => {
    const { action, summaries } = after(begin, settle('done'));
    expect(stateOfAction(action)).toBe('done');
    expect(action.settled?.note).toBe('Index "a" does not exist.');
    expect(summaries.at(-1)).toBe('Found done: Delete indices: a, b, __proto__ and 1 more');
  });

  it('whose outcome is unknown is settled, and what was not found out may be found later', () => {
    expect(stateOfAction(after(begin, complete('unknown'), settle('failed')).action)).toBe('failed');
    const { action, summaries } = after(begin, settle('unknown'), settle('unknown'), settle('done', 'It is gone.'));
    expect([stateOfAction(action), summaries.length]).toEqual(['done', 3]);
  });

  it('that was settled takes its own outcome, which counts', () => {
    expect(stateOfAction(after(begin, settle('unknown'), complete('failed')).action)).toBe('failed');
  });
});

describe('a command that an action does not take', () => {
  const REJECTED: readonly (readonly [string, string, readonly ActionCommand[], string])[] = [
    ['a second beginning', 'action.exists', [begin, begin], 'This action has already begun.'],
    [
      'a second outcome',
      'action.ended',
      [begin, complete('done'), complete('failed')],
      'This action has already ended.',
    ],
    [
      'to settle what is known',
      'action.known',
      [begin, complete('failed'), settle('done')],
      'The outcome of this action is already known.',
    ],
  ];

  it.each(REJECTED)('%s', (_, code, commands, message) => {
    expect(after(...commands)).toMatchObject({ rejected: code, message });
  });

  it('is one that has not begun', () => {
    for (const command of [complete('done'), settle('done')])
      expect(after(command).rejected).toBe('document.not_started');
  });

  it('has an example for each code of each command', () => {
    const shown = new Set(REJECTED.map(([, code, commands]) => `${commands.at(-1)?.type ?? ''} ${code}`));
    const declared = ACTION_COMMANDS.flatMap(({ type, rejects }) => rejects.map((code) => `${type} ${code}`));
    expect(declared.filter((each) => !shown.has(each))).toEqual([]);
  });
});

describe('an action in words', () => {
  it('names three of what it is on, and how many more there are', () => {
    const words = (names: readonly string[], count?: number) =>
      describeAction({ title: 'Close indices', names: [...names] }, count === undefined ? {} : { nameCount: count });
    expect([words([]), words(['a', 'b', 'c']), words(['a', 'b', 'c', 'd', 'e']), words(['a', 'b', 'c'], 9)]).toEqual([
      'Close indices',
      'Close indices: a, b, c',
      'Close indices: a, b, c and 2 more',
      'Close indices: a, b, c and 6 more',
    ]);
  });
});

describe('an action that holds its words', () => {
  const words = { title: 'Delete indices a, b and 9 more', doneTitle: 'Deleted indices a, b and 9 more' };
  const named: ActionCommand = { type: 'action.begin', payload: { request: { ...REQUEST, ...words } } };

  it('is in the past once it was done, and says what was to be done until then', () => {
    const said = (state?: ActionState) => describeAction({ ...words, names: ['a'] }, state && { state, nameCount: 7 });
    expect(said()).toBe(words.title);
    expect(said('done')).toBe(words.doneTitle);
    for (const state of ['open', 'failed', 'unknown'] as const) expect(said(state)).toBe(words.title);
  });

  it('has them in the summaries of its events', () => {
    expect(after(named, complete('done')).summaries).toEqual([words.title, words.doneTitle]);
    expect(after(named, complete('failed')).summaries.at(-1)).toBe(`Failed: ${words.title}`);
    expect(after(named, complete('unknown'), settle('done')).summaries.slice(1)).toEqual([
      `Outcome unknown: ${words.title}`,
      `Found done: ${words.title}`,
    ]);
  });
});

describe('the stream of an action', () => {
  it.each(['main', 'a/b', 'ä %'])('says its cluster %j and its id', (cluster) => {
    const ref = { cluster, id: '01J00000000000000000000000' };
    expect(parseActionStream(actionStream(ref))).toEqual(ref);
  });

  it.each(['plan/01J', 'action/', 'action/main', 'action/main/a/b', 'action//a', 'action/%/a'])('is not %j', (name) => {
    expect(parseActionStream(name)).toBeNull();
  });
});
