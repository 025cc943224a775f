import { Link } from '@tanstack/react-router';
import { ilmPolicyNameOf, type IndexTemplateItem } from '#domain/template';
import { ROUTES } from '../../platform/route-table.ts';
import { CodeChip } from '../../cluster/code-claim.tsx';
import { Chip } from '../../kit/chip.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import { LifecyclePolicyLink } from '../../lists/links.tsx';
import type { UnreadSearch } from '../../platform/search-schema.ts';
import common from '../../kit/common.module.css';
import lists from '../../lists/lists.module.css';
import { SectionChips, TypeChip } from './template-chips.tsx';
import { TemplateMenu } from './template-menu.tsx';
import styles from './templates.module.css';
import { readTemplatesSearch, type TemplatesSearch } from './templates-search.ts';

const column = columnHelper<IndexTemplateItem>();

const name = column.accessor('name', {
  header: 'Name',
  cell: ({ row: { original } }) => (
    <>
      <Link
        to={ROUTES.template}
        params={{ name: original.name }}
        search={original._kbnMeta.isLegacy ? openLegacy : openComposable}
        className={lists['link']}
      >
        {original.name}
      </Link>
      <span className={lists['chips']}>
        <TypeChip type={original._kbnMeta.type} />
        {original._kbnMeta.hasDatastream && <Chip tone="accent">Data stream</Chip>}
        {!original._kbnMeta.isLegacy && <CodeChip kind="index_template" name={original.name} />}
      </span>
    </>
  ),
});

const patterns = column.accessor(({ indexPatterns }) => indexPatterns.join(', '), {
  id: 'patterns',
  header: 'Index patterns',
  meta: { className: styles['patterns'] },
  cell: ({ getValue }) => (
    <span className={common['mono']} title={getValue()}>
      {getValue()}
    </span>
  ),
});

const components = column.accessor(({ composedOf }) => composedOf.length, {
  id: 'components',
  header: 'Components',
  meta: { className: styles['components'], isNumeric: true },
  sortDescFirst: true,
  cell: ({ row: { original } }) => (
    <span title={original.composedOf.join(', ')}>{original.composedOf.length.toLocaleString('en')}</span>
  ),
});

const policy = column.accessor(ilmPolicyNameOf, {
  id: 'policy',
  header: 'Lifecycle policy',
  meta: { className: styles['policy'], isName: true },
  cell: ({ getValue }) => {
    const policyName = getValue();
    return policyName !== undefined && <LifecyclePolicyLink name={policyName} />;
  },
});

const content = column.display({
  id: 'content',
  header: 'Content',
  meta: { className: styles['content'] },
  cell: ({ row }) => <SectionChips {...row.original} />,
});

const menu = column.display({
  id: 'menu',
  header: 'Actions',
  meta: { className: lists['menu'], isActions: true },
  cell: ({ row: { original } }) => (
    <TemplateMenu
      kind={original._kbnMeta.isLegacy ? 'legacy_template' : 'index_template'}
      name={original.name}
      item={original}
    />
  ),
});

/** Precedence among several matching templates: the greater number wins. */
function precedence(header: string, of: (template: IndexTemplateItem) => number | undefined) {
  return column.accessor(of, {
    id: 'priority',
    header,
    meta: { className: styles['priority'], isNumeric: true },
    sortDescFirst: true,
    cell: ({ getValue }) => getValue()?.toLocaleString('en'),
  });
}

export const COMPOSABLE_COLUMNS = column.columns([
  name,
  patterns,
  components,
  policy,
  precedence('Priority', ({ priority }) => priority),
  content,
  menu,
]);

export const LEGACY_COLUMNS = column.columns([
  name,
  patterns,
  policy,
  precedence('Order', ({ order }) => order),
  content,
  menu,
]);

function openComposable(before: UnreadSearch): TemplatesSearch {
  const { legacy: _, ...loaded } = readTemplatesSearch(before);
  return loaded;
}

function openLegacy(before: UnreadSearch): TemplatesSearch {
  return { ...readTemplatesSearch(before), legacy: true };
}
