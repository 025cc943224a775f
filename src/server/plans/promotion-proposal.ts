import type { Feature } from '#domain/console';
import { CHANGED_SINCE_COMPARED, proposePromotion, type PromotedKind, type Proposal } from '#domain/plan';
import { ClusterError } from '#domain/ports';
import { presentTemplates, unreadTemplates, type PresentTemplates } from '#domain/template-move';
import { hasFeature, requireFeature } from '../console/calls.ts';
import { componentTemplates } from '../console/component-templates.ts';
import type { ConsoleContext } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import { cloudPrefixes, indexTemplates } from '../console/index-templates.ts';
import type { PlanProposal } from '../console/plans.ts';

const FEATURES: Readonly<Record<PromotedKind, Feature>> = {
  component_template: 'component_templates',
  index_template: 'index_templates',
  legacy_template: 'legacy_templates',
};

/**
 * The steps that write templates of a file or of another cluster to the cluster of the context, after a look at both.
 * @throws RequestError where that can't be done, or is not what was compared
 */
export async function promotionProposal(
  { from, templates }: NonNullable<PlanProposal['promotion']>,
  context: ConsoleContext,
): Promise<Exclude<Proposal, { problem: string }>> {
  const kinds = [...new Set(templates.map((template) => template.kind))];
  for (const kind of kinds) await requireFeature(context, FEATURES[kind]);
  const source = from === undefined ? undefined : context.openCluster(from);
  const [present, prefixes, takesTypes, sourcePresent] = await Promise.all([
    readPresent(context, kinds),
    cloudPrefixes(context),
    hasFeature(context, 'include_type_name'),
    source && templatesOfSource({ ...context, cluster: source }, kinds),
  ]);
  const proposal = proposePromotion(
    { templates, from },
    {
      present,
      cloudPrefixes: prefixes,
      takesTypes,
      source: source && sourcePresent && { label: source.entry.label, present: sourcePresent },
    },
  );
  if (!('problem' in proposal)) return proposal;
  // Whoever compares again can go on.
  const isChanged = proposal.problem === CHANGED_SINCE_COMPARED;
  throw new RequestError(409, proposal.problem, isChanged ? { code: 'templates.changed' } : undefined);
}

/**
 * @throws RequestError where the source can't be read: its own error would be taken for one of the cluster that is
 * written to
 */
async function templatesOfSource(context: ConsoleContext, kinds: readonly PromotedKind[]): Promise<PresentTemplates> {
  try {
    return await readPresent(context, kinds);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    throw new RequestError(424, `The templates on ${context.cluster.entry.label} can’t be read: ${error.message}`);
  }
}

/** @throws RequestError where one of these kinds can't be read: its templates would count as absent */
async function readPresent(context: ConsoleContext, kinds: readonly PromotedKind[]): Promise<PresentTemplates> {
  const [templates, components] = await Promise.all([
    indexTemplates['index_templates.list']({}, context),
    componentTemplates['component_templates.list']({}, context),
  ]);
  const unread = unreadTemplates(templates, kinds);
  if (unread !== null) throw new RequestError(424, `Nothing was planned on ${context.cluster.entry.label}. ${unread}`);
  return presentTemplates(templates, components);
}
