import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import hidden from './visually-hidden.module.css';

/** What a list is sorted by. */
export interface TableSort<Id extends string = string> {
  readonly sort: Id;
  readonly order: 'asc' | 'desc';
}

interface ColumnFace<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Of its cells and its heading: its width, and where it is not shown. */
  readonly className?: string | undefined;
  /** Right-aligned, with figures of one width. */
  readonly isNumeric?: boolean;
  /** A column of buttons, whose heading would only be noise to those who see it. */
  readonly isActions?: boolean;
}

interface SortableColumn<Row, Id extends string> extends ColumnFace<Row> {
  readonly id: Id;
  /**
   * What its rows are sorted by. Words are compared as people read them, "logs 2" before "logs 10"; rows without a value stand last either way.
   * `given`: the rows come in this order already.
   */
  readonly sortBy: ((row: Row) => string | number | undefined) | 'given';
  /** How the first press of the heading sorts; ascending where it is not said. */
  readonly firstOrder?: TableSort['order'];
}

interface PlainColumn<Row> extends ColumnFace<Row> {
  readonly id: string;
  readonly sortBy?: undefined;
}

/** A column of a {@link DataTable}; `Id` are those that it can be sorted by. */
export type DataColumn<Row, Id extends string = string> = SortableColumn<Row, Id> | PlainColumn<Row>;

/** Which rows are ticked, by their key; rows on other pages stay ticked. */
interface TableSelection<Row> {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** The row in words: "Select logs". */
  readonly labelOf: (row: Row) => string;
  /** Why a row can't be ticked. */
  readonly refusalOf?: (row: Row) => string | undefined;
}

interface DataTableProps<Row, Id extends string> {
  /** The name of the table for screen readers, where the screen's heading does not say it. */
  readonly label?: string;
  /** The first is the heading of its row. Best a constant: the rows are sorted anew when it changes. */
  readonly columns: readonly DataColumn<Row, Id>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Absent where the rows have one order. */
  readonly sort?: TableSort<Id>;
  readonly onSort?: (sort: TableSort<Id>) => void;
  /** Shows one page, counted from 1, of the sorted rows; all of them where absent. */
  readonly page?: { readonly number: number; readonly size: number };
  readonly selection?: TableSelection<Row>;
  /** The row whose details are open beside the table. */
  readonly openKey?: string | undefined;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const classOf = <Row, Id extends string>({ className, isNumeric, isActions }: DataColumn<Row, Id>) =>
  classNames(className, isNumeric && styles['numeric'], isActions && styles['actions']);

function compareValues(a: string | number | undefined, b: string | number | undefined): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}

