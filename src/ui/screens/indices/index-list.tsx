import { useNavigate } from '@tanstack/react-router';
import { Plus, SearchX, TableProperties } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { INDEX_ACTIONS, indexCount, indicesCsv, type Index } from '#domain/console';
import { useActions } from '../../actions/use-actions.tsx';
import { APP_BASE } from '../../platform/app-base.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { announce } from '../../kit/announcer.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ButtonMenu } from '../../kit/menu.tsx';
import { Pager, shownPage, type PageSize } from '../../kit/pager.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { DEFAULT_SIZE } from '../../lists/list-search.ts';
import { ActionReports } from './action-reports.tsx';
import { useColumns } from './column-choice.ts';
import { useIndexActions } from './index-actions-provider.tsx';
import { indexColumns } from './index-columns.tsx';
import styles from './index-list.module.css';
import { indexMenu } from './index-menu.tsx';
import { IndexSkeleton } from './index-skeleton.tsx';
import { IndicesToolbar } from './indices-toolbar.tsx';
import { useIndexDialogs } from './use-index-dialogs.tsx';
import { useIndexRows, type IndexRows } from './use-index-rows.ts';
import { useIndicesPlace, type IndicesPlace } from './use-indices-place.ts';

const NONE: readonly Index[] = [];
const nameOf = ({ name }: Index) => name;
const labelOf = ({ name }: Index) => `Select ${name}`;

/** The indices of the cluster that is chosen, with what can be done with them. */
export function IndexList() {
  const place = useIndicesPlace();
  const rows = useIndexRows(place.search, place.text);
  const actions = useIndexActions();
  const { menu, dialog } = useIndexDialogs(actions);
  const { banners } = useExtensions();
  const [columns, setColumns] = useColumns();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const input = useRef<HTMLInputElement>(null);
  const focused = useRef<Element | null>(null);
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const { query, all, listed, found } = rows;
  // What is not found is not acted on, though its tick comes back with it.
  const selection = useMemo(
    () => (ticked.size === 0 ? NONE : found.filter(({ name }) => ticked.has(name))),
    [ticked, found],
  );
  // A row that is gone takes the focus with it; the keyboard goes on from the list.
  useEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#content')?.focus();
  }, [found]);

  const reload = () => void query.refetch();
  const create = () => void navigate({ to: `${APP_BASE}/create_index` });
  const exportCsv = () => {
    saveFile('indices.csv', indicesCsv(found), 'text/csv;charset=utf-8');
    announce(`Exported ${indexCount(found.length)}`);
  };
  useActions([
    { id: 'list.filter', run: () => input.current?.focus() },
    { id: 'list.refresh', run: reload },
    { id: 'indices.create', run: create, isEnabled: !isReadOnly },
    { id: 'indices.hidden', run: () => place.change.setHidden(place.search.includeHiddenIndices !== true) },
    { id: 'indices.export', run: exportCsv, isEnabled: found.length > 0 },
  ]);

  const createButton = (
    <span title={isReadOnly ? READ_ONLY_REASON : undefined}>
      <Button variant="primary" icon={Plus} onPress={create} isDisabled={isReadOnly}>
        Create index
      </Button>
    </span>
  );
  return (
    <div
      className={styles['page']}
      onFocus={({ target }) => {
        focused.current = target;
      }}
    >
      <div className={styles['head']}>
        <p className={styles['lead']}>
          {query.data === undefined
            ? query.error === null
              ? 'Reading the indices of the cluster'
              : ''
            : `${indexCount(listed.length)}${listed.length < all.length ? `, ${(all.length - listed.length).toLocaleString('en')} not shown` : ''}`}
        </p>
        <div className={styles['actions']}>
          <ButtonMenu
            label={selection.length === 0 ? 'Manage indices' : `Manage ${indexCount(selection.length)}`}
            isDisabled={selection.length === 0}
            items={indexMenu(selection, menu)}
          />
          {createButton}
        </div>
      </div>
      <div className={styles['notices']}>
        {query.error !== null && (
          <ApiErrorNotice
            title={
              query.data === undefined
                ? 'The indices can’t be listed'
                : 'The indices could not be read again: what is shown may be old'
            }
            error={query.error}
            onRetry={reload}
          />
        )}
        <ActionReports
          reports={actions.reports}
          isReadOnly={isReadOnly}
          onDismiss={actions.dismiss}
          onAgain={(report, names) => {
            actions.dismiss(report);
            const again = new Set(names);
            // As from the menu: what asks first asks again.
            menu.onAction(
              INDEX_ACTIONS[report.run.action],
              all.filter(({ name }) => again.has(name)),
            );
          }}
        />
        {query.data !== undefined &&
          banners.map(({ id, of }) => {
            const banner = of(all);
            if (banner === null) return null;
            const { filter } = banner;
            return (
              <Banner
                key={id}
                kind={banner.kind}
                title={banner.title}
                {...(filter !== undefined && {
                  actions: (
                    <Button size="small" onPress={() => place.change.onFilter(filter)}>
                      Show them
                    </Button>
                  ),
                })}
              >
                {banner.text}
              </Banner>
            );
          })}
      </div>
      <IndicesToolbar
        place={place}
        input={input}
        faults={rows.faults}
        columns={columns}
        onColumns={setColumns}
        onExport={exportCsv}
        onReload={reload}
        isReading={query.isFetching}
      />
      {query.data === undefined ? (
        query.error === null && <IndexSkeleton />
      ) : found.length === 0 ? (
        <NothingFound place={place} rows={rows} createButton={createButton} />
      ) : (
        <FoundIndices
          found={found}
          sort={rows.sort}
          order={rows.order}
          largest={rows.largest}
          askedPage={place.search.page ?? 1}
          pageSize={place.search.pageSize ?? DEFAULT_SIZE}
          change={place.change}
          ticked={ticked}
          onTick={setTicked}
          selection={selection}
          canSelectAll={rows.faults.length === 0}
          chosen={columns}
          busy={actions.busy}
          menu={menu}
        />
      )}
      {dialog}
    </div>
  );
}

