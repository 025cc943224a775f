import { useMemo, useState } from 'react';
import { isSystemIndex, type AliasEntry } from '#domain/console';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Screen } from '../../frame/screen.tsx';
import { Button } from '../../kit/button.tsx';
import { AtSign, Move, RefreshCcw, Trash2 } from '../../kit/icons/icons.ts';
import { Switch } from '../../kit/switch.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { RolloverDialog } from '../rollover/rollover-dialog.tsx';
import { AliasChangeDialog, type AliasChange } from './alias-change-dialog.tsx';
import { ALIAS_COLUMNS } from './alias-columns.tsx';
import { idOfEntry } from './alias-operations.ts';
import { readAliasesSearch } from './aliases-search.ts';

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
  const [rolled, setRolled] = useState<AliasEntry | null>(null);
  const all = query.data ?? NONE;
  const includesHidden = url.search.includeHidden === true;
  const hiddenCount = useMemo(() => all.filter(isHiddenEntry).length, [all]);
  const listed = useMemo(
    () => (includesHidden ? all : all.filter((entry) => !isHiddenEntry(entry))),
    [all, includesHidden],
  );
  const refresh = () => void refetch('all_aliases.list');
  return (
    <>
      <ResourceList
        noun={NOUN}
        icon={AtSign}
        intro="Secondary names of indices, with what each leads to."
        url={url}
        query={query}
        onRefresh={refresh}
        items={listed}
        getRowId={idOfEntry}
        nameOf={idOfEntry}
        columns={ALIAS_COLUMNS}
        find={find}
        isSelectable={!isReadOnly}
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
        empty={
          hiddenCount > 0
            ? { title: 'All aliases are hidden', text: <p>Turn on hidden aliases to see them.</p> }
            : {
                title: 'No aliases yet',
                text: <p>An alias is a secondary name for one or more indices that applications can use.</p>,
              }
        }
        actions={() => (
          <>
            {isReadOnly && <span>{READ_ONLY_REASON}</span>}
            <Button variant="primary" isDisabled={isReadOnly} onPress={() => setChange({ kind: 'add' })}>
              Add alias
            </Button>
          </>
        )}
        tools={({ selected: [first, ...others] }) =>
          first !== undefined && (
            <>
              {others.length === 0 && (
                <Button icon={RefreshCcw} onPress={() => setRolled(first)}>
                  Roll over
                </Button>
              )}
              <Button icon={Move} onPress={() => setChange({ kind: 'move', entries: [first, ...others] })}>
                Move
              </Button>
              <Button
                variant="dangerQuiet"
                icon={Trash2}
                onPress={() => setChange({ kind: 'remove', entries: [first, ...others] })}
              >
                Remove
              </Button>
            </>
          )
        }
      />
      {change !== null && <AliasChangeDialog change={change} onClose={() => setChange(null)} />}
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
    </>
  );
}
