import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, type ReactNode } from 'react';
import {
  filterIndices,
  INDEX_ACTIONS,
  indexCount,
  indexFilter,
  indicesCsv,
  withExpression,
  type Index,
} from '#domain/console';
import { useActions } from '../../actions/use-actions.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { announce } from '../../kit/announcer.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Deferred } from '../../kit/deferred.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { Columns3, Download, Plus, SearchX, TableProperties } from '../../kit/icons/icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { ButtonMenu, ChoiceMenu } from '../../kit/menu.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { ResourceList, type ShownItems } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { ActionReports } from './action-reports.tsx';
import { CHOSEN_COLUMNS, useColumns } from './column-choice.ts';
import { useIndexActions } from './index-actions-provider.tsx';
import { ExtensionFaults } from './extension-faults.tsx';
import { IndexChoices } from './index-choices.tsx';
import { INDEX_COLUMNS, IndexCells } from './index-columns.tsx';
import { indexMenu } from './index-menu.tsx';
import { readIndicesSearch } from './indices-search.ts';
import { useIndexDialogs } from './use-index-dialogs.tsx';
import { useIndexRows } from './use-index-rows.ts';

const WelcomeNotice = lazyPart(async () => (await import('./welcome-notice.tsx')).WelcomeNotice);

const NOUN = { one: 'index', many: 'indices' } as const;
const ADDRESS = { readSearch: readIndicesSearch } as const;
const LABELS = { refresh: 'Refresh' } as const;
const nameOf = ({ name }: Index) => name;
const find = (indices: readonly Index[], text: string) => filterIndices(indices, indexFilter(text));

/** The indices of the cluster that is chosen, with what can be done with them. */
export function IndexList() {
  const url = useListUrlState(ADDRESS);
  const { text, change, changeFilter, onFilter } = url;
  const { query, all, sorted, largest } = useIndexRows(url.search);
  const { busy, reports, dismiss, start } = useIndexActions();
  const { menu, dialog } = useIndexDialogs({ busy, reports, dismiss, start });
  const { badges, banners } = useExtensions();
  const [columns, setColumns] = useColumns();
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
    () => ({ badges, busy, largest, onFilter: addFilter, menu }),
    [badges, busy, largest, addFilter, menu],
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
  return (
    <IndexCells value={cells}>
      <ResourceList
        noun={NOUN}
        icon={TableProperties}
        intro={({ foundCount }) =>
          query.data === undefined
            ? query.error === null && 'Loading indices...'
            : countText(sorted.length, foundCount, hiddenCount)
        }
        labels={LABELS}
        url={url}
        query={query}
        onRefresh={() => void query.refetch()}
        items={sorted}
        isSorted
        getRowId={nameOf}
        nameOf={nameOf}
        columns={INDEX_COLUMNS}
        columnVisibility={columnVisibility}
        find={find}
        filterField={{
          placeholder: 'Name or health:red',
          maxLength: 2_000,
          isWide: true,
          fault: fault && `At character ${fault.at + 1}: ${fault.message}`,
        }}
        choices={<IndexChoices url={url} />}
        isSelectable
        offersAllMatching
        actions={({ selected }) => (
          <>
            <ButtonMenu
              label={selected.length === 0 ? 'Manage indices' : `Manage ${indexCount(selected.length)}`}
              isDisabled={selected.length === 0}
              items={indexMenu(selected, menu)}
            />
            {createButton}
          </>
        )}
        tools={(shown) => (
          <>
            <ChoiceMenu label="Columns" icon={Columns3} items={CHOSEN_COLUMNS} chosen={columns} onChange={setColumns} />
            <ExportButton {...shown} />
          </>
        )}
        notices={
          <>
            <Deferred fallback={null}>
              <WelcomeNotice />
            </Deferred>
            <ExtensionFaults />
            <ActionReports
              reports={reports}
              isReadOnly={isReadOnly}
              onDismiss={dismiss}
              onAgain={(report, names) => {
                dismiss(report);
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
          all.length === 0
            ? {
                title: 'This cluster has no indices',
                text: 'Create an index with settings, mappings and aliases, or index a document to create one automatically.',
                actions: createButton,
              }
            : {
                title: 'All indices are hidden',
                text: `${indexCount(all.length)} start with a dot, are flagged as hidden, or are excluded by a switch above.`,
                actions: (
                  <>
                    {includeHidden('Include hidden indices')}
                    {createButton}
                  </>
                ),
              }
        }
        noMatches={() => (
          <NoMatches
            listedCount={sorted.length}
            onClear={() => onFilter('')}
            hiddenMatches={hiddenCount === 0 ? 0 : find(all, text).length}
            includeHidden={includeHidden}
          />
        )}
      />
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

/** Saves what is found, as a button and as an action. */
function ExportButton({ getFound, foundCount }: ShownItems<Index>) {
  const save = () => {
    saveFile('indices.csv', indicesCsv(getFound()), 'text/csv;charset=utf-8');
    announce(`Exported ${indexCount(foundCount)}`);
  };
  useActions([{ id: 'indices.export', run: save, isEnabled: foundCount > 0 }]);
  return <IconButton icon={Download} label="Export as CSV" onPress={save} />;
}

interface NoMatchesProps {
  readonly listedCount: number;
  /** How many of those that are not listed match. */
  readonly hiddenMatches: number;
  readonly onClear: () => void;
  readonly includeHidden: (label: string) => ReactNode;
}

/** Says that the filter leaves nothing, and leads to hidden indices that it would leave. */
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