interface FoundIndicesProps {
  readonly found: readonly Index[];
  readonly sort: IndexRows['sort'];
  readonly order: IndexRows['order'];
  readonly largest: number;
  readonly askedPage: number;
  readonly pageSize: PageSize;
  readonly change: IndicesPlace['change'];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (names: ReadonlySet<string>) => void;
  readonly selection: readonly Index[];
  readonly canSelectAll: boolean;
  readonly chosen: ReturnType<typeof useColumns>[0];
  readonly busy: ReturnType<typeof useIndexActions>['busy'];
  readonly menu: ReturnType<typeof useIndexDialogs>['menu'];
}

/** One page of what was found. Renders again when that changes, not with each key of the filter. */
const FoundIndices = memo(function FoundIndices(props: FoundIndicesProps) {
  const {
    found,
    sort,
    order,
    largest,
    askedPage,
    pageSize,
    change,
    ticked,
    onTick,
    selection,
    canSelectAll,
    chosen,
    busy,
    menu,
  } = props;
  const { badges } = useExtensions();
  const page = shownPage(askedPage, pageSize, found.length);
  const shown = useMemo(() => found.slice((page - 1) * pageSize, page * pageSize), [found, page, pageSize]);
  const columns = useMemo(
    () => indexColumns({ chosen, badges, busy, largest, onFilter: change.addFilter, menu }),
    [chosen, badges, busy, largest, change, menu],
  );
  const isPageTicked = shown.length < found.length && shown.every(({ name }) => ticked.has(name));
  return (
    <>
      {isPageTicked && (
        <p className={styles['all']} role="status">
          {selection.length === found.length
            ? `All ${indexCount(found.length)} that match are selected.`
            : `${indexCount(selection.length)} are selected.`}
          {selection.length < found.length && canSelectAll && (
            <Button size="small" variant="quiet" onPress={() => onTick(new Set(found.map(nameOf)))}>
              Select all {found.length.toLocaleString('en')} that match
            </Button>
          )}
          <Button size="small" variant="quiet" onPress={() => onTick(new Set())}>
            Clear selection
          </Button>
        </p>
      )}
      <DataTable
        label="Indices"
        columns={columns}
        rows={shown}
        rowKey={nameOf}
        sort={{ sort, order }}
        onSort={change.onSort}
        selection={{ selected: ticked, onChange: onTick, labelOf }}
      />
      <Pager
        label="Pages of indices"
        page={page}
        pageSize={pageSize}
        total={found.length}
        onPage={change.onPage}
        onPageSize={change.onPageSize}
      />
    </>
  );
});

/** Why there is no row, and what to do: there is no index, all are hidden, or none matches. */
function NothingFound({
  place,
  rows: { all, listed, hiddenMatches },
  createButton,
}: {
  readonly place: IndicesPlace;
  readonly rows: IndexRows;
  readonly createButton: ReactNode;
}) {
  const include = (label: string) => <Button onPress={() => place.change.setHidden(true)}>{label}</Button>;
  if (all.length === 0) {
    return (
      <EmptyState icon={TableProperties} title="This cluster has no indices" actions={createButton}>
        Create one with settings, mappings and aliases; or write a document, and the cluster makes its index.
      </EmptyState>
    );
  }
  if (listed.length === 0) {
    return (
      <EmptyState
        icon={TableProperties}
        title="All indices are hidden"
        actions={
          <>
            {include('Include hidden indices')}
            {createButton}
          </>
        }
      >
        {indexCount(all.length)} of this cluster begin with a dot, are flagged as hidden, or are left out by a switch
        above.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title="No index matches"
      actions={
        <>
          <Button variant="primary" onPress={() => place.change.onFilter('')}>
            Clear filter
          </Button>
          {hiddenMatches > 0 && include(`Include hidden indices (${hiddenMatches.toLocaleString('en')} match)`)}
        </>
      }
    >
      None of {indexCount(listed.length)} fits the filter.
    </EmptyState>
  );
}
