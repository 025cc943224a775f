import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { READ_ONLY_REASON } from '../cluster/read-only.ts';
import { useIsReadOnly } from '../cluster/use-cluster.ts';
import { PanelBoundary } from '../frame/panel-boundary.tsx';
import { Button } from '../kit/button.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { Flyout } from '../kit/flyout.tsx';
import { Trash2, type Icon } from '../kit/icons/icons.ts';
import { Pager } from '../kit/pager.tsx';
import {
  pageOf,
  useDataTable,
  type DataColumns,
  type PaginationState,
  type RowData,
  type RowSelectionState,
  type Updater,
} from '../kit/use-data-table.ts';
import { countOf, type Noun } from './deletion-report.tsx';
import { ListError, ListStates, type EmptyList, type ListQuery } from './list-states.tsx';
import { ListClock } from './list-time.tsx';
import { ListTools, type FilterField } from './list-tools.tsx';
import styles from './lists.module.css';
import { SelectAllBar } from './select-all-bar.tsx';
import { useDeletion, type ResourceDeletion } from './use-deletion.tsx';
import type { ListUrl } from './use-list-url-state.ts';

/** What a list shows at the moment, for buttons that act on it. */
export interface ShownItems<Item> {
  /** What the filter leaves, on all pages, in the order of the list. */
  readonly getFound: () => readonly Item[];
  readonly foundCount: number;
  /** What is selected of it. */
  readonly selected: readonly Item[];
}

/** The opened item, for a {@link ResourceFlyout} beside the list. */
export interface ResourceDetail<Item> {
  readonly name: string;
  readonly onClose: () => void;
  readonly onDelete: (item: Item) => void;
  /** Why it can't be deleted. */
  readonly refusalOf: (item: Item) => string | undefined;
}

interface ResourceListProps<Item extends RowData> {
  readonly noun: Noun;
  readonly icon: Icon;
  /** What is listed, or how much of it; above everything else. */
  readonly intro: ReactNode | ((shown: ShownItems<Item>) => ReactNode);
  /** The name of the table, where it is not that of the screen. */
  readonly label?: string;
  readonly url: ListUrl;
  /** Absent where the items are on this device. */
  readonly query?: ListQuery;
  /** Reads the list again; absent where it follows by itself. */
  readonly onRefresh?: () => void;

  readonly items: readonly Item[];
  readonly getRowId: (item: Item) => string;
  readonly nameOf: (item: Item) => string;
  /** Constants, as said of `columnHelper`. */
  readonly columns: DataColumns<Item>;
  readonly columnVisibility?: Readonly<Record<string, boolean>>;
  /** The items come in the order that the address asks for. */
  readonly isSorted?: boolean;
  /** False where the items have one order. */
  readonly isSortable?: boolean;
  /** False where all items are on one page. */
  readonly isPaged?: boolean;

  /** Finds the items that the text of the filter asks for, in any order; absent where the items come filtered. */
  readonly find?: (items: readonly Item[], text: string) => readonly Item[];
  /** False where there is no field for it. */
  readonly isFilterable?: boolean;
  readonly filterField?: FilterField;
  /** Switches and choices beside the filter. */
  readonly choices?: ReactNode;
  /** How many items there were without the filter and what narrows the list down like one. */
  readonly total?: number;
  /** Takes out the filter; more than its text where `total` says so. */
  readonly onClear?: () => void;
  readonly empty: EmptyList;
  /** Stands in place of rows where the filter leaves none. */
  readonly noMatches?: () => ReactNode;

  readonly deletion?: ResourceDeletion<Item>;
  /** Rows can be selected, also where nothing is deleted. */
  readonly isSelectable?: boolean;
  /** Offers all that match once a page is selected. */
  readonly offersAllMatching?: boolean;
  /** Buttons beside the intro: what can be done with the items, or adds one. */
  readonly actions?: (shown: ShownItems<Item>) => ReactNode;
  /** Buttons at the end of the line of the filter: what is done with the list as a whole. */
  readonly tools?: (shown: ShownItems<Item>) => ReactNode;
  readonly notices?: ReactNode;
  /** Below the rows. */
  readonly footer?: ReactNode;

