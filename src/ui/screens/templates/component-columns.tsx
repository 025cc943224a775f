import { Link } from '@tanstack/react-router';
import type { ComponentTemplateItem } from '#domain/template';
import { ROUTES } from '../../platform/route-table.ts';
import { Chip } from '../../kit/chip.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import { countOf } from '../../lists/deletion-report.tsx';
import type { UnreadSearch } from '../../lists/list-search.ts';
import lists from '../../lists/lists.module.css';
import { SectionChips } from './template-chips.tsx';
import styles from './templates.module.css';
import { readComponentsSearch, type ComponentsSearch } from './templates-search.ts';

const column = columnHelper<ComponentTemplateItem>();
const INDEX_TEMPLATE = { one: 'index template', many: 'index templates' } as const;

/** The columns of the list of component templates. */
export const COMPONENT_COLUMNS = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original } }) => (
      <>
        <Link
          to={ROUTES.componentTemplate}
          params={{ name: original.name }}
          search={openSummary}
          className={lists['link']}
        >
          {original.name}
        </Link>
        {original.isManaged && (
          <span className={lists['chips']}>
            <Chip title="Managed (from _meta)">Managed</Chip>
          </span>
        )}
      </>
    ),
  }),
  column.accessor(({ usedBy }) => usedBy.length, {
    id: 'usedBy',
    header: 'Used by',
    meta: { className: styles['usedBy'] },
    sortDescFirst: true,
    cell: ({ row: { original } }) =>
      original.usedBy.length === 0 ? (
        <span className={styles['muted']}>Not in use</span>
      ) : (
        <span title={original.usedBy.join(', ')}>{countOf(original.usedBy.length, INDEX_TEMPLATE)}</span>
      ),
  }),
  column.display({
    id: 'content',
    header: 'Content',
    meta: { className: styles['content'] },
    cell: ({ row }) => <SectionChips {...row.original} />,
  }),
]);

function openSummary(before: UnreadSearch): ComponentsSearch {
  const { tab: _, ...loaded } = readComponentsSearch(before);
  return loaded;
}
