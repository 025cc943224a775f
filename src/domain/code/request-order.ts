import type { TargetEngine } from '../catalogue/engines.ts';
import { copyMember, copyObject, isObject, member, setMember, type JsonObject } from '../json/value.ts';
import {
  composableTargets,
  matchingTemplate,
  patternsOverlap,
  streamsOf,
  targetOfTemplate,
  templateConflicts,
  templateRefusals,
  templatesAfter,
  templatesUsing,
  type ClusterTemplates,
} from '../template/index.ts';
import type { TemplateAddress } from './kinds.ts';

/** A template as it is to be; null where it is to go. */
export interface Wanted extends TemplateAddress {
  readonly body: JsonObject | null;
}

/** One request, and what the cluster has to have under the name right before it. */
export interface OrderedWrite extends Wanted {
  /** Absent where there is none of the name. */
  readonly expects: JsonObject | undefined;
  /** What the template is written as for the time being, so that no other request is refused. */
  readonly isIntermediate?: true;
}

export interface RequestOrder {
  /** In the order in which they have to be sent; all that can be sent where some can’t. */
  readonly writes: readonly OrderedWrite[];
  /** What the engine would refuse in any order, and why. */
  readonly refused: readonly { readonly address: TemplateAddress; readonly reasons: readonly string[] }[];
  /** The templates of the cluster after all of them. */
  readonly after: ClusterTemplates;
}

/** A step that is still to be done. */
interface Pending extends Wanted {
  readonly hasIntermediate: boolean;
}

/**
 * The order in which an engine takes all of the writes: components before what uses them, deletions last. No index
 * pattern is without its template between two requests: a template gives up a pattern after another one has it. Where
 * two have to change places, one of them is written twice. Cost: a look at all templates for each write.
 */
export function orderRequests(
  wanted: readonly Wanted[],
  cluster: ClusterTemplates,
  target: TargetEngine,
): RequestOrder {
  let state = cluster;
  let pending: readonly Pending[] = [...wanted.filter(({ body }) => body !== null), ...deletionsOf(wanted)].map(
    (each) => ({ ...each, hasIntermediate: false }),
  );
  const writes: OrderedWrite[] = [];
  const send = (step: Wanted, intermediate?: JsonObject) => {
    const { kind, name } = step;
    const body = intermediate ?? step.body;
    const expects = bodiesOf(state, step).get(name);
    writes.push({ kind, name, body, expects, ...(intermediate !== undefined && { isIntermediate: true as const }) });
    state = stateAfter(state, { kind, name, body });
  };
  for (;;) {
    const left: Pending[] = [];
    pending.forEach((step, index) => {
      const others = [...left, ...pending.slice(index + 1)];
      if (isAwaited(step, others, state) || refusalsOf(step, state, target).length > 0) left.push(step);
      else send(step);
    });
    const hasMoved = left.length < pending.length;
    pending = left;
    if (pending.length === 0) return { writes, refused: [], after: state };
    if (hasMoved) continue;
    const next = pending
      .map((step) => ({ step, body: step.hasIntermediate ? null : intermediateOf(step, pending, state) }))
      .find(({ step, body }) => body !== null && refusalsOf({ ...step, body }, state, target).length === 0);
    if (next === undefined || next.body === null) break;
    send(next.step, next.body);
    pending = pending.map((step) => (step === next.step ? { ...step, hasIntermediate: true } : step));
  }
  const refused = pending.map((step) => ({ address: step, reasons: refusalsOf(step, state, target) }));
  const waiting = refused.some(({ reasons }) => reasons.length > 0) ? WAITS : NO_ORDER;
  return {
    writes,
    refused: refused.map(({ address, reasons }) => ({ address, reasons: reasons.length > 0 ? reasons : [waiting] })),
    after: state,
  };
}

const WAITS = 'It has to be sent after a change that is refused.';
const NO_ORDER =
  'In any order of the requests an index pattern would be without its template. Make the changes in two steps.';

/** Index templates before the components that they used. */
function deletionsOf(wanted: readonly Wanted[]): readonly Wanted[] {
  const deletions = wanted.filter(({ body }) => body === null);
  return [
    ...deletions.filter(({ kind }) => kind !== 'component_template'),
    ...deletions.filter(({ kind }) => kind === 'component_template'),
  ];
}

const MEMBER_OF = {
  index_template: 'indexTemplates',
  legacy_template: 'legacyTemplates',
  component_template: 'componentTemplates',
} as const;

export function bodiesOf(state: ClusterTemplates, { kind }: TemplateAddress): ReadonlyMap<string, JsonObject> {
  return state[MEMBER_OF[kind]];
}

function stateAfter(state: ClusterTemplates, { kind, name, body }: Wanted): ClusterTemplates {
  if (body !== null) return templatesAfter(state, { kind, name, body });
  const bodies = new Map(bodiesOf(state, { kind, name }));
  bodies.delete(name);
  return { ...state, [MEMBER_OF[kind]]: bodies };
}

