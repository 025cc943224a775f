import { clusterMappings, wantedAt } from '../document/live-document.ts';
import { isClusterAuthor } from '../events/cluster-author.ts';
import type { DocumentEvent } from '../events/event.ts';
import { FIRST_RULES } from '../events/rules.ts';
import { PatchTarget, valueAt, type Body } from '../json/patch.ts';
import { isWithin, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject, member } from '../json/value.ts';
import type { HistoryNode } from '../state/history-fold.ts';
import type { DocumentState } from '../state/state.ts';
import { newestFirst } from './time-travel.ts';
import { trackPointer } from './track-pointer.ts';

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
 * the document and its cluster last agreed, or since it began. An event and its undo cancel each other; of one that was
 * undone and redone the redo counts. Cost: the events since then.
 */
export function unsentEvents(state: DocumentState, { leftOut = [] }: UnsentOptions = {}): readonly string[] {
  const since = sinceAgreement(state);
  const places = new Map(since.map(({ event }, index) => [event, index]));
  return standingEvents([...places.keys()])
    .filter((event) => {
      if (isClusterAuthor(event.author.id)) return false;
      return leftOut.length === 0 || !isLeftOut(event, since.slice(0, places.get(event)), leftOut);
    })
    .map(({ id }) => id)
    .reverse();
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

/** The newest first. */
function sinceAgreement(state: DocumentState): readonly HistoryNode[] {
  const wanted = wantedAt(state);
  const target = new PatchTarget(state.body, { tracksTouched: false });
  const since: HistoryNode[] = [];
  for (const node of newestFirst(state.history)) {
    if (notesSave(node.event)) break;
    // The first event of something live is what the cluster had.
    if (wanted !== null && (node.version === 1 || (mayAgree(node.event) && agrees(target.body, wanted)))) break;
    since.push(node);
    target.apply(node.event.inverse);
  }
  return since;
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

/**
 * Whether all that an event changed is at places that are left out, as far as it is still there. `later` are the events
 * after it, the newest first.
 */
function isLeftOut(event: DocumentEvent, later: readonly HistoryNode[], leftOut: readonly Pointer[]): boolean {
  const after = later.map((node) => node.event).reverse();
  const places = event.patch.flatMap(({ path }) => trackPointer(path, after) ?? []);
  return places.length > 0 && places.every((place) => leftOut.some((left) => isWithin(place, left)));
}
