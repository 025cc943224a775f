import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, type ReactNode } from 'react';
import {
  filterIndices,
  INDEX_ACTIONS,
  INDEX_REFRESH_SECONDS,
  indexCount,
  indexFilter,
  indicesCsv,
  withExpression,
  type Index,
} from '#domain/console';
import { useActions } from '../../actions/use-actions.tsx';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { MissingNotice } from '../../cluster/missing-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { announce } from '../../kit/announcer.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Deferred } from '../../kit/deferred.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { Download, Plus, SearchX, TableProperties } from '../../kit/icons/icons.ts';
import { Columns3 } from '../../kit/icons/screen-icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { ButtonMenu, ChoiceMenu } from '../../kit/menu.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { SelectAllBar } from '../../lists/select-all-bar.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList, type ListState } from '../../lists/use-resource-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { ActionReports } from './action-reports.tsx';
import { CHOSEN_COLUMNS } from './column-choice.ts';
import { useIndexActions } from './index-actions-provider.tsx';
import { ExtensionFaults } from './extension-faults.tsx';
import { IndexChoices } from './index-choices.tsx';
import { INDEX_COLUMNS, INDEX_COLUMNS_BY_FIELDS, IndexCells } from './index-columns.tsx';
import { indexMenu } from './index-menu.tsx';
import { readIndicesSearch } from './indices-search.ts';
import { useIndexDialogs } from './use-index-dialogs.tsx';
import { useColumns } from './use-columns.ts';
import { useIndexFacts, type FactsByIndex } from './use-index-facts.ts';
import { useIndexRows } from './use-index-rows.ts';

const WelcomeNotice = lazyPart(async () => (await import('./welcome-notice.tsx')).WelcomeNotice);

const NOUN = { one: 'index', many: 'indices' } as const;
const ADDRESS = { readSearch: readIndicesSearch } as const;
const nameOf = ({ name }: Index) => name;
const find = (indices: readonly Index[], text: string) => filterIndices(indices, indexFilter(text));

