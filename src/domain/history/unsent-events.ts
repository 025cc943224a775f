import { clusterMappings, wantedAt } from '../document/live-document.ts';
import { isClusterAuthor } from '../events/cluster-author.ts';
import type { DocumentEvent } from '../events/event.ts';
import { FIRST_RULES } from '../events/rules.ts';
import { PatchTarget, valueAt, type Body } from '../json/patch.ts';
import { isWithin, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject, member } from '../json/value.ts';
import type { HistoryNode } from '../state/history-fold.ts';
import type { DocumentState } from '../state/state.ts';
import { effectsIn, tracedEvent, type Effect, type TracedEvent } from './effects.ts';
import { bodyAt, newestFirst } from './time-travel.ts';

/** Whether an event notes what a cluster has made of a save. By the first rules a template's summary alone tells. */
export function notesSave({
  type,
  summary,
  command,
  rules = FIRST_RULES,
}: Pick<DocumentEvent, 'type' | 'summary' | 'command' | 'rules'>): boolean {
  if (type !== 'mapping.followed' && type !== 'template.followed') return false;
  if (rules === FIRST_RULES) return type === 'template.followed' && summary.startsWith('Saved to cluster');
  return isObject(command.payload) && member(command.payload, 'sent') === true;
}

interface UnsentOptions {
  /** Places in the document whose changes are not sent, as those that a live index does not take. */
  readonly leftOut?: readonly Pointer[];
}

/**
 * The ids of the events that a request is made of which sends a document now, the oldest first: those of people since
 * the document and its cluster last agreed, or since it began, of which something is in what is sent. Cost: the values
 * in the patches of the events since then.
 */
export function unsentEvents(state: DocumentState, { leftOut = [] }: UnsentOptions = {}): readonly string[] {
  const effects = unsentEffects(state, state.history.tip, state.body);
  const isSent = (place: Pointer) => !leftOut.some((left) => isWithin(place, left));
  const ofClusters = new Set<string>();
  for (const { event } of newestFirst(state.history, state.history.version - effects.size))
    if (isClusterAuthor(event.author.id)) ofClusters.add(event.id);
  return Array.from(effects).flatMap(([id, effect]) =>
    !ofClusters.has(id) && effect.kind === 'stands' && effect.places.some(isSent) ? [id] : [],
  );
}

/**
 * The event that kept a change from being sent: between it and the next save, or the end of the log, that event undid
 * or overrode all of it. Null where something of it was left to be sent, or nothing of it was there to be overridden.
 * Cost: the events since the save before the change.
 */
export function supersededBy(state: DocumentState, version: number): HistoryNode | null {
  let end = state.history.tip;
  let changed = end;
  for (const node of newestFirst(state.history, version - 1)) {
    if (node.version > version && notesSave(node.event)) end = node.previous;
    changed = node;
  }
  if (end === null || changed === null || end.version < version) return null;
  const effect = unsentEffects(state, end, bodyAt(state, end.version)).get(changed.event.id);
  return effect?.kind === 'superseded' ? effect.by : null;
}

/**
 * Of some events, the newest first, those that still stand: without each event and its undo, which cancel each other.
 * Of one that was undone and redone the redo stands.
 */
export function standingEvents<Event extends Pick<DocumentEvent, 'id' | 'undoes'>>(
  events: readonly Event[],
): readonly Event[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const passed = new Set<string>();
  return events.filter((event) => {
    if (passed.has(event.id)) return false;
    const chain = undoChain(event, byId);
    for (const { id } of chain) passed.add(id);
    // An undo of an undo is a redo; an undo of a change that is none of these is a change.
    return chain.length % 2 === 1;
  });
}

/**
 * What is left of the events up to one of them, after which the document is `body`, since the document and its cluster
 * last agreed; against what the cluster was last seen to have, or, of a draft, what was there before. Cost: the values
 * in their patches, and those that they have moved.
 */
export function unsentEffects(state: DocumentState, last: HistoryNode | null, body: Body): ReadonlyMap<string, Effect> {
  const wanted = wantedAt(state);
  const target = new PatchTarget(body, { tracksTouched: false });
  const onCluster = wanted === null ? undefined : clusterMappings(body);
  const valueOnCluster = (at: Pointer) =>
    wanted !== null && isWithin(at, wanted) ? valueAt(onCluster, at.slice(wanted.length)) : undefined;
  const events: TracedEvent[] = [];
  for (let node = last; node !== null && !notesSave(node.event); node = node.previous) {
    // The first event of something live is what the cluster had.
    if (wanted !== null && (node.version === 1 || (mayAgree(node.event) && agrees(target.body, wanted)))) break;
    events.push(tracedEvent(node, { after: () => target.body, valueThere: valueOnCluster }));
    target.apply(node.event.inverse);
  }
  const from = wanted ?? '';
  const valueThere = wanted === null ? (at: Pointer) => valueAt(target.body, at) : valueOnCluster;
  return effectsIn(events.reverse(), {
    differs: (at) => isWithin(at, from) && !deepEqual(valueThere(at), valueAt(body, at)),
    has: (at) => !isWithin(at, from) || valueThere(at) !== undefined,
  });
}

/** Whether a document can be as its cluster has it after an event, so that it is worth a look. */
function mayAgree({ type, author }: DocumentEvent): boolean {
  return isClusterAuthor(author.id) || type === 'changes.discarded' || type === 'template.replaced';
}

function agrees(body: Body, wanted: Pointer): boolean {
  return deepEqual(valueAt(body, wanted), clusterMappings(body));
}

/** An event, what it undoes, what that undid and so on, as far as they are among those that are given. */
function undoChain<Event extends Pick<DocumentEvent, 'id' | 'undoes'>>(
  event: Event,
  byId: ReadonlyMap<string, Event>,
): readonly Event[] {
  const chain = [event];
  for (
    let undone = event.undoes === undefined ? undefined : byId.get(event.undoes);
    undone !== undefined;
    undone = undone.undoes === undefined ? undefined : byId.get(undone.undoes)
  )
    chain.push(undone);
  return chain;
}
