import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { READ_ONLY_REASON } from '../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../cluster/use-cluster.ts';
import {
  pageOf,
  useDataTable,
  type DataColumns,
  type PaginationState,
  type RowData,
  type RowSelectionState,
  type Updater,
} from '../kit/use-data-table.ts';
import type { ApiError } from '../platform/console-api.ts';
import type { Noun } from './deletion-report.tsx';
import { useDeletion, type ResourceDeletion } from './use-deletion.tsx';
import type { ListUrl } from './use-list-url-state.ts';

/** The response that a list shows; a result of `useApiQuery` is one. */
interface ListQuery {
  /** Absent until the first response. */
  readonly data: unknown;
  readonly error: ApiError | null;
  readonly isFetching: boolean;
  /** When the last response came, in epoch ms; 0 before the first. */
  readonly dataUpdatedAt?: number;
}

/** What is listed, and how. */
interface ListDescription<Item extends RowData> {
  readonly noun: Noun;
  readonly url: ListUrl;
  /** Absent where the items are on this device. */
  readonly query?: ListQuery;
  /** Whether the list can be narrowed to names and patterns of indices. */
  readonly isNarrowed?: true;
  /** Refreshes the list; absent where it updates by itself. */
  readonly onRefresh?: () => void;

  readonly items: readonly Item[];
  /** How many items there are without the filter and whatever else narrows the list down. */
  readonly total?: number;
  readonly nameOf: (item: Item) => string;
  /** By name where absent. */
  readonly getRowId?: (item: Item) => string;
  /** Constants, as `columnHelper` requires. */
  readonly columns: DataColumns<Item>;
  readonly columnVisibility?: Readonly<Record<string, boolean>>;
  /** The items are in the order that the address requests. */
  readonly isSorted?: boolean;
  /** False where the items have one order. */
  readonly isSortable?: boolean;
  /** False where all items are on one page. */
  readonly isPaged?: boolean;
  /** Finds the items that match the text of the filter, in any order; absent where the items are filtered already. */
  readonly find?: (items: readonly Item[], text: string) => readonly Item[];

  readonly deletion?: ResourceDeletion<Item>;
  /** Rows can be selected, also where nothing is deleted. */
  readonly isSelectable?: boolean;
  /** The item that is open beside the list; that of the address where absent. */
  readonly opened?: { readonly name: string | undefined; readonly onClose: () => void };
  /** The id of the opened row; its name where absent. */
  readonly openId?: string | undefined;
}

const NO_SORTING: never[] = [];

/**
 * A list of items of one kind: filter, sorting, pages and the opened one in the address; selection and deletion. The
 * pieces of `resource-list.tsx` show it.
 */
export function useResourceList<Item extends RowData>(description: ListDescription<Item>) {
  const { noun, url, query, onRefresh, items, nameOf, getRowId = nameOf, columns, find, deletion } = description;
  const { isSortable = true, isPaged = true, isSelectable = deletion !== undefined } = description;
  const { name: openName, onClose } = description.opened ?? { name: url.openName, onClose: url.close };
  const openId = description.openId ?? openName;
  const filterText = useDeferredValue(url.text);
  const found = useMemo(() => {
    if (find === undefined || filterText.trim() === '') return undefined;
    const left = find(items, filterText);
    return left.length === items.length ? undefined : new Set(left);
  }, [find, items, filterText]);
  const foundCount = found?.size ?? items.length;
  const { setPagination } = url;
  const { pageIndex, pageSize } = url.pagination;
  const pagination = useMemo(() => pageOf(pageIndex, pageSize, foundCount), [pageIndex, pageSize, foundCount]);
  const onPaginationChange = useCallback(
    (updater: Updater<PaginationState>) => setPagination(typeof updater === 'function' ? updater(pagination) : updater),
    [setPagination, pagination],
  );
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const isReadOnly = useIsReadOnly();
  const unfit = deletion?.refusalOf;
  const refusalOf = useCallback((item: Item) => (isReadOnly ? READ_ONLY_REASON : unfit?.(item)), [isReadOnly, unfit]);
  const table = useDataTable({
    columns,
    data: items,
    getRowId,
    found,
    sorting: isSortable ? url.sorting : NO_SORTING,
    onSortingChange: url.onSortingChange,
    isSorted: description.isSorted ?? false,
    ...(isPaged && { pagination, onPaginationChange }),
    ...(isSelectable && { rowSelection, onRowSelectionChange: setRowSelection }),
    ...(deletion && { refusalOf }),
    ...(description.columnVisibility && { columnVisibility: description.columnVisibility }),
  });
  const { request, report, dialog } = useDeletion({
    noun,
    deletion,
    onFailed: () => onRefresh?.(),
    onDone({ deleted, deletedKeys }, targets) {
      const gone = new Set(deletedKeys ?? targets.filter(({ name }) => deleted.includes(name)).map(({ key }) => key));
      setRowSelection((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !gone.has(id))));
      onRefresh?.();
      if (openId !== undefined && gone.has(openId)) onClose();
    },
  });
  // Items that do not match are not acted on, though their selection comes back with them.
  const selected = useMemo(
    () =>
      table
        .getFilteredSelectedRowModel()
        .rows.filter((row) => row.getCanSelect())
        .map(({ original }) => original),
    [table],
  );
  const selection = useMemo(
    () => (isSelectable ? { labelOf: (item: Item) => `Select ${nameOf(item)}`, refusalOf } : undefined),
    [isSelectable, nameOf, refusalOf],
  );
  const canDelete = deletion !== undefined;
  /** For the menus of the rows. */
  const rowDeletion = useMemo(
    () =>
      canDelete
        ? { label: `Delete ${noun.one}`, request: (chosen: readonly Item[]) => request(chosen), refusalOf }
        : null,
    [canDelete, noun.one, request, refusalOf],
  );
  return {
    ...{
      noun,
      url,
      query,
      onRefresh,
      items,
      table,
      foundCount,
      selected,
      selection,
      isPaged,
      openName,
      openId,
      onClose,
    },
    total: description.total ?? items.length,
    isNarrowed: description.isNarrowed === true,
    /** The items that match the filter, on all pages, in the order of the list. */
    getFound: () => table.getPrePaginatedRowModel().rows.map(({ original }) => original),
    /** The items of the page. */
    getShown: () => table.getRowModel().rows.map(({ original }) => original),
    deletion: { canDelete, ofRows: rowDeletion, request, refusalOf, report, dialog },
  };
}

/** What the pieces of a list show. */
export type ListState<Item extends RowData> = ReturnType<typeof useResourceList<Item>>;