/** The indices of the chosen cluster, and the actions on them. */
export function IndexList() {
  const url = useListUrlState(ADDRESS);
  const { text, change, changeFilter, onFilter } = url;
  const { offered, columns, choose } = useColumns(url.search.columns, change);
  const known = useIndexFacts(columns, url.sorting);
  const { facts, areFieldsKnown, showPage } = known;
  const { query, all, sorted, largest } = useIndexRows(url.search, url.sorting, known);
  const { busy, reports, dismiss, start } = useIndexActions();
  const { menu, dialog } = useIndexDialogs({ busy, reports, dismiss, start });
  const { badges, banners } = useExtensions();
  const columnVisibility = useMemo(
    () => Object.fromEntries(CHOSEN_COLUMNS.map(({ id }) => [id, columns.has(id)])),
    [columns],
  );
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const [fault] = useMemo(() => indexFilter(text).faults, [text]);
  const addFilter = useCallback(
    (expression: string) => changeFilter((filter) => withExpression(filter, expression)),
    [changeFilter],
  );
  const cells = useMemo(
    () => ({ badges, busy, largest, facts, onFilter: addFilter, menu }),
    [badges, busy, largest, facts, addFilter, menu],
  );
  const setHidden = (includeHiddenIndices: boolean) => change({ includeHiddenIndices, page: undefined });
  const create = () => void navigate({ to: ROUTES.createIndex });
  useActions([
    { id: 'indices.create', run: create, isEnabled: !isReadOnly },
    { id: 'indices.hidden', run: () => setHidden(url.search.includeHiddenIndices !== true) },
  ]);
  const createButton = (
    <span title={isReadOnly ? READ_ONLY_REASON : undefined}>
      <Button variant="primary" icon={Plus} onPress={create} isDisabled={isReadOnly}>
        Create index
      </Button>
    </span>
  );
  const includeHidden = (label: string) => <Button onPress={() => setHidden(true)}>{label}</Button>;
  const hiddenCount = all.length - sorted.length;
  const list = useResourceList({
    ...{ noun: NOUN, url, query, items: sorted, nameOf, columnVisibility, find },
    isNarrowed: true,
    columns: areFieldsKnown ? INDEX_COLUMNS_BY_FIELDS : INDEX_COLUMNS,
    onRefresh() {
      void query.refetch();
      known.refresh();
    },
    isSorted: true,
    isSelectable: true,
  });
  const { selected } = list;
  showPage(list.getShown().map(nameOf), list.table.getPageCount() <= 1);
  return (
    <IndexCells value={cells}>
      <ResourceList list={list}>
        <ListHead
          intro={
            query.data === undefined
              ? query.error === null && 'Loading indices...'
              : countText(sorted.length, list.foundCount, hiddenCount)
          }
        >
          <ButtonMenu
            label={selected.length === 0 ? 'Manage indices' : `Manage ${indexCount(selected.length)}`}
            isDisabled={selected.length === 0}
            items={indexMenu(selected, menu)}
          />
          {createButton}
        </ListHead>
        <ListToolbar
          list={list}
          field={{
            placeholder: 'Name or health:red',
            maxLength: 2_000,
            isWide: true,
            fault: fault && `At character ${fault.at + 1}: ${fault.message}`,
          }}
          choices={<IndexChoices url={url} />}
          refreshEvery={INDEX_REFRESH_SECONDS}
          refreshLabel="Refresh"
        >
          <ChoiceMenu label="Columns" icon={Columns3} items={offered} chosen={columns} onChange={choose} />
          <ExportButton list={list} facts={facts} />
        </ListToolbar>
        <ListRows
          list={list}
          notices={
            <>
              <Deferred fallback={null}>
                <WelcomeNotice />
              </Deferred>
              <ExtensionFaults />
              {known.missing.length > 0 && <MissingNotice answer={known} />}
              {known.error !== null && (
                <ApiErrorNotice title="Couldn’t load the added columns" error={known.error} onRetry={known.refresh} />
              )}
              {!areFieldsKnown && url.sorting.some(({ id }) => id === 'fields') && (
                <Banner kind="info" title="Not sorted by fields">
                  Fields are counted for one page at a time. To sort by them, filter the list down to one page.
                </Banner>
              )}
              <ActionReports
                reports={reports}
                isReadOnly={isReadOnly}
                onDismiss={dismiss}
                onAgain={(report, names) => {
                  dismiss(report);
                  const again = new Set(names);
                  // As from the menu: an action that asks for confirmation asks again.
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
                  const { kind, title, text: words, filter } = banner;
                  return (
                    <Banner
                      key={id}
                      kind={kind}
                      title={title}
                      {...(filter !== undefined && {
                        actions: (
                          <Button size="small" onPress={() => onFilter(filter)}>
                            Show
                          </Button>
                        ),
                      })}
                    >
                      {words}
                    </Banner>
                  );
                })}
            </>
          }
          empty={
            all.length === 0 ? (
              <EmptyState icon={TableProperties} title="This cluster has no indices" actions={createButton}>
                Create an index with settings, mappings and aliases, or index a document to create one automatically.
              </EmptyState>
            ) : (
              <EmptyState
                icon={TableProperties}
                title="All indices are hidden"
                actions={
                  <>
                    {includeHidden('Include hidden indices')}
                    {createButton}
                  </>
                }
              >
                {indexCount(all.length)} start with a dot, are flagged as hidden, or are excluded by a switch above.
              </EmptyState>
            )
          }
          noMatches={
            list.foundCount === 0 && (
              <NoMatches
                listedCount={sorted.length}
                onClear={() => onFilter('')}
                hiddenMatches={hiddenCount === 0 ? 0 : find(all, text).length}
                includeHidden={includeHidden}
              />
            )
          }
        >
          <SelectAllBar list={list} offersAll={fault === undefined} />
        </ListRows>
      </ResourceList>
      {dialog}
    </IndexCells>
  );
}

/** "11 indices (8 hidden)"; with a filter "3 of 11 indices (8 hidden)". */
function countText(listedCount: number, foundCount: number, hiddenCount: number): string {
  const found = foundCount === listedCount ? '' : `${foundCount.toLocaleString('en')} of `;
  const hidden = hiddenCount === 0 ? '' : ` (${hiddenCount.toLocaleString('en')} hidden)`;
  return `${found}${indexCount(listedCount)}${hidden}`;
}

/** Exports the matching indices, as a button and as an action. */
function ExportButton({ list, facts }: { readonly list: ListState<Index>; readonly facts: FactsByIndex }) {
  const { getFound, foundCount } = list;
  const save = () => {
    saveFile('indices.csv', indicesCsv(getFound(), facts), 'text/csv;charset=utf-8');
    announce(`Exported ${indexCount(foundCount)}`);
  };
  useActions([{ id: 'indices.export', run: save, isEnabled: foundCount > 0 }]);
  return <IconButton icon={Download} label="Export as CSV" onPress={save} />;
}

interface NoMatchesProps {
  readonly listedCount: number;
  /** How many indices match that are not listed. */
  readonly hiddenMatches: number;
  readonly onClear: () => void;
  readonly includeHidden: (label: string) => ReactNode;
}

/** Reports that no listed index matches the filter, and offers to include hidden indices that match. */
function NoMatches({ listedCount, hiddenMatches, onClear, includeHidden }: NoMatchesProps) {
  return (
    <EmptyState
      icon={SearchX}
      title="No matching indices"
      actions={
        <>
          <Button variant="primary" onPress={onClear}>
            Clear filter
          </Button>
          {hiddenMatches > 0 && includeHidden(`Include hidden indices (${hiddenMatches.toLocaleString('en')})`)}
        </>
      }
    >
      None of {indexCount(listedCount)} match your filter.
    </EmptyState>
  );
}