function refusalsOf(step: Wanted, state: ClusterTemplates, target: TargetEngine): readonly string[] {
  const { kind, name, body } = step;
  if (body !== null) {
    const change = { kind, name, body };
    return [
      ...templateConflicts(change, state, target).flatMap(({ isRefused, text }) => (isRefused ? [text] : [])),
      ...templateRefusals(change, state.componentTemplates, target).map(({ path, reason }) => `${path}: ${reason}`),
    ];
  }
  if (kind === 'component_template') {
    const users = templatesUsing(name, state).map(([user]) => user);
    return users.length === 0 ? [] : [`It is used by index templates: ${users.join(', ')}.`];
  }
  const concerned = streamsOf([state.indexTemplates.get(name)], state);
  if (concerned.length === 0) return [];
  const { indexTemplates } = stateAfter(state, step);
  const [before, after] = [composableTargets(state.indexTemplates), composableTargets(indexTemplates)];
  const streams = concerned.filter(({ name: stream, hidden = false }) => {
    if (matchingTemplate(before, stream, hidden) !== name) return false;
    const next = matchingTemplate(after, stream, hidden);
    return next === undefined || !isObject(member(state.indexTemplates.get(next) ?? {}, 'data_stream'));
  });
  return streams.length === 0
    ? []
    : [
        `Data streams would no longer match a template that creates data streams: ${streams.map((each) => each.name).join(', ')}.`,
      ];
}

function patternsIn(body: JsonObject | null | undefined): readonly string[] {
  return body === null || body === undefined ? [] : targetOfTemplate('', body, 'priority').patterns;
}

/** The patterns that a step takes from its template. */
function lostPatterns({ kind, name, body }: Wanted, state: ClusterTemplates): readonly string[] {
  if (kind !== 'index_template') return [];
  const kept = patternsIn(body);
  return patternsIn(state.indexTemplates.get(name)).filter((pattern) => !kept.includes(pattern));
}

/** Whether a step takes a pattern away that another template is still to get. */
function isAwaited(step: Wanted, others: readonly Wanted[], state: ClusterTemplates): boolean {
  const lost = lostPatterns(step, state);
  if (lost.length === 0) return false;
  return others.some(({ kind, name, body }) => {
    if (kind !== 'index_template' || body === null) return false;
    const had = patternsIn(state.indexTemplates.get(name));
    const gained = patternsIn(body).filter((pattern) => !had.includes(pattern));
    return gained.some((pattern) => lost.some((each) => patternsOverlap(pattern, each)));
  });
}

/**
 * An index template as it can be meanwhile: with the patterns that it gives up later, and with a priority beside those
 * of its rivals. Null where neither is why it can’t be written.
 */
function intermediateOf(step: Pending, pending: readonly Pending[], state: ClusterTemplates): JsonObject | null {
  const { kind, name, body } = step;
  if (kind !== 'index_template' || body === null) return null;
  const lost = lostPatterns(step, state);
  const patterns = [...patternsIn(body), ...lost];
  const priority = freePriority(name, body, patterns, pending, state);
  if (priority === null || (priority === undefined && lost.length === 0)) return null;
  const intermediate = copyObject(body);
  if (lost.length > 0) setMember(intermediate, 'index_patterns', patterns);
  else copyMember(intermediate, 'index_patterns', body);
  if (priority !== undefined) setMember(intermediate, 'priority', priority);
  return intermediate;
}

/**
 * The priority next to the wanted one that no overlapping template has, so that which template wins is as it will be.
 * Undefined where the wanted one is free, null where there is none.
 */
function freePriority(
  name: string,
  body: JsonObject,
  patterns: readonly string[],
  pending: readonly Pending[],
  state: ClusterTemplates,
): number | null | undefined {
  const own = targetOfTemplate(name, body, 'priority');
  const overlapping = composableTargets(state.indexTemplates).filter(
    (other) =>
      other.name !== name && other.patterns.some((theirs) => patterns.some((ours) => patternsOverlap(ours, theirs))),
  );
  const rivals = overlapping.filter(({ priority }) => priority === own.priority);
  if (rivals.length === 0) return undefined;
  // A rival that stays as it is can’t be got around.
  const leaving = rivals.map((rival) =>
    pending.find((each) => each.kind === 'index_template' && each.name === rival.name),
  );
  if (leaving.includes(undefined)) return null;
  const goesDown = leaving.some(
    (rival) =>
      rival !== undefined &&
      rival.body !== null &&
      targetOfTemplate('', rival.body, 'priority').priority > own.priority,
  );
  const candidate = own.priority + (goesDown ? -1 : 1);
  const isTaken = candidate < 0 || overlapping.some(({ priority }) => priority === candidate);
  return isTaken ? null : candidate;
}
