import { Link } from '@tanstack/react-router';
import type { AliasEntry } from '#domain/console';
import { formatJson } from '#domain/json';
import { Chip } from '../../kit/chip.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import { IndexLink } from '../../lists/links.tsx';
import type { UnreadSearch } from '../../platform/search-schema.ts';
import lists from '../../lists/lists.module.css';
import { AliasMenu } from './alias-menu.tsx';
import { openAlias } from './aliases-search.ts';
import styles from './aliases.module.css';

const column = columnHelper<AliasEntry>();

/** The columns of the list of aliases. */
export const ALIAS_COLUMNS = column.columns([
  column.accessor('alias', {
    id: 'alias',
    header: 'Alias',
    cell: ({ row: { original } }) => (
      <>
        <Link to="." search={(before: UnreadSearch) => openAlias(before, original)} className={lists['link']}>
          {original.alias}
        </Link>
        <span className={lists['chips']}>
          {original.is_write_index === true && (
            <Chip tone="accent" title="Writes to the alias go to this index">
              Write index
            </Chip>
          )}
          {original.is_hidden === true && <Chip>Hidden</Chip>}
        </span>
      </>
    ),
  }),
  column.accessor('index', {
    id: 'index',
    header: 'Index',
    meta: { isName: true },
    cell: ({ row }) => <IndexLink name={row.original.index} />,
  }),
  column.accessor('filter', {
    id: 'filter',
    header: 'Filter',
    enableSorting: false,
    meta: { className: styles['filter'] },
    cell: ({ row: { original } }) => {
      if (original.filter === undefined) return null;
      const filter = formatJson(original.filter);
      return (
        <code className={styles['clip']} title={filter}>
          {filter}
        </code>
      );
    },
  }),
  column.accessor('index_routing', {
    id: 'routing',
    header: 'Routing',
    enableSorting: false,
    meta: { className: styles['routing'] },
    cell: ({ row: { original } }) => <span title={routingText(original)}>{routingText(original)}</span>,
  }),
  column.display({
    id: 'menu',
    header: 'Actions',
    meta: { className: lists['menu'], isActions: true },
    cell: ({ row }) => <AliasMenu entry={row.original} />,
  }),
]);

function routingText({ index_routing: index, search_routing: search }: AliasEntry): string | undefined {
  if (index === search) return index;
  return [index && `index ${index}`, search && `search ${search}`].filter(Boolean).join(', ');
}
