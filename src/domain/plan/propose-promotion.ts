import { isSameTemplate, templateNameProblem, templateTargetProblem, templateType } from '../template/index.ts';
import { bundleOf, planMove, type MoveStep, type PresentTemplates } from '../template-move/index.ts';
import type { JsonObject } from '../json/value.ts';
import type { Proposal } from './propose-replace-index.ts';
import { promotedLabel, type PromotedKind } from './promote-template.ts';
import type { StepTask } from './step-kinds.ts';

/** Templates of one plan: each is a step, and a plan is read as a whole. */
export const MAX_PROMOTED = 500;

export interface PromotionChoices {
  /** In any order. */
  readonly templates: readonly PromotedTemplate[];
  /** Id of the cluster that they come from; absent for a file. */
  readonly from?: string | undefined;
}

export interface PromotedTemplate {
  readonly kind: PromotedKind;
  readonly name: string;
  readonly body: JsonObject;
  /** What the cluster had under the name when a person compared it; absent where it had nothing. */
  readonly seen?: JsonObject | undefined;
  /** It had this very template. */
  readonly isUnchanged?: true | undefined;
}

/** What the clusters have, and can do. */
export interface PromotionFacts {
  /** On the cluster that they go to. */
  readonly present: PresentTemplates;
  /** What the names of cloud-managed templates begin with there. */
  readonly cloudPrefixes: readonly string[];
  readonly takesTypes: boolean;
  /** The cluster that they come from, with what it has now; absent for a file. */
  readonly source?: { readonly label: string; readonly present: PresentTemplates } | undefined;
}

/** Said by the dialog and by the server, which both compare. */
export const CHANGED_SINCE_COMPARED = 'The templates on the cluster have changed since they were compared.';

/**
 * Templates for a cluster, one step each: component templates, then what is composed of them. What the cluster has
 * already is left out. Each step expects what was compared.
 */
export function proposePromotion({ templates, from }: PromotionChoices, facts: PromotionFacts): Proposal {
  const problem = problemOf(templates, facts);
  if (problem !== null) return { problem };
  const moves = planMove(bundleOf(templates), facts.present);
  const sent = moves.filter(({ action }) => action !== 'unchanged');
  const [first] = sent;
  if (first === undefined) return { problem: 'The cluster has all of these templates already.' };
  const steps = sent.map(({ kind, name, body, before }): StepTask => ({
    kind: 'promote_template',
    input: {
      kind,
      name,
      body,
      ...(before !== undefined && { expects: before }),
      ...(from !== undefined && { source: from }),
      ...(facts.takesTypes && { takesTypes: true }),
    },
  }));
  const what = sent.length === 1 ? first.name : `${sent.length.toLocaleString('en')} templates`;
  return {
    title: facts.source === undefined ? `Import ${what}` : `Promote ${what} from ${facts.source.label}`,
    subject: sent
      .map(({ name }) => name)
      .join(', ')
      .slice(0, MAX_SUBJECT),
    steps,
    notes: notesOf(templates, sent, moves, facts),
  };
}

/** Characters of the names that a list is searched by. */
const MAX_SUBJECT = 1_024;
function problemOf(templates: readonly PromotedTemplate[], facts: PromotionFacts): string | null {
  if (templates.length > MAX_PROMOTED)
    return `At most ${MAX_PROMOTED} templates fit into a plan, and these are ${templates.length.toLocaleString('en')}. Send them in parts.`;
  const known = new Set<string>();
  let hasChanged = false;
  for (const template of templates) {
    const { kind, name, body, seen, isUnchanged } = template;
    const key = `${kind}/${name}`;
    if (known.has(key)) return `${promotedLabel(template)} is there twice.`;
    known.add(key);
    const now = facts.present[kind].get(name);
    const expected = isUnchanged === true ? body : seen;
    hasChanged ||= !isSameOrAbsent(now, expected);
    const problem = (now === undefined ? templateNameProblem : templateTargetProblem)(name);
    if (problem !== null) return `Invalid name "${name}". ${problem}`;
    if (isUnchanged !== true && templateType(name, body, facts.cloudPrefixes) === 'cloudManaged')
      return cloudManagedProblem(template);
  }
  return hasChanged ? CHANGED_SINCE_COMPARED : null;
}

/** Why a template of this name is nobody's to write. */
export function cloudManagedProblem(template: Pick<PromotedTemplate, 'kind' | 'name'>): string {
  return `${promotedLabel(template)} is managed by the cloud provider and can’t be changed.`;
}

/** Whether two are the same as engines mean it; nothing is the same as nothing only. */
export function isSameOrAbsent(a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return isSameTemplate(a, b);
}

function notesOf(
  templates: readonly PromotedTemplate[],
  sent: readonly MoveStep[],
  moves: readonly MoveStep[],
  { source }: PromotionFacts,
): readonly string[] {
  const missing = moves.flatMap((move) => move.missing.map((name) => `${name} (used by ${move.name})`));
  const system = sent.filter(({ name, body }) => templateType(name, body, []) !== 'default').map(({ name }) => name);
  const differing = templates
    .filter(({ kind, name, body }) => source !== undefined && !isSameOrAbsent(source.present[kind].get(name), body))
    .map(({ name }) => name);
  return [
    'Component templates are sent first, then index templates, then legacy templates. The plan stops at the first failure. What was sent until then is kept.',
    'Each template is read again right before it is sent. If it is no longer what it was compared with, the plan stops.',
    ...(sent.some(({ action }) => action === 'update')
      ? [
          'Engines have no conditional update of templates. A change that somebody makes between that read and the update is overwritten.',
        ]
      : []),
    ...(missing.length > 0
      ? [`Component templates are missing: ${missing.join(', ')}. The cluster may refuse the templates that use them.`]
      : []),
    ...(system.length > 0
      ? [`Managed or system templates: ${system.join(', ')}. Their owner may overwrite the change.`]
      : []),
    ...(source !== undefined && differing.length > 0
      ? [`Changed on ${source.label} since they were read: ${differing.join(', ')}. What was read is sent.`]
      : []),
  ];
}
