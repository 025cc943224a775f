import type { StepKind } from '#domain/plan';
import { compare } from './compare.ts';
import { copy } from './copy.ts';
import { createIndex } from './create-index.ts';
import { blockWrites, updateSettings } from './index-settings.ts';
import { promoteTemplate } from './promote-template.ts';
import { putTemplate } from './put-template.ts';
import { reindex } from './reindex.ts';
import { resize, waitForShards } from './resize.ts';
import { rollover } from './rollover.ts';
import type { StepExecutor } from './step-context.ts';
import { updateAliases } from './update-aliases.ts';

/** How each kind of step is carried out. */
const EXECUTORS: { readonly [Kind in StepKind]: StepExecutor<Kind> } = {
  create_index: createIndex,
  block_writes: blockWrites,
  update_settings: updateSettings,
  reindex,
  copy,
  compare,
  resize,
  wait_for_shards: waitForShards,
  update_aliases: updateAliases,
  put_template: putTemplate,
  rollover,
  promote_template: promoteTemplate,
};

export function executorOf(kind: StepKind): StepExecutor {
  // A step's input is that of its kind: `plan.propose` has seen to it.
  return EXECUTORS[kind];
}
