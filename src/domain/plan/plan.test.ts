import { describe, expect, it } from 'vitest';
import { stampSource } from '../../fuzz/generate/stamps.ts';
import type { DocumentState } from '../state/state.ts';
import { openPlanState, PLAN_COMMANDS, reducePlan, type PlanCommand } from './list.ts';
import { planOf, stepOf, type Plan } from './plan.ts';
import type { StepTask } from './step-kinds.ts';

const TASKS: readonly StepTask[] = [
  { kind: 'create_index', input: { index: 'logs-v2', body: {} } },
  { kind: 'block_writes', input: { index: 'logs' } },
  { kind: 'reindex', input: { source: 'logs', dest: 'logs-v2' } },
];
const PLAN: Plan = {
  title: 'Replace logs',
  kind: 'replace_index',
  cluster: 'main',
  createdAt: '2026-11-22T10:00:00.000Z',
  createdBy: 'ada',
  subject: 'logs',
  notes: [],
  state: 'proposed',
  steps: TASKS.map(stepOf),
};
const AT = '2026-11-22T11:00:00.000Z';
const ERROR = { statusCode: 409, error: 'Conflict', message: 'No.' };

const propose: PlanCommand = { type: 'plan.propose', payload: { plan: PLAN } };
const approve: PlanCommand = { type: 'plan.approve', payload: {} };
const resume: PlanCommand = { type: 'plan.resume', payload: {} };
const cancel: PlanCommand = { type: 'plan.cancel', payload: {} };
const undo: PlanCommand = { type: 'plan.undo', payload: {} };
const pause: PlanCommand = { type: 'plan.pause', payload: { reason: 'The server was stopped.' } };
const begin = (step: number): PlanCommand => ({ type: 'plan.beginStep', payload: { step, at: AT, requests: [] } });
const complete = (step: number): PlanCommand => ({ type: 'plan.completeStep', payload: { step, at: AT } });
const fail = (step: number, outcome: 'failed' | 'unknown'): PlanCommand => ({
  type: 'plan.failStep',
  payload: { step, at: AT, outcome, error: ERROR },
});
const note = (step: number): PlanCommand => ({ type: 'plan.noteStep', payload: { step, note: { task: 'n:1' } } });
const left = (step: number, writes: number): PlanCommand => ({
  type: 'plan.noteLeftWrites',
  payload: { step, left: { index: 'logs', writes } },
});
const throttle = (step: number, docsPerSecond: number | null): PlanCommand => ({
  type: 'plan.setThrottle',
  payload: { step, docsPerSecond },
});
const beginUndo = (step: number): PlanCommand => ({ type: 'plan.beginUndo', payload: { step, at: AT } });
const completeUndo = (step: number): PlanCommand => ({ type: 'plan.completeUndo', payload: { step, at: AT } });
const stopUndo = (step: number): PlanCommand => ({ type: 'plan.stopUndo', payload: { step, at: AT, error: ERROR } });

/** The outcome of commands: the plan, their summaries, and the code and message if the last one is rejected. */
interface Outcome {
  readonly plan: Plan;
  readonly summaries: readonly string[];
  readonly rejected: string | null;
  readonly message: string | null;
}

function after(...commands: readonly PlanCommand[]): Outcome {
  const stamp = stampSource();
  const start = openPlanState({ body: undefined }, []);
  let state: DocumentState = start;
  const events = [];
  let rejected: string | null = null;
  let message: string | null = null;
  for (const command of commands) {
    expect(rejected).toBeNull();
    const reduced = reducePlan(state, command, stamp());
    if ('rejected' in reduced) {
      rejected = reduced.rejected.code;
      message = reduced.rejected.detail.message;
    }
    if (!('event' in reduced)) continue;
    state = reduced.after;
    events.push(reduced.event);
  }
  // The log says as much as the state that was carried.
  expect(openPlanState({ body: undefined }, events).body).toEqual(state.body);
  return { plan: planOf(state.body) ?? PLAN, summaries: events.map(({ summary }) => summary), rejected, message };
}

const stepsOf = ({ steps }: Plan) => steps.map(({ state }) => state);
const ALL = [begin(0), complete(0), begin(1), complete(1), begin(2), complete(2)];

