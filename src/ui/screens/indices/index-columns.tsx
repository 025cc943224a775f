import { createContext, memo, use, type ComponentType } from 'react';
import type { Index, IndexSortColumn, RowStatus } from '#domain/console';
import { Ellipsis } from '../../kit/icons/icons.ts';
import { IconMenu } from '../../kit/menu.tsx';
import { columnHelper, type DataColumns } from '../../kit/use-data-table.ts';
import type { IndexBadge } from '../../platform/extensions.ts';
import {
  CountCell,
  CreatedCell,
  DataStreamCell,
  FieldsCell,
  type FactCellProps,
  HealthCell,
  NameCell,
  PhaseCell,
  PolicyCell,
  SizeCell,
  StatusCell,
  TemplateCell,
  TierCell,
} from './index-cells.tsx';
import styles from './index-columns.module.css';
import { indexMenu, type IndexMenuContext } from './index-menu.tsx';
import type { FactsByIndex } from './use-index-facts.ts';

/** What the cells of the list need besides their rows. */
interface IndexCellContext {
  readonly badges: readonly IndexBadge[];
  readonly busy: ReadonlyMap<string, RowStatus>;
  /** Size of the largest index in the list, in bytes. */
  readonly largest: number;
  readonly facts: FactsByIndex;
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

/**
 * The columns of the list of indices. Rows are already sorted: the domain compares sizes, and
 * descending order is the reverse.
 */
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
  // What these show is in the context, and so is their order in the list.
  column.accessor(({ name }) => name, {
    id: 'created',
    header: 'Created',
    meta: { className: styles['created'] },
    sortDescFirst: true,
    cell: ({ row }) => <Fact index={row.original} cell={CreatedCell} />,
  }),
  column.accessor(({ ilmPolicyName }) => ilmPolicyName, {
    id: 'policy',
    header: 'Lifecycle policy',
    meta: { className: styles['policy'] },
    cell: ({ row }) => <Fact index={row.original} cell={PolicyCell} />,
  }),
  column.accessor(({ name }) => name, {
    id: 'phase',
    header: 'Phase',
    meta: { className: styles['phase'] },
    cell: ({ row }) => <Fact index={row.original} cell={PhaseCell} />,
  }),
  column.accessor(({ name }) => name, {
    id: 'tier',
    header: 'Data tier',
    meta: { className: styles['tier'] },
    cell: ({ row }) => <Fact index={row.original} cell={TierCell} />,
  }),
  column.accessor(({ name }) => name, {
    id: 'template',
    header: () => <span title="The index template that would match the name today">Template today</span>,
    meta: { className: styles['template'], isName: true },
    cell: ({ row }) => <Fact index={row.original} cell={TemplateCell} />,
  }),
  column.accessor(({ name }) => name, {
    id: 'fields',
    header: () => <span title="Can be sorted by where all indices are on one page">Fields / limit</span>,
    meta: { className: styles['fields'], isNumeric: true },
    enableSorting: false,
    cell: ({ row }) => <Fact index={row.original} cell={FieldsCell} />,
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    meta: { className: styles['actions'], isActions: true },
    cell: ({ row }) => <ActionsCell index={row.original} />,
  }),
]);

/** The same columns where the fields of all indices are known. */
export const INDEX_COLUMNS_BY_FIELDS: DataColumns<Index> = INDEX_COLUMNS.map((each) =>
  each.id === 'fields' ? { ...each, header: 'Fields / limit', enableSorting: true, sortDescFirst: true } : each,
);

function Fact({ index, cell: Cell }: { readonly index: Index; readonly cell: ComponentType<FactCellProps> }) {
  return <Cell index={index} facts={useIndexCells().facts.get(index.name)} />;
}

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

/** The most expensive cell of a row: memoized while the row and its actions are the same. */
const RowMenu = memo(function RowMenu({ index, menu }: { readonly index: Index; readonly menu: IndexMenuContext }) {
  return <IconMenu label={`Actions for ${index.name}`} icon={Ellipsis} items={indexMenu([index], menu)} />;
});
