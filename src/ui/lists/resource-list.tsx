import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { capitalized } from '#domain/console';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { MissingNotice } from '../cluster/missing-notice.tsx';
import { PanelBoundary } from '../frame/panel-boundary.tsx';
import { Button } from '../kit/button.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { Flyout } from '../kit/flyout.tsx';
import { SearchX } from '../kit/icons/icons.ts';
import { Pager } from '../kit/pager.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import type { RowData } from '../kit/use-data-table.ts';
import { ListClock } from './list-time.tsx';
import { ListedNames } from './listed-names.tsx';
import { RowDeletionContext } from './row-deletion.ts';
import type { ListState } from './use-resource-list.ts';
import common from '../kit/common.module.css';
import hidden from '../kit/visually-hidden.module.css';
import styles from './lists.module.css';

/** The opened item, for a {@link ResourceFlyout} beside the list. */
export interface ResourceDetail<Item> {
  readonly name: string;
  readonly onClose: () => void;
  readonly onDelete: (item: Item) => void;
  /** Why it can't be deleted. */
  readonly refusalOf: (item: Item) => string | undefined;
}

interface ResourceListProps<Item extends RowData> {
  readonly list: ListState<Item>;
  /** The pieces: {@link ListHead}, `ListToolbar`, {@link ListRows}, and what stands below the rows. */
  readonly children: ReactNode;
  /** The opened item beside the list. */
  readonly detail?: (detail: ResourceDetail<Item>) => ReactNode;
}

/** Items of one kind as a table, described by `useResourceList`: its pieces, and the dialogs of the list. */
export function ResourceList<Item extends RowData>({ list, children, detail }: ResourceListProps<Item>) {
  const { noun, openName, onClose, deletion } = list;
  const { request, refusalOf } = deletion;
  return (
    <ListClock>
      <div className={common['page']} {...useFocusAfterRemoval(list.items)}>
        {children}
      </div>
      {openName !== undefined && (
        <PanelBoundary
          what={`The ${noun.one}`}
          resetKey={openName}
          frame={(error) => (
            <Flyout title={openName} onClose={onClose}>
              {error}
            </Flyout>
          )}
        >
          {detail?.({ name: openName, onClose, onDelete: (item) => request([item]), refusalOf })}
        </PanelBoundary>
      )}
      {deletion.dialog}
    </ListClock>
  );
}

interface ListHeadProps {
  /** What is listed, or how much. */
  readonly intro: ReactNode;
  /** Buttons: actions on the items, or one that adds an item. */
  readonly children?: ReactNode;
}

/** Above everything else. */
export function ListHead({ intro, children }: ListHeadProps) {
  return (
    <div className={styles['head']}>
      <p className={styles['intro']}>{intro}</p>
      {children !== undefined && <div className={styles['actions']}>{children}</div>}
    </div>
  );
}

interface ListRowsProps<Item extends RowData> {
  readonly list: ListState<Item>;
  /** The name of the table, where it is not that of the screen. */
  readonly label?: string;
  readonly notices?: ReactNode;
  /** Replaces the rows where there are no items: an {@link EmptyState}. */
  readonly empty: ReactNode;
  /** Replaces the rows where none match the filter. */
  readonly noMatches?: ReactNode;
  /** Clears the filter, and whatever else narrows the list down. */
  readonly onClear?: () => void;
  /** Above the rows, where there are any. */
  readonly children?: ReactNode;
}

/** The rows and their pages, or what replaces them: loading, no items, no matches. Above them, notices and errors. */
export function ListRows<Item extends RowData>({ list, label, notices, children, ...states }: ListRowsProps<Item>) {
  const { query, noun, foundCount, total, table, selection, isPaged, openId } = list;
  const { ofRows, report } = list.deletion;
  const name = label ?? capitalized(noun.many);
  const rows = useMemo(
    () => (
      <RowDeletionContext value={ofRows}>
        <DataTable table={table} label={name} openId={openId} selection={selection} />
        {isPaged && <Pager label={`Pages of ${noun.many}`} table={table} />}
      </RowDeletionContext>
    ),
    [ofRows, table, name, openId, selection, isPaged, noun.many],
  );
  const shown = () => {
    if (query !== undefined && query.data === undefined)
      return query.error === null && <LoadingRows label={`Loading ${noun.many}...`} />;
    if (total === 0) return states.empty;
    if (foundCount > 0)
      return (
        <>
          {children}
          {rows}
        </>
      );
    return (
      states.noMatches ?? (
        <EmptyState
          icon={SearchX}
          title={`No ${noun.many} match your filter`}
          actions={<Button onPress={states.onClear ?? (() => list.url.onFilter(''))}>Clear filter</Button>}
        >
          <p>Clear the filter to see all {total.toLocaleString('en')}.</p>
        </EmptyState>
      )
    );
  };
  return (
    <>
      <div className={styles['notices']}>
        {report}
        {notices}
        <MissingNotice answer={query?.data} />
        <ListError list={list} />
        {list.isNarrowed && <ListedNames error={query?.error ?? null} />}
      </div>
      {shown()}
    </>
  );
}

/** Why the list can't be loaded. After a failed response the rows of the last one stay. */
function ListError<Item extends RowData>({ list: { noun, query, onRefresh } }: Pick<ListRowsProps<Item>, 'list'>) {
  if (query === undefined || query.error === null) return null;
  const title =
    query.data === undefined
      ? `Couldn’t load ${noun.many}`
      : `Couldn’t refresh ${noun.many}. The list may be out of date.`;
  return <ApiErrorNotice title={title} error={query.error} {...(onRefresh !== undefined && { onRetry: onRefresh })} />;
}

function LoadingRows({ label }: { readonly label: string }) {
  return (
    <div className={styles['loading']} role="status" aria-label={label}>
      <span className={hidden['text']}>{label}</span>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="20px" />
      ))}
    </div>
  );
}

/** A removed row takes the focus with it; the focus moves to the content. */
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