describe('a plan', () => {
  it('begins when it is approved, and is done with its last step', () => {
    expect(after(propose).plan.state).toBe('proposed');
    expect(after(propose, approve).plan.state).toBe('running');
    const { plan } = after(propose, approve, ...ALL);
    expect([plan.state, stepsOf(plan)]).toEqual(['done', ['done', 'done', 'done']]);
  });

  it('stops at a step that fails, and tries that step again when it is resumed', () => {
    const { plan } = after(propose, approve, begin(0), fail(0, 'failed'));
    expect([plan.state, plan.steps[0]]).toMatchObject(['stopped', { state: 'failed', error: ERROR }]);
    const again = after(propose, approve, begin(0), fail(0, 'failed'), resume, begin(0));
    expect(again.plan.steps[0]).toMatchObject({ state: 'running' });
    expect(again.plan.steps[0]).not.toHaveProperty('error');
  });

  it('says in words what was done', () => {
    const [create, block, reindex] = PLAN.steps.map(({ title }) => title);
    const failing = [begin(2), note(2), fail(2, 'failed'), resume, pause, resume, begin(2), complete(2)];
    const undoing = [undo, beginUndo(2), stopUndo(2), undo, beginUndo(2), completeUndo(2)];
    expect(after(propose, approve, ...ALL.slice(0, 4), ...failing, ...undoing).summaries).toEqual([
      'Propose: Replace logs',
      'Approve',
      ...[`Begin: ${create}`, `Done: ${create}`, `Begin: ${block}`, `Done: ${block}`],
      ...[`Begin: ${reindex}`, `Note: ${reindex}`, `Stopped: ${reindex}`, 'Resume', 'Pause', 'Resume'],
      ...[`Begin: ${reindex}`, `Done: ${reindex}`],
      ...['Undo', `Begin to undo: ${reindex}`, `Not undone: ${reindex}`],
      ...['Undo', `Begin to undo: ${reindex}`, `Undone: ${reindex}`],
    ]);
    expect(after(propose, cancel).summaries).toEqual(['Propose: Replace logs', 'Cancel']);
  });

  it('says how many writes the former index has more', () => {
    const { plan, summaries } = after(propose, approve, begin(0), left(0, 1), left(0, 1), left(0, 3), complete(0));
    expect(plan.left).toEqual({ index: 'logs', writes: 3 });
    expect(summaries.slice(3)).toEqual(['1 write left in logs', '3 writes left in logs', expect.any(String)]);
  });

  it('notes when a step began and ended, what was there before it and what came of it', () => {
    const requests = [{ method: 'PUT', path: '/logs-v2' }];
    const payload = { step: 0, at: AT, requests, before: { was: 1 } };
    const began = after(propose, approve, { type: 'plan.beginStep', payload });
    expect(began.plan.steps[0]).toMatchObject({ state: 'running', startedAt: AT, requests, before: { was: 1 } });
    const LATER = '2026-11-22T12:00:00.000Z';
    const ended: PlanCommand = { type: 'plan.completeStep', payload: { step: 0, at: LATER, result: { ok: true } } };
    const done = after(propose, approve, begin(0), ended).plan.steps[0];
    expect(done).toMatchObject({ state: 'done', startedAt: AT, endedAt: LATER, result: { ok: true } });
    expect(done).not.toHaveProperty('before');
    const again = after(propose, approve, begin(0), note(0), fail(0, 'unknown'), resume, begin(0)).plan.steps[0];
    expect(again).toEqual({ ...PLAN.steps[0], state: 'running', startedAt: AT, requests: [] });
  });

  it('keeps a step pending that could not begin', () => {
    const { plan } = after(propose, approve, fail(0, 'failed'));
    expect([plan.state, stepsOf(plan)]).toEqual(['stopped', ['pending', 'pending', 'pending']]);
  });

  it('keeps what a step goes on with, and says why it was interrupted', () => {
    const { plan } = after(propose, approve, begin(0), note(0), pause);
    expect(plan).toMatchObject({ state: 'paused', reason: 'The server was stopped.' });
    expect(plan.steps[0]).toMatchObject({ state: 'running', note: { task: 'n:1' } });
    expect(after(propose, approve, begin(0), note(0), pause, resume).plan).not.toHaveProperty('reason');
  });

  it('lets a step that is under way end after it was cancelled, and no other begin', () => {
    const { plan } = after(propose, approve, begin(0), cancel, complete(0));
    expect([plan.state, stepsOf(plan)]).toEqual(['cancelled', ['done', 'pending', 'pending']]);
    expect(after(propose, approve, begin(0), cancel, complete(0), begin(1)).rejected).toBe('plan.not_possible');
  });

  it('stays cancelled where the step that was under way is its last one', () => {
    const { plan } = after(propose, approve, ...ALL.slice(0, -1), cancel, complete(2));
    expect([plan.state, stepsOf(plan)]).toEqual(['cancelled', ['done', 'done', 'done']]);
  });

  it('is undone step by step, the last one first', () => {
    const undone = [undo, beginUndo(2), completeUndo(2), beginUndo(1), completeUndo(1), beginUndo(0), completeUndo(0)];
    const { plan } = after(propose, approve, ...ALL, ...undone);
    expect([plan.state, stepsOf(plan)]).toEqual(['undone', ['undone', 'undone', 'undone']]);
    expect(after(propose, approve, ...ALL, undo, beginUndo(0)).rejected).toBe('plan.not_its_turn');
  });

  it('remembers how far a step was that is being undone, after an interruption too', () => {
    const { plan } = after(
      propose,
      approve,
      begin(0),
      fail(0, 'unknown'),
      undo,
      beginUndo(0),
      pause,
      undo,
      beginUndo(0),
    );
    expect([plan.state, plan.steps[0]?.note]).toEqual(['undoing', { was: 'unknown' }]);
  });

  it('stops being undone where a step can’t be, and goes on from there', () => {
    const stopped = after(propose, approve, ...ALL, undo, beginUndo(2), stopUndo(2));
    expect(stopped.plan).toMatchObject({ state: 'undo_stopped', steps: [{}, {}, { state: 'undoing', error: ERROR }] });
    expect(after(propose, approve, ...ALL, undo, beginUndo(2), stopUndo(2), undo, beginUndo(2)).rejected).toBeNull();
  });
});

