import type { Feature } from './cluster-entities.ts';
import type { Index } from './index-entities.ts';
import { isSystemIndex } from './index-rules.ts';
import type { RowStatus } from './index-status.ts';

export const INDEX_ACTION_IDS = [
  'close',
  'open',
  'force_merge',
  'refresh',
  'clear_cache',
  'flush',
  'freeze',
  'unfreeze',
  'delete',
] as const;
export type IndexActionId = (typeof INDEX_ACTION_IDS)[number];

/** What is known of an action on indices; its words take a count: `Close 3 indices`. */
export interface IndexActionEntry {
  readonly id: IndexActionId;
  readonly route: `indices.${Exclude<IndexActionId, 'force_merge'>}` | 'indices.forcemerge';
  /** What stands before "3 indices". */
  readonly verb: string;
  /** What stands behind "3 indices were": `closed`. */
  readonly done: string;
  /** What its rows show while it runs. */
  readonly rowStatus: RowStatus;
  /** Whether it does anything to an index. */
  readonly appliesTo: (index: Index) => boolean;
  /** What it takes from whoever uses the index; such an action asks first. */
  readonly loses?: 'service' | 'data';
  /** What the cluster must have for it. */
  readonly needs?: Feature;
  /** It may take hours. */
  readonly isLong?: boolean;
}

const isOpen = ({ status }: Index) => status !== 'close';

/** Every action on indices, in the order of the menu. */
export const INDEX_ACTIONS: Readonly<Record<IndexActionId, IndexActionEntry>> = {
  close: {
    id: 'close',
    route: 'indices.close',
    verb: 'Close',
    done: 'closed',
    rowStatus: 'closing',
    appliesTo: isOpen,
    loses: 'service',
  },
  open: {
    id: 'open',
    route: 'indices.open',
    verb: 'Open',
    done: 'opened',
    rowStatus: 'opening',
    appliesTo: (index) => !isOpen(index),
  },
  force_merge: {
    id: 'force_merge',
    route: 'indices.forcemerge',
    verb: 'Force merge',
    done: 'merged',
    rowStatus: 'forcemerging',
    appliesTo: isOpen,
    isLong: true,
  },
  refresh: {
    id: 'refresh',
    route: 'indices.refresh',
    verb: 'Refresh',
    done: 'refreshed',
    rowStatus: 'refreshing',
    appliesTo: isOpen,
  },
  clear_cache: {
    id: 'clear_cache',
    route: 'indices.clear_cache',
    verb: 'Clear cache of',
    done: 'cleared of their cache',
    rowStatus: 'clearing cache',
    appliesTo: isOpen,
  },
  flush: {
    id: 'flush',
    route: 'indices.flush',
    verb: 'Flush',
    done: 'flushed',
    rowStatus: 'flushing',
    appliesTo: isOpen,
  },
  freeze: {
    id: 'freeze',
    route: 'indices.freeze',
    verb: 'Freeze',
    done: 'frozen',
    rowStatus: 'freezing',
    appliesTo: (index) => isOpen(index) && index.isFrozen !== true,
    needs: 'freeze',
  },
  unfreeze: {
    id: 'unfreeze',
    route: 'indices.unfreeze',
    verb: 'Unfreeze',
    done: 'unfrozen',
    rowStatus: 'unfreezing',
    appliesTo: ({ isFrozen }) => isFrozen === true,
    needs: 'freeze',
  },
  delete: {
    id: 'delete',
    route: 'indices.delete',
    verb: 'Delete',
    done: 'deleted',
    rowStatus: 'deleting',
    appliesTo: () => true,
    loses: 'data',
  },
};

/** Statuses of actions that may take hours: no other action waits for them. */
const LONG_STATUSES: ReadonlySet<RowStatus> = new Set(
  Object.values(INDEX_ACTIONS).flatMap(({ isLong, rowStatus }) => (isLong === true ? [rowStatus] : [])),
);

/** Whether an action has to wait for what is being done with an index; undefined where that is nothing. */
export function mustWait({ rowStatus }: IndexActionEntry, busy: RowStatus | undefined): boolean {
  return busy !== undefined && (busy === rowStatus || !LONG_STATUSES.has(busy));
}

/** The indices of a selection that an action is for; those that it would have to wait for are left alone. */
export function indicesFor(
  action: IndexActionEntry,
  selection: readonly Index[],
  busy: ReadonlyMap<string, RowStatus> = new Map(),
): readonly Index[] {
  return selection.filter((index) => action.appliesTo(index) && !mustWait(action, busy.get(index.name)));
}

/** `1 index`, `3 indices`. */
export function indexCount(count: number): string {
  return count === 1 ? '1 index' : `${count.toLocaleString('en')} indices`;
}

/** What the menu calls it: `Close 3 indices`, for one of them `Close index`. */
export function actionTitle({ verb }: IndexActionEntry, count: number): string {
  return count === 1 ? `${verb} index` : `${verb} ${indexCount(count)}`;
}

/** What has to be typed before an action that loses service or data touches system indices; null where nothing has. */
export function phraseToType(action: IndexActionEntry, indices: readonly Index[]): string | null {
  if (action.loses === undefined) return null;
  const system = indices.filter(isSystemIndex);
  const [first] = system;
  if (first === undefined) return null;
  return system.length === 1 ? first.name : `${action.verb.toLowerCase()} ${system.length} system indices`;
}
