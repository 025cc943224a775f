import { Link } from '@tanstack/react-router';
import { countOf } from '#domain/console';
import { kindTitle } from '#domain/code';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { shortCommit, type CodeClaim } from '../../cluster/use-code-claims.ts';
import { Screen } from '../../frame/screen.tsx';
import common from '../../kit/common.module.css';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Braces, CircleAlert } from '../../kit/icons/icons.ts';
import { columnHelper } from '../../kit/use-data-table.ts';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListTime } from '../../lists/list-time.tsx';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import lists from '../../lists/lists.module.css';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import type { UnreadSearch } from '../../platform/search-schema.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { ClaimFlyout } from './claim-flyout.tsx';
import { detailOf } from './claim-links.ts';
import { ClaimMenu } from './claim-menu.tsx';
import { claimId, SHOWN_STATES, shownState, STATE_WORDS } from './claim-states.ts';
import { readCodeSearch, type CodeSearch } from './code-search.ts';
import styles from './code.module.css';
import { StateChip } from './state-chip.tsx';

/** What projects of files claim on the cluster, and whether it is still as it was applied. */
export function CodeScreen() {
  return (
    <Screen title="Code">
      <ClusterGate>
        <Claims />
      </ClusterGate>
    </Screen>
  );
}

const NOUN = { one: 'managed object', many: 'managed objects' } as const;
const ADDRESS = {
  readSearch: readCodeSearch,
  defaultSort: { sort: 'state', order: 'asc' },
  detailParams: ['claim'],
} as const;
const NONE: readonly CodeClaim[] = [];
const nameOf = ({ name }: CodeClaim) => name;

function find(claims: readonly CodeClaim[], text: string): readonly CodeClaim[] {
  return filterRows(claims, text, (claim) => {
    const { name, kind, project, file, applied } = claim;
    const state = shownState(claim);
    return [
      ...[name, kindTitle(kind), project, file, applied.by],
      ...[applied.environment ?? undefined, applied.commit ?? undefined],
      state && STATE_WORDS[state].label,
    ];
  });
}

const column = columnHelper<CodeClaim>();

/** The columns of the list of claims. */
export const CLAIM_COLUMNS = column.columns([
  column.accessor('name', { header: 'Name', cell: ({ row }) => <ObjectName claim={row.original} /> }),
  column.accessor((claim) => rankOf(claim), {
    id: 'state',
    header: 'State',
    meta: { className: styles['state'] },
    cell: ({ row }) => <ClaimState claim={row.original} />,
  }),
  column.accessor(({ kind }) => kindTitle(kind), { id: 'kind', header: 'Kind', meta: { className: styles['kind'] } }),
  column.accessor('project', { header: 'Project', meta: { className: styles['project'] } }),
  column.accessor('file', {
    header: 'File',
    meta: { className: styles['file'] },
    cell: ({ getValue }) => (
      <span className={common['mono']} title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  column.accessor(({ applied }) => applied.commit ?? undefined, {
    id: 'commit',
    header: 'Commit',
    enableSorting: false,
    meta: { className: styles['commit'] },
    cell: ({ row }) => <Commit {...row.original.applied} />,
  }),
  column.accessor(({ applied }) => applied.at, {
    id: 'applied',
    header: 'Applied',
    meta: { className: styles['applied'] },
    sortDescFirst: true,
    cell: ({ getValue }) => <ListTime at={getValue()} />,
  }),
  column.accessor(({ applied }) => applied.by, { id: 'by', header: 'By', meta: { className: styles['by'] } }),
  column.display({
    id: 'menu',
    header: 'Actions',
    meta: { className: lists['menu'], isActions: true },
    cell: ({ row }) => <ClaimMenu claim={row.original} />,
  }),
]);

/** The place of its state in the order of the list. */
function rankOf(claim: CodeClaim): number | undefined {
  const state = shownState(claim);
  return state && SHOWN_STATES.indexOf(state);
}

/** A link to the object, where the cluster has it. */
function ObjectName({ claim }: { readonly claim: CodeClaim }) {
  const { name, state } = claim;
  if (state === 'missing') return <>{name}</>;
  return (
    <Link {...detailOf(claim)} className={lists['link']}>
      {name}
    </Link>
  );
}

/** Opens the claim beside the list. */
function ClaimState({ claim }: { readonly claim: CodeClaim }) {
  const state = shownState(claim);
  return (
    <Link
      to={ROUTES.code}
      search={(before: UnreadSearch): CodeSearch => ({ ...readCodeSearch(before), claim: claimId(claim) })}
      className={styles['open']}
      aria-label={`${state === undefined ? 'Details' : STATE_WORDS[state].label}: ${claim.name}`}
    >
      {state === undefined ? 'Details' : <StateChip state={state} />}
    </Link>
  );
}

function Commit({ commit, isDirty }: CodeClaim['applied']) {
  if (commit === null) return null;
  return (
    <code
      title={isDirty ? `${commit} with uncommitted changes` : commit}
    >{`${shortCommit(commit)}${isDirty ? '*' : ''}`}</code>
  );
}

function Claims() {
  const url = useListUrlState(ADDRESS);
  const query = useApiQuery('code.claims', { query: { state: true } });
  const refetch = useRefetch();
  const { claims = NONE, more = 0, hidden = 0 } = query.data ?? {};
  const openId = url.search.claim;
  const opened = claims.find((claim) => claimId(claim) === openId);
  const list = useResourceList({
    ...{ noun: NOUN, url, query, items: claims, nameOf, getRowId: claimId, columns: CLAIM_COLUMNS, find },
    onRefresh: () => void refetch('code.claims', 'actions.list'),
    opened: { name: opened?.name ?? openId, onClose: url.close },
    openId,
  });
  const unlisted = unlistedSentence(more, hidden);
  return (
    <ResourceList
      list={list}
      detail={({ name, onClose }) => (
        <ClaimFlyout
          key={openId}
          name={name}
          claim={opened}
          isPending={query.data === undefined && query.error === null}
          onClose={onClose}
        />
      )}
    >
      <ListHead intro="Templates and indices that projects of files claim with mapledger apply, and whether the cluster still has them as they were applied." />
      <ListToolbar list={list} />
      <ListRows
        list={list}
        notices={unlisted !== '' && claims.length > 0 && <p className={common['muted']}>{unlisted}</p>}
        empty={
          unlisted === '' ? (
            <EmptyState icon={Braces} title="Nothing is managed by code yet">
              <p>
                What <code>mapledger apply --server</code> applies to this cluster from a project of files is listed
                here, with its file, its commit and whether it was changed since.
              </p>
            </EmptyState>
          ) : (
            <EmptyState icon={CircleAlert} title="Nothing that you may read is managed by code">
              <p>{unlisted}</p>
            </EmptyState>
          )
        }
      />
    </ResourceList>
  );
}

/** What the list leaves out; empty where it has everything. */
function unlistedSentence(more: number, hidden: number): string {
  return [
    ...(more > 0 ? [`${countOf(more, 'more managed object is', 'more managed objects are')} not listed.`] : []),
    ...(hidden > 0
      ? [
          `${countOf(hidden, 'managed object is', 'managed objects are')} not listed, because you may not read ${hidden === 1 ? 'it' : 'them'} on the cluster.`,
        ]
      : []),
  ].join(' ');
}
