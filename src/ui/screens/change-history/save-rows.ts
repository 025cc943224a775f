import { standingEvents } from '#domain/history';
import type { Change, ListedAction } from './change-reader.ts';

/** Events of an object that belong together: those that one save sent, or those that are not sent. */
export interface StateRow {
  /**
   * `found`: what was there before the record; `outside`: a change that was found on the cluster; `saved`: what a save
   * sent; `unsent`: what a save would send now; `dropped`: what was discarded or undone before a save.
   */
  readonly kind: 'found' | 'outside' | 'saved' | 'unsent' | 'dropped';
  readonly stream: string;
  /** The newest first; of a save that was noted, its note is the first. */
  readonly events: readonly Change[];
  /** The version that it led to. */
  readonly version: number;
  readonly time: string;
  /** The action that sent the events, where it is known. */
  readonly action?: ListedAction;
}

/** An action on an object that sent no recorded change, or did not succeed. */
export interface ActionRow {
  readonly kind: 'action';
  readonly action: ListedAction;
  readonly time: string;
}

export type SaveRow = StateRow | ActionRow;

/** The first rules under which actions name the events that they are made of. */
const RULES_WITH_CHANGES = 2;

/**
 * Events of one object as rows, the newest first: what is not sent, and each save with the events that it sent. The
 * events are the oldest first; where older ones are not read, the oldest row lacks them. `actions` are the newest
 * first. `isUnsent` says whether a save would send something now, where more is known of it than the events say.
 */
export function stateRows(
  events: readonly Change[],
  actions: readonly ListedAction[],
  isUnsent: (left: readonly Change[]) => boolean = hasStanding,
): readonly StateRow[] {
  const rows: StateRow[] = [];
  const sentBy = new Map<string, ListedAction>();
  for (const action of actions)
    if (action.state === 'done') for (const id of action.sent?.ids ?? []) sentBy.set(id, action);
  let pending: Change[] = [];
  const put = (kind: StateRow['kind'], of: readonly Change[], action?: ListedAction) => {
    const last = of.at(-1);
    if (last === undefined) return;
    const { stream, version, time } = last;
    rows.push({ kind, stream, events: of.toReversed(), version, time, ...(action && { action }) });
  };
  /** Discarded changes are no part of the changes after them. */
  const putDiscarded = () => {
    const end = pending.findLastIndex(({ type }) => type === 'changes.discarded') + 1;
    put('dropped', pending.slice(0, end));
    pending = pending.slice(end);
  };
  for (const event of events) {
    if (event.role === 'found') put('found', [event]);
    else if (event.role === 'note') {
      putDiscarded();
      put('saved', [...pending, event], actionOfSave(event, pending, actions, sentBy));
      pending = [];
    } else if (event.role === 'outside') put('outside', [event]);
    else pending.push(event);
  }
  putDiscarded();
  // Without a note of its save, an event was sent by the action that names it.
  for (const action of new Set(pending.flatMap(({ id }) => sentBy.get(id) ?? [])))
    put(
      'saved',
      pending.filter(({ id }) => sentBy.get(id) === action),
      action,
    );
  const left = pending.filter(({ id }) => !sentBy.has(id));
  put(isUnsent(left) ? 'unsent' : 'dropped', left);
  return rows.toSorted((a, b) => b.version - a.version);
}

function hasStanding(left: readonly Change[]): boolean {
  return standingEvents(left.toReversed()).length > 0;
}

/** The action that a save was made with: as its note says, or else the one that sent the newest of its events. */
function actionOfSave(
  { savedBy }: Change,
  pending: readonly Change[],
  actions: readonly ListedAction[],
  sentBy: ReadonlyMap<string, ListedAction>,
): ListedAction | undefined {
  const noted = actions.find(({ id }) => id === savedBy);
  return noted ?? pending.toReversed().flatMap(({ id }) => sentBy.get(id) ?? [])[0];
}

/** What is not sent is first; all else is in the order of time, and the rows of a log in that of the log. */
export function withActions(states: readonly StateRow[], actions: readonly ListedAction[]): readonly SaveRow[] {
  const shown = new Set(states.map(({ action }) => action?.id));
  const all: SaveRow[] = states.filter(({ kind }) => kind === 'unsent');
  const saved = states.filter(({ kind }) => kind !== 'unsent');
  let at = 0;
  for (const action of actions) {
    if (shown.has(action.id)) continue;
    for (let next = saved[at]; next !== undefined && next.time > action.at; next = saved[++at]) all.push(next);
    all.push({ kind: 'action', action, time: action.at });
  }
  return [...all, ...saved.slice(at)];
}

/** Whether nothing tells if the events of a row reached the cluster: they are older than the record of that. */
export function isReachUnknown({ kind, events }: StateRow): boolean {
  return (kind === 'unsent' || kind === 'dropped') && events.every(({ rules }) => rules < RULES_WITH_CHANGES);
}

/** Whether an event was not part of the request of its row: it was undone before, or left out. */
export function isLeftOut({ kind, action }: StateRow, { id, role }: Change): boolean {
  const { ids, events = 0 } = action?.sent ?? {};
  if (kind !== 'saved' || role === 'note' || ids === undefined || ids.length < events) return false;
  return !ids.includes(id);
}

/** Of the events of a row, those that people made; all where nobody made any. */
export function madeIn(events: readonly Change[]): readonly Change[] {
  const made = events.filter(({ role }) => role !== 'note');
  return made.length === 0 ? events : made;
}

/** Identifies a row among those of all objects, also when older events of it are read. */
export function keyOfRow(row: SaveRow): string {
  if (row.kind === 'action') return row.action.id;
  return `${row.kind} ${row.kind === 'unsent' ? '' : row.version} ${row.stream}`;
}
