import { useMemo, useState } from 'react';
import { isSystemIndex, type AliasEntry } from '#domain/console';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useClusterId, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Screen } from '../../frame/screen.tsx';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Flyout } from '../../kit/flyout.tsx';
import { AtSign, Trash2 } from '../../kit/icons/icons.ts';
import { Move, RefreshCcw } from '../../kit/icons/screen-icons.ts';
import { Switch } from '../../kit/switch.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { useTypedForm } from '../../platform/use-typed-form.ts';
import { IndexLink } from '../../lists/links.tsx';
import { RolloverDialog } from '../rollover/rollover-dialog.tsx';
import { HistoryTab } from '../change-history/of-object/history-tab.tsx';
import { AliasChangeDialog, type AliasChange } from './alias-change-dialog.tsx';
import { AliasActionsContext } from './alias-menu.tsx';
import { ALIAS_COLUMNS } from './alias-columns.tsx';
import { idOfEntry } from './alias-operations.ts';
import { EditAliasDialog } from './edit-alias-dialog.tsx';
import { readAliasesSearch } from './aliases-search.ts';
import common from '../../kit/common.module.css';
import lists from '../../lists/lists.module.css';

/** Every alias of the cluster. */
export function AliasesScreen() {
  return (
    <Screen title="Aliases">
      <ClusterGate>
        <Aliases />
      </ClusterGate>
    </Screen>
  );
}

const NOUN = { one: 'alias', many: 'aliases' } as const;
const ADDRESS = {
  readSearch: readAliasesSearch,
  defaultSort: { sort: 'alias', order: 'asc' },
} as const;
const NONE: readonly AliasEntry[] = [];
const isHiddenEntry = ({ is_hidden: isHidden, index }: AliasEntry) =>
  isHidden === true || isSystemIndex({ name: index });
const find = (entries: readonly AliasEntry[], text: string) =>
  filterRows(entries, text, ({ alias, index }) => [alias, index]);

function Aliases() {
  const url = useListUrlState(ADDRESS);
  const query = useApiQuery('all_aliases.list', {});
  const refetch = useRefetch();
  const isReadOnly = useIsReadOnly();
  const [change, setChange] = useState<AliasChange | null>(null);
  const opened = useTypedForm('addAlias', typedFormStream('addAlias', useClusterId()));
  const [edited, setEdited] = useState<AliasEntry | null>(null);
  const [rolled, setRolled] = useState<AliasEntry | null>(null);
  const all = query.data ?? NONE;
  const includesHidden = url.search.includeHidden === true;
  const hiddenCount = useMemo(() => all.filter(isHiddenEntry).length, [all]);
  const listed = useMemo(
    () => (includesHidden ? all : all.filter((entry) => !isHiddenEntry(entry))),
    [all, includesHidden],
  );
  const rowActions = useMemo(
    () => ({
      onEdit: setEdited,
      onRollOver: setRolled,
      onMove: (entry: AliasEntry) => setChange({ kind: 'move', entries: [entry] }),
      onRemove: (entry: AliasEntry) => setChange({ kind: 'remove', entries: [entry] }),
    }),
    [],
  );
  const list = useResourceList({
    ...{ noun: NOUN, url, query, columns: ALIAS_COLUMNS, find },
    isNarrowed: true,
    onRefresh: () => void refetch('all_aliases.list'),
    items: listed,
    nameOf: idOfEntry,
    isSelectable: !isReadOnly,
    opened: { name: url.search.alias, onClose: () => url.change({ alias: undefined }) },
  });
  const [first, ...others] = list.selected;
  return (
    <AliasActionsContext value={rowActions}>
      {opened !== null && <UnreadableForms opened={opened} />}
      <ResourceList
        list={list}
        detail={({ name, onClose }) => (
          <AliasFlyout key={name} alias={name} entries={all.filter(({ alias }) => alias === name)} onClose={onClose} />
        )}
      >
        <ListHead intro="Names that point to one or more indices.">
          {isReadOnly && <span>{READ_ONLY_REASON}</span>}
          {opened !== null && opened.values !== null && change === null && <Chip tone="warning">Not applied</Chip>}
          <Button variant="primary" isDisabled={isReadOnly} onPress={() => setChange({ kind: 'add' })}>
            Add alias
          </Button>
        </ListHead>
        <ListToolbar
          list={list}
          choices={
            (hiddenCount > 0 || includesHidden) && (
              <Switch
                isSelected={includesHidden}
                onChange={(isOn) => url.change({ includeHidden: isOn ? true : undefined })}
              >
                Hidden aliases ({hiddenCount.toLocaleString('en')})
              </Switch>
            )
          }
        >
          {first !== undefined && (
            <>
              {others.length === 0 && (
                <Button icon={RefreshCcw} onPress={() => setRolled(first)}>
                  Roll over
                </Button>
              )}
              <Button icon={Move} onPress={() => setChange({ kind: 'move', entries: list.selected })}>
                Move
              </Button>
              <Button
                variant="dangerQuiet"
                icon={Trash2}
                onPress={() => setChange({ kind: 'remove', entries: list.selected })}
              >
                Remove
              </Button>
            </>
          )}
        </ListToolbar>
        <ListRows
          list={list}
          empty={
            hiddenCount > 0 ? (
              <EmptyState icon={AtSign} title="All aliases are hidden">
                <p>Turn on hidden aliases to see them.</p>
              </EmptyState>
            ) : (
              <EmptyState icon={AtSign} title="No aliases yet">
                <p>An alias is a secondary name for one or more indices that applications can use.</p>
              </EmptyState>
            )
          }
        />
      </ResourceList>
      {change !== null && (change.kind !== 'add' || opened !== null) && (
        <AliasChangeDialog
          change={change}
          listed={all}
          opened={opened}
          onEdit={(entry) => {
            setChange(null);
            setEdited(entry);
          }}
          onClose={() => setChange(null)}
        />
      )}
      {edited !== null && <EditAliasDialog entry={edited} onClose={() => setEdited(null)} />}
      {rolled !== null && (
        <RolloverDialog
          name={rolled.alias}
          kind="alias"
          hasOptions={all.some(
            ({ alias, filter, index_routing: routing }) =>
              alias === rolled.alias && (filter !== undefined || routing !== undefined),
          )}
          onClose={() => setRolled(null)}
        />
      )}
    </AliasActionsContext>
  );
}

interface AliasFlyoutProps {
  readonly alias: string;
  /** The alias on each of its indices; none where it no longer exists. */
  readonly entries: readonly AliasEntry[];
  readonly onClose: () => void;
}

/** One alias beside the list: its indices, and the recorded actions on it. */
function AliasFlyout({ alias, entries, onClose }: AliasFlyoutProps) {
  return (
    <Flyout title={alias} onClose={onClose}>
      <div className={lists['detail']} tabIndex={-1} data-autofocus>
        <div className={common['stack6']}>
          <section className={common['stack2']} aria-labelledby="alias-indices">
            <h3 id="alias-indices" className={common['large']}>
              Indices
            </h3>
            {entries.length === 0 ? (
              <p className={common['muted']}>No index has this alias.</p>
            ) : (
              <ul className={common['plainList']}>
                {entries.map(({ index, is_write_index: isWriteIndex }) => (
                  <li key={index}>
                    <IndexLink name={index} /> {isWriteIndex === true && <Chip tone="accent">Write index</Chip>}
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section className={common['stack2']} aria-labelledby="alias-history">
            <h3 id="alias-history" className={common['large']}>
              History
            </h3>
            <HistoryTab object={{ kind: 'alias', name: alias }} />
          </section>
        </div>
      </div>
    </Flyout>
  );
}
