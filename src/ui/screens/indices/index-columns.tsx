import { Ellipsis } from 'lucide-react';
import { memo } from 'react';
import type { Index, IndexSortColumn, RowStatus } from '#domain/console';
import type { IndexBadge } from '../../platform/extensions.ts';
import type { DataColumn } from '../../kit/data-table.tsx';
import { IconMenu } from '../../kit/menu.tsx';
import type { ChosenColumn } from './column-choice.ts';
import { CountCell, DataStreamCell, HealthCell, NameCell, SizeCell, StatusCell } from './index-cells.tsx';
import { indexMenu, type IndexMenuContext } from './index-menu.tsx';
import styles from './index-columns.module.css';

interface ColumnContext {
  readonly chosen: ReadonlySet<ChosenColumn>;
  readonly badges: readonly IndexBadge[];
  readonly busy: ReadonlyMap<string, RowStatus>;
  /** The size of the largest index in the list, in bytes. */
  readonly largest: number;
  readonly onFilter: (expression: string) => void;
  readonly menu: IndexMenuContext;
}

type Column = DataColumn<Index, IndexSortColumn>;

const NUMBER = { isNumeric: true, firstOrder: 'desc' } as const;

/** The columns of the list of indices (console.md section 2) that are shown. Rows come sorted: the domain knows sizes, and that descending is the reverse. */
export function indexColumns({ chosen, badges, busy, largest, onFilter, menu }: ColumnContext): readonly Column[] {
  const columns: readonly Column[] = [
    {
      sortBy: 'given',
      id: 'name',
      header: 'Name',
      className: styles['name'],
      cell: (index) => <NameCell index={index} badges={badges} onFilter={onFilter} />,
    },
    {
      sortBy: 'given',
      id: 'health',
      header: 'Health',
      className: styles['health'],
      cell: ({ health }) => <HealthCell health={health} />,
    },
    {
      sortBy: 'given',
      id: 'status',
      header: 'Status',
      className: styles['status'],
      cell: ({ name, status }) => <StatusCell status={status} rowStatus={busy.get(name)} />,
    },
    {
      sortBy: 'given',
      ...NUMBER,
      id: 'primary',
      header: 'Primaries',
      className: styles['primary'],
      cell: ({ primary }) => <CountCell count={primary} />,
    },
    {
      sortBy: 'given',
      ...NUMBER,
      id: 'replica',
      header: 'Replicas',
      className: styles['replica'],
      cell: ({ replica }) => <CountCell count={replica} />,
    },
    {
      sortBy: 'given',
      ...NUMBER,
      id: 'documents',
      header: 'Documents',
      className: styles['documents'],
      cell: ({ documents }) => <CountCell count={documents} />,
    },
    {
      sortBy: 'given',
      ...NUMBER,
      id: 'size',
      header: 'Size',
      className: styles['size'],
      cell: ({ size }) => <SizeCell size={size} largest={largest} />,
    },
    {
      sortBy: 'given',
      ...NUMBER,
      id: 'primary_size',
      header: 'Primary size',
      className: styles['primarySize'],
      cell: (index) => <SizeCell size={index.primary_size} />,
    },
    {
      sortBy: 'given',
      id: 'data_stream',
      header: 'Data stream',
      className: styles['dataStream'],
      cell: (index) => <DataStreamCell name={index.data_stream} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      isActions: true,
      className: styles['actions'],
      cell: (index) => <RowMenu index={index} menu={menu} />,
    },
  ];
  const isShown = ({ id }: Column) =>
    id === 'name' || id === 'status' || id === 'actions' || [...chosen].some((column) => column === id);
  return columns.filter(isShown);
}

/** The dearest cell of a row: kept while the row and what can be done with it are the same. */
const RowMenu = memo(function RowMenu({ index, menu }: { readonly index: Index; readonly menu: IndexMenuContext }) {
  return <IconMenu label={`Actions of ${index.name}`} icon={Ellipsis} items={indexMenu([index], menu)} />;
});