describe('the throttle of a reindex', () => {
  const begun = [propose, approve, begin(0), complete(0), begin(1), complete(1), begin(2)] as const;
  const inputOf = (...commands: readonly PlanCommand[]) => after(...begun, ...commands).plan.steps[2]?.input;

  it('is the input of its step from then on, and can be removed', () => {
    const input = TASKS[2]?.input;
    expect(inputOf(throttle(2, 5))).toEqual({ ...input, docsPerSecond: 5 });
    expect(inputOf(throttle(2, 5), note(2), fail(2, 'unknown'), throttle(2, 7))).toEqual({
      ...input,
      docsPerSecond: 7,
    });
    expect(inputOf(throttle(2, 5), fail(2, 'failed'), throttle(2, null))).toEqual(input);
  });

  it('is an event that says it, and none where nothing changes', () => {
    const all = after(
      ...begun,
      throttle(2, 1),
      throttle(2, 1),
      throttle(2, 5_000),
      throttle(2, null),
      throttle(2, null),
    );
    expect(all.summaries.slice(begun.length)).toEqual([
      'Set throttle of Reindex logs into logs-v2: 1 document per second',
      'Set throttle of Reindex logs into logs-v2: 5,000 documents per second',
      'Set throttle of Reindex logs into logs-v2: no throttle',
    ]);
    expect(all.rejected).toBeNull();
  });

  it.each([0, -1, 1.5, 1_000_000_001])('is not %s', (docsPerSecond) => {
    expect(after(...begun, throttle(2, docsPerSecond)).rejected).toBe('command.invalid');
  });
});

