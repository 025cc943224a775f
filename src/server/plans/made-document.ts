import { draftStream } from '#domain/commands';
import { indexStream, templateStream } from '#domain/document';
import { member } from '#domain/json';
import { taskOf, type Plan, type PlanStep } from '#domain/plan';
import { uuidOf } from '../console/calls.ts';
import type { ConsoleContext } from '../console/context.ts';
import { madeIndex, madeTemplate, namesOfCluster, type MadeFrom } from '../console/made-document.ts';

interface MakingStep {
  readonly plan: Plan;
  readonly step: PlanStep;
}

/**
 * The index or template that a step has made, with the logs that it was made from; null for a step that makes none,
 * and where that is gone.
 * @throws ClusterError, RequestError
 */
export async function madeByStep({ plan, step }: MakingStep, context: ConsoleContext): Promise<MadeFrom | null> {
  const task = taskOf(step);
  if (task.kind === 'promote_template') {
    const { kind, name, source } = task.input;
    // A template that was there before was not made from the source.
    if (source === undefined || member(step.before ?? {}, 'body') !== undefined) return null;
    const sources = await namesOfCluster(context.openCluster(source));
    const streams = sources.map((cluster) => templateStream({ kind, cluster, name }));
    return { ...(await madeTemplate(kind, context, name)), from: [streams] };
  }
  const made = indexOf(task, plan);
  if (made === null) return null;
  const sourceUuid = await uuidOf(context, made.source);
  const found = await madeIndex(context, made.name);
  if (found === null || typeof sourceUuid !== 'string') return null;
  const clusters = await namesOfCluster(context.cluster);
  const sources = clusters.map((cluster) => indexStream({ cluster, name: made.source, uuid: sourceUuid }));
  return { ...found, from: [sources, ...(made.draft === undefined ? [] : [[draftStream(made.draft)]])] };
}

function indexOf(task: ReturnType<typeof taskOf>, { kind, subject, draft }: Plan) {
  if (task.kind === 'resize') return { name: task.input.dest, source: task.input.source, draft: undefined };
  // A plan that makes an index otherwise replaces another one with it.
  if (task.kind !== 'create_index' || kind !== 'replace_index') return null;
  return { name: task.input.index, source: subject, draft };
}
