import {
  columnFilteringFeature,
  columnVisibilityFeature,
  constructSortFn,
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  metaHelper,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  tableMemo,
  useTable,
  type ColumnHelper,
  type PaginationState,
  type ReactTable,
  type Row,
  type RowData,
  type RowModel,
  type RowSelectionState,
  type SortingState,
  type Table,
  type TableFeatures,
  type TableOptions,
  type Updater,
} from '@tanstack/react-table';
import { useMemo } from 'react';

/** The look of a column's cells and heading. */
export interface DataColumnMeta {
  /** Sets the width, and the screens on which the column is hidden. */
  readonly className?: string | undefined;
  /** Right-aligned, with digits of equal width. */
  readonly isNumeric?: boolean;
  /** A column of names, which are shown in full, on as many lines as they need. */
  readonly isName?: boolean;
  /** A column of buttons, whose heading is only for screen readers. */
  readonly isActions?: boolean;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares texts in natural order, "logs 2" before "logs 10", and numbers by their value. */
const natural = constructSortFn({
  sort: (a: unknown, b: unknown) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)),
});

/**
 * Keeps the rows whose item is in the set that is the global filter, with one look-up for each: the matches are
 * computed once, for all rows. The filter uses no columns, so that it works whatever the columns are called and show.
 */
function foundRowModel<Features extends TableFeatures, Item extends RowData>(
  table: Table<Features, Item>,
): () => RowModel<Features, Item> {
  const read = table as unknown as Table<{ readonly globalFilteringFeature: typeof globalFilteringFeature }, Item>;
  return tableMemo({
    feature: 'globalFilteringFeature',
    table,
    fnName: 'table.getFilteredRowModel',
    memoDeps: () => [table.getPreFilteredRowModel(), read.atoms.globalFilter.get()] as const,
    fn: (all: RowModel<Features, Item>, found: ReadonlySet<Item> | undefined) => {
      if (found === undefined) return all;
      const rows = all.rows.filter(({ original }) => found.has(original));
      return { rows, flatRows: rows, rowsById: Object.fromEntries(rows.map((row) => [row.id, row])) };
    },
  });
}

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  columnVisibilityFeature,
  filteredRowModel: foundRowModel,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: { natural },
  columnMeta: metaHelper<DataColumnMeta>(),
});

export type DataTableFeatures = typeof features;

/** The columns of a table, made by {@link columnHelper}. */
export type DataColumns<Item extends RowData> = TableOptions<DataTableFeatures, Item>['columns'];
export type DataRow<Item extends RowData> = Row<DataTableFeatures, Item>;
export type DataTableInstance<Item extends RowData> = ReactTable<DataTableFeatures, Item>;
export type { PaginationState, RowData, RowSelectionState, SortingState, Updater };

/**
 * Creates the columns of a table of `Item`. They are constants, since their cells are components, which would be
 * mounted again with each new column. Data that a cell needs besides its row is read from a context. The first column
 * names the row and has an accessor.
 */
export const columnHelper = <Item extends RowData>(): ColumnHelper<DataTableFeatures, Item> =>
  createColumnHelper<DataTableFeatures, Item>();

interface DataTableOptions<Item extends RowData> {
  readonly columns: DataColumns<Item>;
  readonly data: readonly Item[];
  readonly getRowId: (item: Item) => string;
  /** The items that match a filter; all of them where absent. */
  readonly found?: ReadonlySet<Item> | undefined;
  /** Empty where the order of the rows is fixed. */
  readonly sorting?: SortingState;
  readonly onSortingChange?: (updater: Updater<SortingState>) => void;
  /** The data is already in the order of `sorting`. */
  readonly isSorted?: boolean;
  /** All rows are on one page where absent. The index must be that of an existing page: {@link pageOf}. */
  readonly pagination?: PaginationState;
  readonly onPaginationChange?: (updater: Updater<PaginationState>) => void;
  /** Selected rows by their id; rows on other pages stay selected. Rows can't be selected where absent. */
  readonly rowSelection?: RowSelectionState;
  readonly onRowSelectionChange?: (updater: Updater<RowSelectionState>) => void;
  /** Why a row can't be selected. */
  readonly refusalOf?: ((item: Item) => string | undefined) | undefined;
  /** Hidden columns have the value `false`. */
  readonly columnVisibility?: Readonly<Record<string, boolean>>;
}

const NO_SORTING: SortingState = [];
const NONE_SELECTED: RowSelectionState = {};
const ONE_PAGE: PaginationState = { pageIndex: 0, pageSize: Infinity };
const ALL_COLUMNS: Readonly<Record<string, boolean>> = {};
const ignore = () => undefined;

/**
 * A table whose whole state is given by the screen, that is by its address. The instance stays the same while the
 * options do, so that a memoized table does not render when something is typed beside it.
 */
export function useDataTable<Item extends RowData>({
  columns,
  data,
  getRowId,
  found,
  sorting = NO_SORTING,
  onSortingChange = ignore,
  isSorted = false,
  pagination = ONE_PAGE,
  onPaginationChange = ignore,
  rowSelection,
  onRowSelectionChange = ignore,
  refusalOf,
  columnVisibility = ALL_COLUMNS,
}: DataTableOptions<Item>): DataTableInstance<Item> {
  const options = useMemo(
    (): TableOptions<DataTableFeatures, Item> => ({
      features,
      columns,
      data,
      getRowId,
      state: {
        columnFilters: [],
        globalFilter: found,
        sorting,
        pagination,
        rowSelection: rowSelection ?? NONE_SELECTED,
        columnVisibility,
      },
      defaultColumn: { sortFn: 'natural', sortUndefined: 'last' },
      manualSorting: isSorted,
      onSortingChange,
      sortDescFirst: false,
      enableSortingRemoval: false,
      enableMultiSort: false,
      onPaginationChange,
      autoResetPageIndex: false,
      onRowSelectionChange,
      enableRowSelection:
        rowSelection !== undefined &&
        (refusalOf === undefined || (({ original }) => refusalOf(original) === undefined)),
    }),
    [
      columns,
      data,
      getRowId,
      found,
      sorting,
      onSortingChange,
      isSorted,
      pagination,
      onPaginationChange,
      rowSelection,
      onRowSelectionChange,
      refusalOf,
      columnVisibility,
    ],
  );
  return useTable(options);
}

/** The existing page nearest to the requested one, counted from 0: a filter may have left fewer pages. */
export function pageOf(asked: number, pageSize: number, rowCount: number): PaginationState {
  return { pageIndex: Math.max(0, Math.min(asked, Math.ceil(rowCount / pageSize) - 1)), pageSize };
}