describe('a command that a plan does not take', () => {
  const REJECTED: readonly (readonly [string, string, readonly PlanCommand[]])[] = [
    ['a second proposal', 'plan.exists', [propose, propose]],
    [
      'a proposal of what is under way',
      'plan.not_possible',
      [{ type: 'plan.propose', payload: { plan: { ...PLAN, state: 'running' } } }],
    ],
    [
      'a step whose input is not of its kind',
      'plan.invalid_step',
      [
        {
          type: 'plan.propose',
          payload: { plan: { ...PLAN, steps: [{ ...stepOf(TASKS[1] as StepTask), input: {} }] } },
        },
      ],
    ],
    ['a second approval', 'plan.not_possible', [propose, approve, approve]],
    ['a step before the approval', 'plan.not_possible', [propose, begin(0)]],
    ['a step out of turn', 'plan.not_its_turn', [propose, approve, begin(1)]],
    ['the end of a step that has not begun', 'plan.not_its_turn', [propose, approve, complete(0)]],
    ['a note on a step that has not begun', 'plan.not_its_turn', [propose, approve, note(0)]],
    ['left writes of a step that has not begun', 'plan.not_its_turn', [propose, approve, left(0, 1)]],
    ['a throttle before the approval', 'plan.not_its_turn', [propose, throttle(2, 5)]],
    [
      'a throttle of a reindex that is done',
      'plan.not_its_turn',
      [propose, approve, ...ALL.slice(0, -1), throttle(1, 5)],
    ],
    ['a throttle of another kind of step', 'plan.not_its_turn', [propose, approve, begin(0), throttle(0, 5)]],
    ['a throttle of a plan that is over', 'plan.not_possible', [propose, approve, begin(0), cancel, throttle(2, 5)]],
    ['the failure of a step that is not due', 'plan.not_its_turn', [propose, approve, fail(1, 'failed')]],
    ['to resume what runs', 'plan.not_possible', [propose, approve, resume]],
    ['to pause what does not run', 'plan.not_possible', [propose, pause]],
    ['to cancel what is done', 'plan.not_possible', [propose, approve, ...ALL, cancel]],
    ['to undo what runs', 'plan.not_possible', [propose, approve, undo]],
    ['to undo what has not begun', 'plan.not_possible', [propose, cancel, undo]],
    ['to undo a step of a plan that is not undone', 'plan.not_possible', [propose, approve, begin(0), beginUndo(0)]],
    ['to undo a step out of turn', 'plan.not_its_turn', [propose, approve, ...ALL, undo, beginUndo(0)]],
    ['the end of an undo that has not begun', 'plan.not_its_turn', [propose, approve, begin(0), completeUndo(0)]],
    ['a stop of an undo that has not begun', 'plan.not_possible', [propose, approve, begin(0), stopUndo(0)]],
    [
      'a stop of the undo of another step',
      'plan.not_its_turn',
      [propose, approve, ...ALL, undo, beginUndo(2), stopUndo(1)],
    ],
  ];

  it.each(REJECTED)('%s', (_, code, commands) => {
    expect(after(...commands).rejected).toBe(code);
  });

  it.each<readonly [string, readonly PlanCommand[]]>([
    ['waits for approval', [propose, resume]],
    ['is running', [propose, approve, approve]],
    ['is paused', [propose, approve, pause, approve]],
    ['has stopped at a step that failed', [propose, approve, fail(0, 'failed'), approve]],
    ['is complete', [propose, approve, ...ALL, resume]],
    ['was cancelled', [propose, cancel, approve]],
    ['is being undone', [propose, approve, ...ALL, undo, resume]],
    ['has stopped while being undone', [propose, approve, ...ALL, undo, pause, resume]],
    ['was undone', [propose, approve, begin(0), fail(0, 'failed'), undo, beginUndo(0), completeUndo(0), undo]],
  ])('is told that the plan %s', (state, commands) => {
    expect(after(...commands).message).toBe(`Not possible: the plan ${state}.`);
  });

  it.each<readonly [string, readonly PlanCommand[]]>([
    ['This plan already exists.', [propose, propose]],
    ['Step 2 is not the one that is due.', [propose, approve, begin(1)]],
    ['Step 1 is not the one that is due.', [propose, approve, complete(0)]],
    ['Step 4 is not the one that is due.', [propose, approve, note(3)]],
    ['Step 1 is not the one that is due.', [propose, approve, ...ALL, undo, beginUndo(0)]],
  ])('is told: %s', (message, commands) => {
    expect(after(...commands).message).toBe(message);
  });

  it('is told which step of a proposal is none', () => {
    const [first, second] = TASKS as readonly [StepTask, StepTask];
    const proposed = (...steps: Plan['steps']) =>
      after({ type: 'plan.propose', payload: { plan: { ...PLAN, steps } } });
    expect(proposed(stepOf(first), { ...stepOf(second), input: {} })).toMatchObject({
      rejected: 'plan.invalid_step',
      message: 'Step 2 is not one that can be proposed.',
    });
    expect(proposed({ ...stepOf(first), state: 'done' }).message).toBe('Step 1 is not one that can be proposed.');
  });

  it('has an example for each code of each command', () => {
    const shown = new Set(REJECTED.map(([, code, commands]) => `${commands.at(-1)?.type ?? ''} ${code}`));
    const declared = PLAN_COMMANDS.flatMap(({ type, rejects }) => rejects.map((code) => `${type} ${code}`));
    expect(declared.filter((each) => !shown.has(each))).toEqual([]);
  });
});
