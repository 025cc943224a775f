import { Link } from '@tanstack/react-router';
import { createColumnHelper, createSortedRowModel, rowSortingFeature, sortFn_basic, tableFeatures, useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, Copy, Cpu, Ellipsis, FolderOpen, Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { APP_BASE } from '../app/app-base.ts';
import { Chip } from '../kit/chip.tsx';
import { IconMenu } from '../kit/menu.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import type { ListedDraft } from './draft-list.ts';
import styles from './drafts-table.module.css';
import { DEFAULT_SORT, SORTABLE, type DraftsSearch, type SortColumn } from './drafts-search.ts';
import { engineTitle } from './target-engines.ts';
import { TimeAgo } from './time-ago.tsx';
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

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns: { basic: sortFn_basic } });
const helper = createColumnHelper<typeof features, DraftRow>();
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Words are compared as people read them: "logs 2" before "logs 10". */
const byWords = (read: (row: DraftRow) => string) => ({
  sortFn: (a: { original: DraftRow }, b: { original: DraftRow }) => collator.compare(read(a.original), read(b.original)),
});

const COLUMNS = helper.columns([
  helper.accessor(({ draft }) => draft.name, { id: 'name', header: 'Name', ...byWords(({ draft }) => draft.name) }),
  helper.accessor(({ draft }) => draft.kind, { id: 'kind', header: 'Kind', ...byWords(({ draft }) => draft.kind) }),
  helper.accessor(({ draft }) => engineTitle(draft.target), { id: 'target', header: 'Target engine', ...byWords(({ draft }) => engineTitle(draft.target)) }),
  helper.accessor(({ activity }) => activity?.changes, { id: 'changes', header: 'Changes', sortFn: 'basic', sortUndefined: 'last' }),
  helper.accessor(({ draft }) => draft.createdAt, { id: 'created', header: 'Created', sortFn: 'basic' }),
  helper.accessor(({ activity }) => activity?.changedAt, { id: 'changed', header: 'Changed', sortFn: 'basic', sortUndefined: 'last' }),
]);

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

/** The drafts as a table; sorting is said by the address. */
export function DraftsTable({ rows, search, onSort, now, actions }: DraftsTableProps) {
  const sort = search.sort ?? DEFAULT_SORT.sort;
  const order = search.order ?? (search.sort === undefined ? DEFAULT_SORT.order : 'asc');
  const sorting = useMemo(() => [{ id: sort, desc: order === 'desc' }], [sort, order]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: COLUMNS, data, state: { sorting }, enableSortingRemoval: false, getRowId: ({ draft }) => draft.id });
  const sortBy = (id: string) => {
    const column: SortColumn | undefined = SORTABLE.find((name) => name === id);
    if (column === undefined) return;
    const startsDescending = column === 'changed' || column === 'created' || column === 'changes';
    const next = column === sort ? (order === 'asc' ? 'desc' : 'asc') : startsDescending ? 'desc' : 'asc';
    onSort({ sort: column, order: next });
  };
  return (
    <table className={styles['table']}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map(({ id, column }) => {
              const isSorted = id === sort;
              const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
              return (
                <th key={id} scope="col" className={styles[id]} {...(isSorted && { 'aria-sort': order === 'asc' ? ('ascending' as const) : ('descending' as const) })}>
                  <button type="button" className={styles['sort']} onClick={() => sortBy(id)}>
                    {String(column.columnDef.header)}
                    <Arrow size={14} aria-hidden className={isSorted ? undefined : styles['unsorted']} />
                  </button>
                </th>
              );
            })}
            <th scope="col" className={styles['menu']}>
              <span className={styles['hidden']}>Actions</span>
            </th>
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map(({ id, original: { draft, activity } }) => (
          <tr key={id}>
            <th scope="row" className={styles['name']}>
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
            </th>
            <td className={styles['kind']}>
              <Chip>{draft.kind}</Chip>
            </td>
            <td className={styles['target']}>{engineTitle(draft.target)}</td>
            <td className={styles['changes']}>{activity ? activity.changes.toLocaleString('en') : <Skeleton width="24px" />}</td>
            <td className={styles['created']}>
              <TimeAgo at={draft.createdAt} now={now} />
            </td>
            <td className={styles['changed']}>
              {activity ? <TimeAgo at={activity.changedAt} now={now} /> : <Skeleton width="80px" />}
            </td>
            <td className={styles['menu']}>
              <IconMenu label={`Actions of ${draft.name}`} icon={Ellipsis} items={menuOf(draft, actions)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