  /** The id of the row that is opened; its name where absent. */
  readonly openId?: string | undefined;
  readonly detail?: (detail: ResourceDetail<Item>) => ReactNode;
  /** Names that are kept from elsewhere. */
  readonly labels?: { readonly loading?: string; readonly refresh?: string };
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const NO_SORTING: never[] = [];

/** The things of one kind as a table: filter, sorting, pages and the opened one in the address; selection, deletion, refresh, and what stands in place of rows. */
export function ResourceList<Item extends RowData>(props: ResourceListProps<Item>) {
  const { noun, url, query, onRefresh, items, getRowId, nameOf, columns, find, deletion, labels } = props;
  const { isSortable = true, isPaged = true, isFilterable = true, isSelectable = deletion !== undefined } = props;
  const { openName, close, setPagination } = url;
  const openId = props.openId ?? openName;
  const filterText = useDeferredValue(url.text);
  const found = useMemo(() => {
    if (find === undefined || filterText.trim() === '') return undefined;
    const left = find(items, filterText);
    return left.length === items.length ? undefined : new Set(left);
  }, [find, items, filterText]);
  const foundCount = found?.size ?? items.length;
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
    isSorted: props.isSorted ?? false,
    ...(isPaged && { pagination, onPaginationChange }),
    ...(isSelectable && { rowSelection, onRowSelectionChange: setRowSelection }),
    ...(deletion && { refusalOf }),
    ...(props.columnVisibility && { columnVisibility: props.columnVisibility }),
  });
  const { request, report, dialog } = useDeletion({
    noun,
    deletion,
    onFailed: () => onRefresh?.(),
    onDone({ deleted, deletedKeys }, targets) {
      const gone = new Set(deletedKeys ?? targets.filter(({ name }) => deleted.includes(name)).map(({ key }) => key));
      setRowSelection((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !gone.has(id))));
      onRefresh?.();
      if (openId !== undefined && gone.has(openId)) close();
    },
  });
  // What is not found is not acted on, though its selection comes back with it.
  const selected = useMemo(
    () =>
      table
        .getFilteredSelectedRowModel()
        .rows.filter((row) => row.getCanSelect())
        .map(({ original }) => original),
    [table],
  );
  const shown: ShownItems<Item> = {
    getFound: () => table.getPrePaginatedRowModel().rows.map(({ original }) => original),
    foundCount,
    selected,
  };
  const label = props.label ?? capitalised(noun.many);
  const selection = useMemo(
    () => ({ labelOf: (item: Item) => `Select ${nameOf(item)}`, refusalOf }),
    [nameOf, refusalOf],
  );
  const rows = useMemo(
    () => (
      <>
        <DataTable table={table} label={label} openId={openId} selection={isSelectable ? selection : undefined} />
        {isPaged && <Pager label={`Pages of ${noun.many}`} table={table} />}
      </>
    ),
    [table, label, openId, isSelectable, selection, isPaged, noun.many],
  );
  return (
    <ListClock>
      <div className={styles['page']} {...useFocusAfterRemoval(items)}>
        <div className={styles['head']}>
          <p className={styles['intro']}>{typeof props.intro === 'function' ? props.intro(shown) : props.intro}</p>
          {props.actions && <div className={styles['actions']}>{props.actions(shown)}</div>}
        </div>
        {isFilterable && (
          <ListTools
            many={noun.many}
            text={url.text}
            onFilter={url.onFilter}
            field={props.filterField}
            choices={props.choices}
            buttons={
              <>
                {deletion && selected.length > 0 && (
                  <Button variant="dangerQuiet" icon={Trash2} onPress={() => request(selected)}>
                    Delete {selected.length === 1 ? noun.one : countOf(selected.length, noun)}
                  </Button>
                )}
                {props.tools?.(shown)}
              </>
            }
            refresh={
              onRefresh && {
                label: labels?.refresh ?? `Refresh ${noun.many}`,
                isPending: query?.isFetching === true,
                run: onRefresh,
              }
            }
          />
        )}
        <div className={styles['notices']}>
          {report}
          {props.notices}
          <ListError many={noun.many} query={query} onRetry={onRefresh} />
        </div>
        <ListStates
          many={noun.many}
          icon={props.icon}
          query={query}
          loadingLabel={labels?.loading ?? `Loading ${noun.many}...`}
          total={props.total ?? items.length}
          foundCount={foundCount}
          onClear={props.onClear ?? (() => url.onFilter(''))}
          empty={props.empty}
          noMatches={props.noMatches}
        >
          {props.offersAllMatching === true && (
            <SelectAllBar
              table={table}
              noun={noun}
              selectedCount={selected.length}
              foundCount={foundCount}
              offersAll={props.filterField?.fault === undefined}
            />
          )}
          {rows}
        </ListStates>
        {props.footer}
      </div>
      {openName !== undefined && (
        <PanelBoundary
          what={`The ${noun.one}`}
          resetKey={openName}
          frame={(error) => (
            <Flyout title={openName} onClose={close}>
              {error}
            </Flyout>
          )}
        >
          {props.detail?.({ name: openName, onClose: close, onDelete: (item) => request([item]), refusalOf })}
        </PanelBoundary>
      )}
      {dialog}
    </ListClock>
  );
}

/** A row that is gone takes the focus with it; the keyboard goes on from the content. */
function useFocusAfterRemoval(items: readonly unknown[]) {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#content')?.focus();
  }, [items]);
  return {
    onFocus: ({ target }: { readonly target: Element }) => {
      focused.current = target;
    },
  };
}