/** A list as a table. Sorting, page and selection are said by the screen, that is by its address. */
export function DataTable<Row, Id extends string>({
  label,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  page,
  selection,
  openKey,
}: DataTableProps<Row, Id>) {
  const shown = useSortedRows(columns, rows, sort, page);
  const sortBy = (column: DataColumn<Row, Id>) => {
    if (column.sortBy === undefined) return;
    const { id, firstOrder = 'asc' } = column;
    onSort?.({ sort: id, order: id !== sort?.sort ? firstOrder : sort.order === 'asc' ? 'desc' : 'asc' });
  };
  return (
    <table className={styles['table']} {...(label !== undefined && { 'aria-label': label })}>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={styles['tick']}>
              <TickAll rows={shown} rowKey={rowKey} selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sort={sort} onPress={() => sortBy(column)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => {
          const key = rowKey(row);
          return (
            <tr
              key={key}
              {...(key === openKey && { 'data-open': true })}
              {...(selection?.selected.has(key) && { 'data-selected': true })}
            >
              {selection && (
                <td className={styles['tick']}>
                  <Tick row={row} rowKey={key} selection={selection} />
                </td>
              )}
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.id} scope="row" className={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function useSortedRows<Row, Id extends string>(
  columns: readonly DataColumn<Row, Id>[],
  rows: readonly Row[],
  sort: TableSort<Id> | undefined,
  page: DataTableProps<Row, Id>['page'],
): readonly Row[] {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, { readonly row: Row }>();
    return helper.columns(
      columns.map(({ id, sortBy }) =>
        helper.accessor(({ row }) => (typeof sortBy === 'function' ? sortBy(row) : undefined), {
          id,
          sortUndefined: 'last',
          sortFn: (a, b, column) => compareValues(a.getValue(column), b.getValue(column)),
        }),
      ),
    );
  }, [columns]);
  const data = useMemo(() => rows.map((row) => ({ row })), [rows]);
  const [id, order] = [sort?.sort, sort?.order];
  const sorting = useMemo(() => (id === undefined ? [] : [{ id, desc: order === 'desc' }]), [id, order]);
  const isGiven = columns.find((column) => column.id === id)?.sortBy === 'given';
  const table = useTable({
    features,
    columns: definitions,
    data,
    state: { sorting },
    manualSorting: isGiven,
    enableSortingRemoval: false,
  });
  const sorted = table.getRowModel().rows;
  const part = page === undefined ? sorted : sorted.slice((page.number - 1) * page.size, page.number * page.size);
  return part.map(({ original }) => original.row);
}

interface HeaderCellProps<Row, Id extends string> {
  readonly column: DataColumn<Row, Id>;
  readonly sort: TableSort<Id> | undefined;
  readonly onPress: () => void;
}

function HeaderCell<Row, Id extends string>({ column, sort, onPress }: HeaderCellProps<Row, Id>) {
  const { id, header, sortBy, isActions } = column;
  const isSorted = id === sort?.sort;
  const Arrow = sort?.order !== 'desc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={classOf(column)}
      {...(isSorted && { 'aria-sort': sort.order === 'asc' ? ('ascending' as const) : ('descending' as const) })}
    >
      {sortBy === undefined ? (
        <span className={isActions ? hidden['text'] : undefined}>{header}</span>
      ) : (
        <button type="button" className={styles['sort']} onClick={onPress}>
          {header}
          <Arrow size={14} aria-hidden className={isSorted ? undefined : styles['unsorted']} />
        </button>
      )}
    </th>
  );
}

function Tick<Row>({
  row,
  rowKey,
  selection,
}: {
  readonly row: Row;
  readonly rowKey: string;
  readonly selection: TableSelection<Row>;
}) {
  const { selected, onChange, labelOf, refusalOf } = selection;
  const refusal = refusalOf?.(row);
  const toggle = (isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(rowKey);
    else next.delete(rowKey);
    onChange(next);
  };
  return (
    <span title={refusal}>
      <Checkbox isSelected={selected.has(rowKey)} onChange={toggle} isDisabled={refusal !== undefined}>
        <span className={hidden['text']}>{refusal === undefined ? labelOf(row) : `${labelOf(row)}: ${refusal}`}</span>
      </Checkbox>
    </span>
  );
}

interface TickAllProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selection: TableSelection<Row>;
}

/** Ticks what is shown, or takes its ticks away; rows on other pages are left as they are. */
function TickAll<Row>({ rows, rowKey, selection: { selected, onChange, refusalOf } }: TickAllProps<Row>) {
  const keys = rows.filter((row) => refusalOf?.(row) === undefined).map(rowKey);
  const count = keys.filter((key) => selected.has(key)).length;
  const isAll = count > 0 && count === keys.length;
  const toggle = () => {
    const next = new Set(selected);
    for (const key of keys) {
      if (isAll) next.delete(key);
      else next.add(key);
    }
    onChange(next);
  };
  return (
    <Checkbox isSelected={isAll} isIndeterminate={count > 0 && !isAll} onChange={toggle} isDisabled={keys.length === 0}>
      <span className={hidden['text']}>Select all on this page</span>
    </Checkbox>
  );
}
