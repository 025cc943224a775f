import { isObject, member, objectMember } from '#domain/json';
import { proposeReplaceIndex, proposeResize, proposeRollover, type Plan, type Proposal } from '#domain/plan';
import { ClusterError } from '#domain/ports';
import { isRefused } from '../console/calls.ts';
import type { ConsoleContext } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import { exactIndex } from '../console/exact-names.ts';
import { target } from '../console/names.ts';
import { readOfIndex } from '../console/one-index.ts';
import type { PlanProposal } from '../console/plans.ts';
import { promotionProposal } from './promotion-proposal.ts';
import { readObject } from '../console/read-object.ts';
import { requireNoTemplateAliases } from './steps/create-index.ts';
import { requireFree } from './steps/index-facts.ts';
import { templateBody } from './steps/put-template.ts';
import { writeIndexOf } from './steps/rollover.ts';
import type { StepContext } from './steps/step-context.ts';

/**
 * The steps of a plan, after a look at the cluster; nothing is written.
 * @throws RequestError where there is no such plan to make
 */
export async function planProposal(
  { name, replaceIndex, rollover, resize, promotion }: PlanProposal,
  context: ConsoleContext,
): Promise<{ readonly kind: Plan['kind'] } & Exclude<Proposal, { problem: string }>> {
  if ([replaceIndex, rollover, resize, promotion].filter((part) => part !== undefined).length !== 1) {
    const reason = 'must have exactly one of replaceIndex, rollover, resize and promotion';
    throw new RequestError(400, `Invalid request: /body ${reason}.`, { issues: [{ at: '/body', reason }] });
  }
  if (promotion !== undefined) return { kind: 'promotion', ...(await promotionProposal(promotion, context)) };
  const reader = readerOf(context);
  if (rollover !== undefined) {
    const { template } = rollover;
    const rolled = target(name);
    const writeIndex = await writeIndexOf(rolled, reader);
    const body = template === undefined ? undefined : await templateBody(template, reader);
    return {
      kind: 'rollover',
      ...possible(proposeRollover({ target: rolled, template }, { writeIndex, template: body ?? null })),
    };
  }
  const index = await exactIndex(context, name);
  if (resize !== undefined) {
    const { settings } = await readOfIndex(context, index, ['_settings'], { flat_settings: true });
    const proposal = possible(proposeResize({ ...resize, index }, { settings: isObject(settings) ? settings : {} }));
    await requireFree(reader, resize.newIndex);
    return { kind: 'resize', ...proposal };
  }
  const found = await readOfIndex(context, index, []);
  const flat = await readOfIndex(context, index, ['_settings'], { flat_settings: true });
  const { engine, features } = await context.cluster.capabilities();
  const dataStream = member(found, 'data_stream');
  const { takesWrites = false, ...choices } = replaceIndex ?? { newIndex: '' };
  const proposal = possible(
    proposeReplaceIndex(
      { ...choices, index, takesWrites },
      {
        target: { ...engine },
        settings: objectMember(flat, 'settings') ?? {},
        mappings: objectMember(found, 'mappings') ?? {},
        aliases: objectMember(found, 'aliases') ?? {},
        reindex: features.reindex ?? { has: false },
        dataStream: typeof dataStream === 'string' ? dataStream : undefined,
      },
    ),
  );
  if (choices.pipeline !== undefined) await requirePipeline(choices.pipeline, reader);
  for (const made of [choices.newIndex, choices.cloneAs]) if (made !== undefined) await requireFree(reader, made);
  await requireNoTemplateAliases(choices.newIndex, reader);
  return { kind: 'replace_index', ...proposal };
}

/** @throws RequestError where the cluster has no ingest pipeline of that name; a role may not be allowed to read it */
async function requirePipeline(name: string, { read }: Pick<StepContext, 'read'>): Promise<void> {
  const missing = new RequestError(409, `The cluster has no ingest pipeline "${name}".`, { pipeline: name });
  try {
    const found = await read({ method: 'GET', path: ['_ingest', 'pipeline', name] });
    if (!Object.hasOwn(found, name)) throw missing;
  } catch (error) {
    if (isRefused(error)) throw missing;
    if (!(error instanceof ClusterError && error.fault === 'forbidden')) throw error;
  }
}

/** Reads as the steps do that look at the same things again. */
function readerOf({ cluster, signal }: ConsoleContext): Pick<StepContext, 'read'> {
  return { read: (call) => readObject(cluster.gateway, { ...call, isReading: true, signal }) };
}

function possible(proposal: Proposal): Exclude<Proposal, { problem: string }> {
  if ('problem' in proposal) throw new RequestError(409, proposal.problem);
  return proposal;
}
