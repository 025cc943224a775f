import { Link } from '@tanstack/react-router';
import { Copy, Cpu, Ellipsis, FolderOpen, Pencil, Trash2 } from 'lucide-react';
import { APP_BASE } from '../../platform/app-base.ts';
import { Chip } from '../../kit/chip.tsx';
import { DataTable, type DataColumn } from '../../kit/data-table.tsx';
import { IconMenu } from '../../kit/menu.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import type { ListedDraft } from '../../platform/draft-list.ts';
import styles from './drafts-table.module.css';
import { DEFAULT_SORT, type DraftsSearch, type SortColumn } from './drafts-search.ts';
import { engineTitle } from '../../platform/target-engines.ts';
import { TimeAgo } from '../../files/time-ago.tsx';
import type { DraftActivity } from './use-draft-activity.ts';

/** What can be done with one draft. */
export interface DraftRowActions {
  readonly onOpen: (draft: ListedDraft) => void;
  readonly onRename: (draft: ListedDraft) => void;
  readonly onDuplicate: (draft: ListedDraft) => void;
  readonly onSetTarget: (draft: ListedDraft) => void;
  readonly onDelete: (draft: ListedDraft) => void;
}

/** A draft, and what its log says once it has been looked at. */
export interface DraftRow {
  readonly draft: ListedDraft;
  readonly activity: DraftActivity | undefined;
}

interface DraftsTableProps {
  readonly rows: readonly DraftRow[];
  readonly search: DraftsSearch;
  readonly onSort: (search: Required<DraftsSearch>) => void;
  readonly now: string;
  readonly actions: DraftRowActions;
}

function menuOf(draft: ListedDraft, { onOpen, onRename, onDuplicate, onSetTarget, onDelete }: DraftRowActions) {
  return [
    { id: 'open', label: 'Open', icon: FolderOpen, onAction: () => onOpen(draft) },
    { id: 'rename', label: 'Rename', icon: Pencil, onAction: () => onRename(draft) },
    { id: 'duplicate', label: 'Duplicate', icon: Copy, onAction: () => onDuplicate(draft) },
    { id: 'target', label: 'Set target engine', icon: Cpu, onAction: () => onSetTarget(draft) },
    'separator' as const,
    { id: 'delete', label: 'Delete', icon: Trash2, isDanger: true, onAction: () => onDelete(draft) },
  ];
}

const columnsOf = (now: string, actions: DraftRowActions): readonly DataColumn<DraftRow, SortColumn>[] => [
  {
    id: 'name',
    header: 'Name',
    sortBy: ({ draft }) => draft.name,
    cell: ({ draft, activity }) => (
      <>
        <Link to={`${APP_BASE}/drafts/$draftId`} params={{ draftId: draft.id }} className={styles['link']}>
          {draft.name}
        </Link>
        <span className={styles['under']}>
          {engineTitle(draft.target)}
          {activity && (
            <>
              {' · '}
              <TimeAgo at={activity.changedAt} now={now} />
            </>
          )}
        </span>
      </>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    className: styles['kind'],
    sortBy: ({ draft }) => draft.kind,
    cell: ({ draft }) => <Chip>{draft.kind}</Chip>,
  },
  {
    id: 'target',
    header: 'Target engine',
    className: styles['target'],
    sortBy: ({ draft }) => engineTitle(draft.target),
    cell: ({ draft }) => engineTitle(draft.target),
  },
  {
    id: 'changes',
    header: 'Changes',
    className: styles['changes'],
    isNumeric: true,
    firstOrder: 'desc',
    sortBy: ({ activity }) => activity?.changes,
    cell: ({ activity }) => (activity ? activity.changes.toLocaleString('en') : <Skeleton width="24px" />),
  },
  {
    id: 'created',
    header: 'Created',
    className: styles['created'],
    firstOrder: 'desc',
    sortBy: ({ draft }) => draft.createdAt,
    cell: ({ draft }) => <TimeAgo at={draft.createdAt} now={now} />,
  },
  {
    id: 'changed',
    header: 'Changed',
    className: styles['changed'],
    firstOrder: 'desc',
    sortBy: ({ activity }) => activity?.changedAt,
    cell: ({ activity }) => (activity ? <TimeAgo at={activity.changedAt} now={now} /> : <Skeleton width="80px" />),
  },
  {
    id: 'menu',
    header: 'Actions',
    className: styles['menu'],
    isActions: true,
    cell: ({ draft }) => <IconMenu label={`Actions of ${draft.name}`} icon={Ellipsis} items={menuOf(draft, actions)} />,
  },
];

/** The drafts as a table; sorting is said by the address. */
export function DraftsTable({ rows, search, onSort, now, actions }: DraftsTableProps) {
  const sort = search.sort ?? DEFAULT_SORT.sort;
  const order = search.order ?? (search.sort === undefined ? DEFAULT_SORT.order : 'asc');
  return (
    <DataTable
      columns={columnsOf(now, actions)}
      rows={rows}
      rowKey={({ draft }) => draft.id}
      sort={{ sort, order }}
      onSort={onSort}
    />
  );
}
