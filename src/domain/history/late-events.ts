import type { History, HistoryNode } from '../state/history-fold.ts';
import { newestFirst } from './time-travel.ts';

/** By the newest event that they go up to. */
const known = new WeakMap<HistoryNode, readonly HistoryNode[]>();

/** What the author of an event had seen: all before it, unless it says otherwise. */
export function baseOf({ event, version }: HistoryNode): number {
  return event.base ?? version - 1;
}

/**
 * The events that were decided without their authors having seen all that stands before them, oldest first. Cost: the
 * events that are new since the last call.
 */
export function lateEvents(history: History): readonly HistoryNode[] {
  const found: HistoryNode[] = [];
  let before: readonly HistoryNode[] = [];
  for (const node of newestFirst(history)) {
    const late = known.get(node);
    if (late !== undefined) {
      before = late;
      break;
    }
    if (baseOf(node) < node.version - 1) found.push(node);
  }
  const all = found.length === 0 ? before : [...before, ...found.reverse()];
  if (history.tip !== null) known.set(history.tip, all);
  return all;
}
