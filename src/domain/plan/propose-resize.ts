import { indexNameProblem } from '../console/index-names.ts';
import { REQUIRED_NODE, WRITE_BLOCK } from '../index-operations/index.ts';
import type { JsonObject } from '../json/value.ts';
import type { Proposal } from './propose-replace-index.ts';
import type { StepTask } from './step-kinds.ts';

export interface ResizeChoices {
  readonly method: 'clone' | 'shrink' | 'split';
  readonly index: string;
  readonly newIndex: string;
  /** Settings of the new index, such as its number of shards. */
  readonly settings?: JsonObject | undefined;
  /** For a shrink: the node that gets a copy of every shard first. */
  readonly node?: string | undefined;
  /** Whether the index takes writes again afterwards, where it did before. */
  readonly allowsWrites?: boolean | undefined;
}

/** What a cluster has of the index. */
export interface ResizeFacts {
  /** Flat. */
  readonly settings: JsonObject;
}

/**
 * A clone, shrink or split, with what the engine needs before: no writes, and for a shrink a copy of every shard on one
 * node.
 */
export function proposeResize(
  { method, index, newIndex, settings = {}, node, allowsWrites = false }: ResizeChoices,
  facts: ResizeFacts,
): Proposal {
  const problem = indexNameProblem(newIndex);
  if (problem !== null) return { problem: `Invalid name "${newIndex}". ${problem}` };
  if (newIndex === index) return { problem: 'The new index needs another name.' };
  const gathers = method === 'shrink' && node !== undefined;
  const block = facts.settings[WRITE_BLOCK];
  const isBlocked = block === true || block === 'true';
  const steps: StepTask[] = isBlocked ? [] : [{ kind: 'block_writes', input: { index } }];
  if (gathers)
    steps.push(
      {
        kind: 'update_settings',
        input: {
          index,
          settings: { [REQUIRED_NODE]: node },
          expects: { [REQUIRED_NODE]: facts.settings[REQUIRED_NODE] ?? null },
        },
      },
      { kind: 'wait_for_shards', input: { index, onNode: node } },
    );
  // What was set for the way there alone is not inherited.
  const body = { settings: { ...settings, [WRITE_BLOCK]: null, ...(gathers && { [REQUIRED_NODE]: null }) } };
  steps.push(
    { kind: 'resize', input: { method, source: index, dest: newIndex, body } },
    { kind: 'wait_for_shards', input: { index: newIndex } },
  );
  // The source stands as it stood before.
  const restored = {
    ...(gathers && { [REQUIRED_NODE]: facts.settings[REQUIRED_NODE] ?? null }),
    ...(!isBlocked && allowsWrites && { [WRITE_BLOCK]: null }),
  };
  if (Object.keys(restored).length > 0) {
    const left = { ...(gathers && { [REQUIRED_NODE]: node }), [WRITE_BLOCK]: 'true' };
    const expects = Object.fromEntries(Object.entries(left).filter(([name]) => Object.hasOwn(restored, name)));
    steps.push({ kind: 'update_settings', input: { index, settings: restored, expects } });
  }
  return {
    title: `${{ clone: 'Clone', shrink: 'Shrink', split: 'Split' }[method]} ${index} to ${newIndex}`,
    subject: index,
    steps,
    notes: isBlocked
      ? [`${index} is blocked for writes already, and stays so.`]
      : [
          allowsWrites
            ? `Writes to ${index} are refused from step 1 until the last step. Clients have to retry them.`
            : `Writes to ${index} are refused from step 1 on. The block stays until you remove it or undo the plan.`,
          'The new index has what was there when writes were blocked.',
        ],
  };
}
