import { createContext, memo, use } from 'react';
import type { Index, IndexSortColumn, RowStatus } from '#domain/console';
import { Ellipsis } from '../../kit/icons/icons.ts';
import { IconMenu } from '../../kit/menu.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import type { IndexBadge } from '../../platform/extensions.ts';
import { CountCell, DataStreamCell, HealthCell, NameCell, SizeCell, StatusCell } from './index-cells.tsx';
import styles from './index-columns.module.css';
import { indexMenu, type IndexMenuContext } from './index-menu.tsx';

/** What the cells of the list show beside their rows. */
interface IndexCellContext {
  readonly badges: readonly IndexBadge[];
  readonly busy: ReadonlyMap<string, RowStatus>;
  /** Size of the largest index in the list, in bytes. */
  readonly largest: number;
  readonly onFilter: (expression: string) => void;
  readonly menu: IndexMenuContext;
}

export const IndexCells = createContext<IndexCellContext | null>(null);

function useIndexCells(): IndexCellContext {
  const context = use(IndexCells);
  if (context === null) throw new Error('The cells of the list of indices must be within <IndexCells>');
  return context;
}

const column = columnHelper<Index>();

const number = (id: IndexSortColumn & keyof Index, header: string, className: string | undefined) =>
  ({ id, header, meta: { className, isNumeric: true }, sortDescFirst: true }) as const;

/** The columns of the list of indices (console.md section 2). Rows come sorted: the domain knows sizes, and that descending is the reverse. */
export const INDEX_COLUMNS = column.columns([
  column.accessor(({ name }) => name, {
    id: 'name',
    header: 'Name',
    meta: { className: styles['name'] },
    cell: ({ row }) => <BadgedName index={row.original} />,
  }),
  column.accessor(({ health }) => health, {
    id: 'health',
    header: 'Health',
    meta: { className: styles['health'] },
    cell: ({ row }) => <HealthCell health={row.original.health} />,
  }),
  column.accessor(({ status }) => status, {
    id: 'status',
    header: 'Status',
    meta: { className: styles['status'] },
    cell: ({ row }) => <CurrentStatus index={row.original} />,
  }),
  column.accessor(({ primary }) => primary, {
    ...number('primary', 'Primaries', styles['primary']),
    cell: ({ row }) => <CountCell count={row.original.primary} />,
  }),
  column.accessor(({ replica }) => replica, {
    ...number('replica', 'Replicas', styles['replica']),
    cell: ({ row }) => <CountCell count={row.original.replica} />,
  }),
  column.accessor(({ documents }) => documents, {
    ...number('documents', 'Documents', styles['documents']),
    cell: ({ row }) => <CountCell count={row.original.documents} />,
  }),
  column.accessor(({ size }) => size, {
    ...number('size', 'Size', styles['size']),
    cell: ({ row }) => <ComparedSize index={row.original} />,
  }),
  column.accessor(({ primary_size }) => primary_size, {
    ...number('primary_size', 'Primary size', styles['primarySize']),
    cell: ({ row }) => <SizeCell size={row.original.primary_size} />,
  }),
  column.accessor(({ data_stream }) => data_stream, {
    id: 'data_stream',
    header: 'Data stream',
    meta: { className: styles['dataStream'] },
    cell: ({ row }) => <DataStreamCell name={row.original.data_stream} />,
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    meta: { className: styles['actions'], isActions: true },
    cell: ({ row }) => <ActionsCell index={row.original} />,
  }),
]);

function BadgedName({ index }: { readonly index: Index }) {
  const { badges, onFilter } = useIndexCells();
  return <NameCell index={index} badges={badges} onFilter={onFilter} />;
}

function CurrentStatus({ index: { name, status } }: { readonly index: Index }) {
  return <StatusCell status={status} rowStatus={useIndexCells().busy.get(name)} />;
}

function ComparedSize({ index }: { readonly index: Index }) {
  return <SizeCell size={index.size} largest={useIndexCells().largest} />;
}

function ActionsCell({ index }: { readonly index: Index }) {
  return <RowMenu index={index} menu={useIndexCells().menu} />;
}

/** The dearest cell of a row: kept while the row and what can be done with it are the same. */
const RowMenu = memo(function RowMenu({ index, menu }: { readonly index: Index; readonly menu: IndexMenuContext }) {
  return <IconMenu label={`Actions for ${index.name}`} icon={Ellipsis} items={indexMenu([index], menu)} />;
});
