import type { Plan } from './plan-labels.ts';

export type PlanAction = 'approve' | 'resume' | 'cancel' | 'undo';

/** Whether a step of the plan was started and is not undone. */
export function hasBegun({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.some((step) => step.state !== 'pending' && step.state !== 'undone');
}

/** The actions on a plan in a state, the most likely one first; a plan that has begun can be undone. */
export function actionsFor(state: Plan['state'], isBegun: boolean): readonly PlanAction[] {
  const undo: readonly PlanAction[] = isBegun ? ['undo'] : [];
  switch (state) {
    case 'proposed':
      return ['approve', 'cancel'];
    case 'running':
      return ['cancel'];
    case 'paused':
    case 'stopped':
      return ['resume', 'cancel', ...undo];
    case 'done':
    case 'cancelled':
    case 'undo_stopped':
      return undo;
    case 'undoing':
    case 'undone':
      return [];
  }
}

/** Why a plan in a state can't be cancelled; undefined where it can. */
export function cancelRefusal(state: Plan['state']): string | undefined {
  if (actionsFor(state, false).includes('cancel')) return undefined;
  return state === 'undoing' ? 'It is being undone.' : 'It has ended.';
}

/** The task of a reindex; undefined while it has none. */
export function taskIn({ note = {} }: Plan['steps'][number]): string | undefined {
  const task = note['task'];
  return typeof task === 'string' ? task : undefined;
}

/** The task that ends with the plan where it is cancelled; undefined where none is known to run. */
export function reindexUnderWay({ steps }: Pick<Plan, 'steps'>): string | undefined {
  const step = steps.find(({ state }) => state === 'running' || state === 'unknown');
  return step?.kind === 'reindex' ? taskIn(step) : undefined;
}
