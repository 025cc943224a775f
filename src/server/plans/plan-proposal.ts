import { isObject, member, objectMember } from '#domain/json';
import { proposeReplaceIndex, proposeResize, proposeRollover, type Proposal } from '#domain/plan';
import type { ConsoleContext } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import { exactIndex } from '../console/exact-names.ts';
import { target } from '../console/names.ts';
import { readOfIndex } from '../console/one-index.ts';
import type { PlanProposal } from '../console/plans.ts';

/** The steps of a plan, after a look at the cluster; nothing is written. @throws RequestError where there is no such plan to make */
export async function planProposal(
  { name, replaceIndex, rollover, resize }: PlanProposal,
  context: ConsoleContext,
): Promise<{ readonly kind: 'replace_index' | 'rollover' | 'resize' } & Exclude<Proposal, { problem: string }>> {
  if ([replaceIndex, rollover, resize].filter((part) => part !== undefined).length !== 1) {
    const reason = 'must have exactly one of replaceIndex, rollover and resize';
    throw new RequestError(400, `Invalid request: /body ${reason}.`, { issues: [{ at: '/body', reason }] });
  }
  if (rollover !== undefined) {
    const { template } = rollover;
    return {
      kind: 'rollover',
      ...possible(
        proposeRollover({
          target: target(name),
          template,
        }),
      ),
    };
  }
  const index = await exactIndex(context, name);
  if (resize !== undefined) {
    const { settings } = await readOfIndex(context, index, ['_settings'], { flat_settings: true });
    return {
      kind: 'resize',
      ...possible(proposeResize({ ...resize, index }, { settings: isObject(settings) ? settings : {} })),
    };
  }
  const found = await readOfIndex(context, index, []);
  const flat = await readOfIndex(context, index, ['_settings'], { flat_settings: true });
  const { engine, features } = await context.cluster.capabilities();
  const dataStream = member(found, 'data_stream');
  const { takesWrites = false, ...choices } = replaceIndex ?? { newIndex: '' };
  return {
    kind: 'replace_index',
    ...possible(
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
    ),
  };
}

function possible(proposal: Proposal): Exclude<Proposal, { problem: string }> {
  if ('problem' in proposal) throw new RequestError(409, proposal.problem);
  return proposal;
}
