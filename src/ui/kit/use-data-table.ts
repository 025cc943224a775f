import {
  columnFilteringFeature,
  columnVisibilityFeature,
  constructSortFn,
  createColumnHelper,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  metaHelper,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnHelper,
  type PaginationState,
  type ReactTable,
  type Row,
  type RowData,
  type RowSelectionState,
  type SortingState,
  type TableOptions,
  type Updater,
} from '@tanstack/react-table';
import { useMemo } from 'react';

/** How the cells and the heading of a column look. */
export interface DataColumnMeta {
  /** Sets the width, and where the column is not shown. */
  readonly className?: string | undefined;
  /** Right-aligned, with figures of one width. */
  readonly isNumeric?: boolean;
  /** A column of names, which are shown whole, on as many lines as they take. */
  readonly isName?: boolean;
  /** A column of buttons, whose heading would only be noise to those who see it. */
  readonly isActions?: boolean;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares words as people read them, "logs 2" before "logs 10", and numbers by their value. */
const natural = constructSortFn({
  sort: (a: unknown, b: unknown) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)),
});

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  columnVisibilityFeature,
  filteredRowModel: createFilteredRowModel(),
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
 * Makes the columns of a table of `Item`: constants, since their cells are components, which would begin anew with each new column. What a cell
 * needs beside its row it reads from a context. The first column names the row and has an accessor.
 */
export const columnHelper = <Item extends RowData>(): ColumnHelper<DataTableFeatures, Item> =>
  createColumnHelper<DataTableFeatures, Item>();

interface DataTableOptions<Item extends RowData> {
  readonly columns: DataColumns<Item>;
  readonly data: readonly Item[];
  readonly getRowId: (item: Item) => string;
  /** The items that a filter leaves; all of them where absent. */
  readonly found?: ReadonlySet<Item> | undefined;
  /** Empty where the rows have one order. */
  readonly sorting?: SortingState;
  readonly onSortingChange?: (updater: Updater<SortingState>) => void;
  /** The data comes in the order of `sorting` already. */
  readonly isSorted?: boolean;
  /** All rows are on one page where absent. The index must be that of a page that there is: {@link pageOf}. */
  readonly pagination?: PaginationState;
  readonly onPaginationChange?: (updater: Updater<PaginationState>) => void;
  /** Selected rows by their id; rows on other pages stay selected. Rows can't be selected where absent. */
  readonly rowSelection?: RowSelectionState;
  readonly onRowSelectionChange?: (updater: Updater<RowSelectionState>) => void;
  /** Why a row can't be selected. */
  readonly refusalOf?: ((item: Item) => string | undefined) | undefined;
  /** Columns that are left out have `false`. */
  readonly columnVisibility?: Readonly<Record<string, boolean>>;
}

const NO_SORTING: SortingState = [];
const NONE_SELECTED: RowSelectionState = {};
const ONE_PAGE: PaginationState = { pageIndex: 0, pageSize: Infinity };
const ALL_COLUMNS: Readonly<Record<string, boolean>> = {};
const ignore = () => undefined;

/**
 * A table whose whole state is given by the screen, that is by its address. The instance stays the same while the options do, so that a table
 * that is memoized does not render for what is typed beside it.
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
      // One look-up for each row: what fits is worked out once, for all rows.
      globalFilterFn: ({ original }, _column, left: ReadonlySet<Item>) => left.has(original),
      getColumnCanGlobalFilter: ({ id }) => id === columns[0]?.id,
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

/** The page nearest to the one asked for, counted from 0: a filter may have left fewer. */
export function pageOf(asked: number, pageSize: number, rowCount: number): PaginationState {
  return { pageIndex: Math.max(0, Math.min(asked, Math.ceil(rowCount / pageSize) - 1)), pageSize };
}
