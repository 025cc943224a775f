import { WRITE_BLOCK } from '../index-operations/index.ts';
import { isObject, member } from '../json/value.ts';
import { taskOf, type Plan } from './plan.ts';

/** What a plan leaves behind, beside its new index. */
interface PlanOutcome {
  /** A plan for a new index that swaps no alias: clients still reach the old index, under its own name. */
  readonly keepsIndex: boolean;
  /** Indices whose writes the plan has blocked and not allowed again. */
  readonly blocked: readonly string[];
}

/** What the steps that are done have left, also of a plan that was recorded by an earlier version. */
export function outcomeOf({ kind, steps }: Pick<Plan, 'kind' | 'steps'>): PlanOutcome {
  const blocked = new Set<string>();
  for (const step of steps) {
    if (step.state !== 'done') continue;
    const task = taskOf(step);
    switch (task.kind) {
      case 'block_writes':
        if (member(step.before ?? {}, 'wasBlocked') !== true) blocked.add(task.input.index);
        break;
      case 'resize': {
        const settings = member(task.input.body, 'settings');
        // A new index copies the block of its source unless its settings say otherwise.
        if (blocked.has(task.input.source) && !(isObject(settings) && settings[WRITE_BLOCK] === null))
          blocked.add(task.input.dest);
        break;
      }
      case 'update_settings':
        if (task.input.settings[WRITE_BLOCK] === null) blocked.delete(task.input.index);
        break;
      case 'update_aliases':
        for (const { remove_index: removed } of task.input.actions)
          for (const index of isObject(removed) ? Object.values(removed) : [])
            if (typeof index === 'string') blocked.delete(index);
        break;
      default:
    }
  }
  return {
    keepsIndex: kind === 'replace_index' && !steps.some((step) => step.kind === 'update_aliases'),
    blocked: [...blocked],
  };
}
