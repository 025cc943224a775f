import type { PlantedBug } from '../planted-bug.ts';

/** Plans and how their steps are carried out. */
export const PLAN_BUGS: readonly PlantedBug[] = [
  {
    name: 'plan-undoes-what-is-done-only',
    loses: 'What a step that failed in the middle has made stays on the cluster after the plan was undone.',
    file: 'src/domain/plan/plan.ts',
    found: "return steps.findLastIndex(({ state }) => state !== 'pending' && state !== 'undone');",
    put: "return steps.findLastIndex(({ state }) => state === 'done');",
  },
  {
    name: 'plan-completes-though-cancelled',
    loses: 'A plan that was cancelled during its last step is said to be complete.',
    file: 'src/domain/plan/plan-complete-step.ts',
    found: "const isLast = index === plan.steps.length - 1 && plan.state === 'running';",
    put: 'const isLast = index === plan.steps.length - 1;',
  },
  {
    name: 'plan-begins-a-later-step',
    loses: 'A step can be begun before those that it needs.',
    file: 'src/domain/plan/plan-begin-step.ts',
    found: 'if (nextStep(plan) !== index)',
    put: 'if (nextStep(plan) > index)',
  },
  {
    name: 'plan-sends-an-unknown-step-again',
    loses: 'A step of which nobody knows whether it arrived is sent a second time without a look at the cluster.',
    file: 'src/server/plans/plan-runner.ts',
    found: "const wasBegun = step.state === 'running' || step.state === 'unknown';",
    put: "const wasBegun = step.state === 'running';",
  },
  {
    name: 'copy-skips-into-the-next-shard',
    loses: 'The first documents of every shard but the first are not copied.',
    file: 'src/server/plans/steps/copy.ts',
    found: '[shard, after] = [shard + 1, -1];',
    put: 'shard += 1;',
  },
  {
    name: 'compare-takes-too-many-documents',
    loses: 'An index that has documents which the old one has not takes its place.',
    file: 'src/server/plans/steps/compare.ts',
    found: "if (mustMatch && mayDiffer !== 'count' && here !== there)",
    put: "if (mustMatch && mayDiffer !== 'count' && here > there)",
  },
  {
    name: 'swap-is-taken-for-done',
    loses: 'A plan that was interrupted before its swap goes on as if all aliases were in place.',
    file: 'src/server/plans/steps/update-aliases.ts',
    found: 'if (!isDone) return false;',
    put: 'if (isDone) return true;',
  },
  {
    name: 'undo-deletes-another-index',
    loses: 'Undoing a plan deletes an index that somebody else has made again under its name.',
    file: 'src/server/plans/steps/create-index.ts',
    found: 'if (made !== undefined && made !== (await uuidOf(context, index)))',
    put: 'if (made === undefined && made !== (await uuidOf(context, index)))',
  },
  {
    name: 'replace-compares-while-written',
    loses: 'A plan for an index that takes no writes does not insist that the copy is the same.',
    file: 'src/domain/plan/propose-replace-index.ts',
    found: 'sample: SAMPLE, mustMatch: !takesWrites',
    put: 'sample: SAMPLE, mustMatch: takesWrites',
  },
  {
    name: 'replace-without-source',
    loses: 'A plan is proposed for an index without _source, whose documents can’t be copied.',
    file: 'src/domain/plan/propose-replace-index.ts',
    found: "objectMember(mappings, '_source') ?? {}, 'enabled')",
    put: "objectMember(mappings, '_source') ?? {}, 'enable')",
  },
];
