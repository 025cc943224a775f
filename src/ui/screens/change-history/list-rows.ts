import type { Change, ListedAction } from './change-reader.ts';
import { stateRows, type SaveRow } from './save-rows.ts';

/** A row of the history of everything. */
export interface ListRow {
  readonly row: SaveRow;
  /** Those of its changes that match, the newest first: its events, and the action that sent them. */
  readonly found: readonly [Change, ...Change[]];
  /** How many of them are shown. */
  readonly shownCount: number;
  /** Older events of it may be there that are not read. */
  readonly isPartial: boolean;
}

/**
 * The first `count` changes of those that match, in their order, as rows: the events of an object between two saves and
 * the action that sent them are one. `read` is everything that was read, the newest first, from which it is known what
 * belongs together. `isGrouped` is false for logs whose events are not sent anywhere. Cost: what was read.
 */
export function listRows(
  read: readonly Change[],
  matching: readonly Change[],
  count: number,
  isGrouped: (stream: string) => boolean,
): readonly ListRow[] {
  const { rowOf, partial } = rowsByChange(read, isGrouped);
  const rows = new Map<SaveRow, { found: [Change, ...Change[]]; shownCount: number }>();
  for (const [index, change] of matching.entries()) {
    const row = rowOf.get(change);
    if (row === undefined) continue;
    const isShown = index < count;
    const known = rows.get(row);
    if (known === undefined) {
      if (isShown) rows.set(row, { found: [change], shownCount: 1 });
      continue;
    }
    known.found.push(change);
    if (isShown) known.shownCount += 1;
  }
  return [...rows].map(([row, of]) => ({ row, ...of, isPartial: partial.has(row) }));
}

interface Grouped {
  readonly rowOf: ReadonlyMap<Change, SaveRow>;
  /** Rows that are the oldest of their log so far. */
  readonly partial: ReadonlySet<SaveRow>;
}

/** The row that each change is in; logs that were copied have events with the same ids. */
function rowsByChange(read: readonly Change[], isGrouped: (stream: string) => boolean): Grouped {
  const partial = new Set<SaveRow>();
  const actions = new Map<string, ListedAction>();
  const sentBy = new Map<string, SaveRow>();
  const sentFrom = new Map<string, ListedAction[]>();
  const logs = new Map<string, Change[]>();
  const put = <Value>(lists: Map<string, Value[]>, key: string, value: Value) => {
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [value]);
    else list.push(value);
  };
  for (const change of read) {
    const { action, stream } = change;
    if (action === undefined) put(logs, stream, change);
    else {
      actions.set(action.id, action);
      if (action.sent?.stream !== undefined) put(sentFrom, action.sent.stream, action);
    }
  }
  const rowOf = new Map<Change, SaveRow>();
  for (const [stream, newestFirst] of logs) {
    const events = newestFirst.toReversed();
    const sentWith = new Set([
      ...(sentFrom.get(stream) ?? []),
      ...events.flatMap(({ savedBy }) => (savedBy === undefined ? [] : (actions.get(savedBy) ?? []))),
    ]);
    const rows = isGrouped(stream)
      ? stateRows(events, [...sentWith].sort(newestIdFirst))
      : events.flatMap((event) => stateRows([event], [], () => false));
    for (const row of rows) {
      for (const event of row.events) rowOf.set(event, row);
      if (events[0] !== undefined && events[0].version > 1 && row.events.includes(events[0])) partial.add(row);
      if (row.action !== undefined) sentBy.set(row.action.id, row);
    }
  }
  for (const change of read) {
    const { action } = change;
    if (action !== undefined) rowOf.set(change, sentBy.get(action.id) ?? { kind: 'action', action, time: action.at });
  }
  return { rowOf, partial };
}

function newestIdFirst(one: ListedAction, other: ListedAction): number {
  return one.id < other.id ? 1 : -1;
}
