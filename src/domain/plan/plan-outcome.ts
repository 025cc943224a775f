import { WRITE_BLOCK } from '../index-operations/index.ts';
import { isObject, member, type JsonObject } from '../json/value.ts';
import { taskOf, type Plan } from './plan.ts';

/** What a plan leaves behind, beside its new index. */
interface PlanOutcome {
  /** A plan for a new index that swaps no alias: clients still reach the old index, under its own name. */
  readonly keepsIndex: boolean;
  /** Indices whose writes the plan has blocked and not allowed again. */
  readonly blocked: readonly string[];
  /** Settings that an index which the plan has created does not have yet; null is the default. */
  readonly unset: readonly { readonly index: string; readonly settings: JsonObject }[];
}

/** What the steps that are done have left, also of a plan that was recorded by an earlier version. */
export function outcomeOf({ kind, steps }: Pick<Plan, 'kind' | 'steps'>): PlanOutcome {
  const blocked = new Set<string>();
  const made = steps.filter(({ kind: each, state }) => each === 'create_index' && state === 'done');
  const created = new Set(made.flatMap(({ creates }) => creates));
  const unset: PlanOutcome['unset'][number][] = [];
  for (const step of steps) {
    const { kind: each, input } = taskOf(step);
    if (each === 'update_settings' && step.state !== 'done' && created.has(input.index))
      unset.push({ index: input.index, settings: input.settings });
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
    unset,
  };
}
