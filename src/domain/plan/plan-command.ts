import { reject, type Rejection } from '../commands/define-command.ts';
import type { Operation } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import type { DocumentState } from '../state/state.ts';
import { planOf, type Plan, type PlanState, type PlanStep } from './plan.ts';

const STATE_WORDS: Readonly<Record<PlanState, string>> = {
  proposed: 'waits for approval',
  running: 'is running',
  paused: 'is paused',
  stopped: 'has stopped at a step that failed',
  done: 'is complete',
  cancelled: 'was cancelled',
  undoing: 'is being undone',
  undo_stopped: 'has stopped while being undone',
  undone: 'was undone',
};

/** The plan of a document that has begun: `reduce` sees to that. */
export function givenPlan({ body }: DocumentState): Plan {
  const plan = planOf(body);
  if (plan === undefined) throw new TypeError('A plan has no body');
  return plan;
}

/** Why nothing can be done with a plan in its state. */
export function notPossible({ state }: Plan): Rejection<'plan.not_possible'> {
  return reject('plan.not_possible', `Not possible: the plan ${STATE_WORDS[state]}.`, '/state');
}

/** The operations that give a plan its next state, and the reason where there is one. */
export function stateOperations(plan: Plan, state: PlanState, reason?: string): Operation[] {
  const path = '/reason';
  const operations: Operation[] = plan.state === state ? [] : [{ op: 'replace', path: '/state', value: state }];
  if (reason !== undefined) operations.push({ op: plan.reason === undefined ? 'add' : 'replace', path, value: reason });
  else if (plan.reason !== undefined) operations.push({ op: 'remove', path });
  return operations;
}

/** The operations that change members of a step; undefined removes one. */
export function stepOperations(
  index: number,
  step: PlanStep,
  changes: { readonly [Name in keyof PlanStep]?: PlanStep[Name] | undefined },
): Operation[] {
  return Object.entries(changes).flatMap(([name, value]): Operation[] => {
    const path = joinPointer('', 'steps', String(index), name);
    const isThere = step[name as keyof PlanStep] !== undefined;
    if (value === undefined) return isThere ? [{ op: 'remove', path }] : [];
    return [{ op: isThere ? 'replace' : 'add', path, value }];
  });
}

/** The step at a position, or why it is not its turn. */
export function stepInTurn(
  plan: Plan,
  index: number,
  states: readonly PlanStep['state'][],
): PlanStep | Rejection<'plan.not_its_turn'> {
  const step = plan.steps[index];
  if (step !== undefined && states.includes(step.state)) return step;
  return reject(
    'plan.not_its_turn',
    `Step ${index + 1} is not the one that is due.`,
    joinPointer('', 'steps', String(index)),
  );
}
