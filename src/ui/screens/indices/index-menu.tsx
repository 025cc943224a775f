import {
  actionTitle,
  INDEX_ACTION_IDS,
  INDEX_ACTIONS,
  indicesFor,
  statusLabel,
  type Feature,
  type Index,
  type IndexActionEntry,
  type IndexActionId,
  type RowStatus,
} from '#domain/console';
import { routeCall } from '#domain/wire';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import {
  ChartNoAxesColumn,
  Copy,
  Database,
  Eraser,
  History,
  ListChecks,
  ListTree,
  PencilLine,
  RotateCw,
  Save,
  Trash2,
  type Icon,
} from '../../kit/icons/icons.ts';
import { DoorClosed, DoorOpen, FileCog, Flame, Merge, Snowflake } from '../../kit/icons/screen-icons.ts';
import type { IndexAction } from '../../platform/extensions.ts';
import type { MenuEntry } from '../../kit/menu.tsx';

const ICONS: Readonly<Record<IndexActionId, Icon>> = {
  close: DoorClosed,
  open: DoorOpen,
  force_merge: Merge,
  refresh: RotateCw,
  clear_cache: Eraser,
  flush: Save,
  freeze: Snowflake,
  unfreeze: Flame,
  delete: Trash2,
};

/** The tabs of an index that a menu links to. */
export type IndexTab = 'mapping' | 'stats' | 'edit_settings' | 'history';

/** The data and callbacks of a menu about indices. */
export interface IndexMenuContext {
  readonly busy: ReadonlyMap<string, RowStatus>;
  readonly isReadOnly: boolean;
  readonly has: (feature: Feature) => boolean;
  readonly extensions: readonly IndexAction[];
  readonly onAction: (action: IndexActionEntry, indices: readonly Index[]) => void;
  readonly onExtension: (action: IndexAction, indices: readonly Index[]) => void;
  readonly onTab: (index: Index, tab: IndexTab) => void;
  readonly onEditMapping: (index: Index) => void;
  /** Opens the form for a plan that replaces the index. */
  readonly onReplace: (index: Index) => void;
  /** Opens what the fields of the indices take up together. */
  readonly onFields: (indices: readonly Index[]) => void;
  readonly onCopyNames: (indices: readonly Index[]) => void;
}

/**
 * The actions on some indices. An action that has no effect on any of them is left out; one that has to wait is listed,
 * with the reason.
 */
export function indexMenu(indices: readonly Index[], context: IndexMenuContext): readonly (MenuEntry | 'separator')[] {
  const [only] = indices;
  const isOne = indices.length === 1;
  const look: readonly MenuEntry[] =
    isOne && only !== undefined
      ? looking(only, context)
      : [{ id: 'fields', label: 'Show fields', icon: ListTree, onAction: () => context.onFields(indices) }];
  const actions = INDEX_ACTION_IDS.flatMap((id) => actionEntry(INDEX_ACTIONS[id], indices, context));
  const added = context.extensions
    .filter(({ isAvailable }) => isAvailable(indices))
    .map((action) => extensionEntry(action, indices, context));
  const copy: MenuEntry = {
    id: 'copy',
    label: isOne ? 'Copy name' : 'Copy names',
    icon: Copy,
    onAction: () => context.onCopyNames(indices),
  };
  return [
    ...look,
    copy,
    'separator',
    ...actions.filter(({ isDanger }) => isDanger !== true),
    ...added,
    'separator',
    ...actions.filter(({ isDanger }) => isDanger === true),
  ];
}

function looking(index: Index, { onTab, onEditMapping, onReplace }: IndexMenuContext): readonly MenuEntry[] {
  return [
    { id: 'mapping', label: 'Show mapping', icon: Database, onAction: () => onTab(index, 'mapping') },
    { id: 'edit_mapping', label: 'Edit mapping', icon: PencilLine, onAction: () => onEditMapping(index) },
    { id: 'stats', label: 'Show stats', icon: ChartNoAxesColumn, onAction: () => onTab(index, 'stats') },
    { id: 'settings', label: 'Edit settings', icon: FileCog, onAction: () => onTab(index, 'edit_settings') },
    { id: 'history', label: 'History', icon: History, onAction: () => onTab(index, 'history') },
    // A backing index belongs to its data stream, which is rolled over instead.
    ...(index.data_stream === undefined
      ? [{ id: 'replace', label: 'Replace index', icon: ListChecks, onAction: () => onReplace(index) }]
      : []),
  ];
}

function actionEntry(
  action: IndexActionEntry,
  indices: readonly Index[],
  { busy, isReadOnly, has, onAction }: IndexMenuContext,
): readonly MenuEntry[] {
  if (action.needs !== undefined && !has(action.needs)) return [];
  const fitting = indicesFor(action, indices);
  if (fitting.length === 0) return [];
  const ready = indicesFor(action, indices, busy);
  const refusal =
    isReadOnly && routeCall(action.route).writes
      ? READ_ONLY_REASON
      : ready.length === 0
        ? waiting(fitting, busy)
        : null;
  const label = actionTitle(action, (ready.length === 0 ? fitting : ready).length);
  return [
    {
      id: action.id,
      label,
      icon: ICONS[action.id],
      isDanger: action.loses !== undefined,
      ...(refusal !== null && { isDisabled: true, description: refusal }),
      onAction: () => onAction(action, ready),
    },
  ];
}

function waiting([first]: readonly Index[], busy: ReadonlyMap<string, RowStatus>): string {
  const status = first && busy.get(first.name);
  return `Another action is running: ${statusLabel(undefined, status)}`;
}

function extensionEntry(
  action: IndexAction,
  indices: readonly Index[],
  { isReadOnly, onExtension }: IndexMenuContext,
): MenuEntry {
  return {
    id: `extension.${action.id}`,
    label: action.label(indices),
    ...(action.icon && { icon: action.icon }),
    isDanger: action.isDanger === true,
    ...(isReadOnly && { isDisabled: true, description: READ_ONLY_REASON }),
    onAction: () => onExtension(action, indices),
  };
}
