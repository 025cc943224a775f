import { Link } from '@tanstack/react-router';
import { ilmPolicyNameOf, type IndexTemplateItem } from '#domain/template';
import { APP_BASE } from '../../platform/app-base.ts';
import { Chip } from '../../kit/chip.tsx';
import type { DataColumn } from '../../kit/data-table.tsx';
import { LifecyclePolicyLink } from '../../lists/links.tsx';
import lists from '../../lists/lists.module.css';
import { SectionChips, TypeChip } from './template-chips.tsx';
import styles from './templates.module.css';
import type { TemplateColumn, TemplatesSearch } from './templates-search.ts';

/** The columns of the list; `search` is kept when a template is opened. */
export function templateColumns(search: TemplatesSearch): readonly DataColumn<IndexTemplateItem, TemplateColumn>[] {
  const isLegacyList = search.kind === 'legacy';
  const { legacy: _, ...kept } = search;
  const components: DataColumn<IndexTemplateItem, TemplateColumn> = {
    id: 'components',
    header: 'Components',
    className: styles['components'],
    isNumeric: true,
    firstOrder: 'desc',
    sortBy: ({ composedOf }) => composedOf.length,
    cell: ({ composedOf }) => <span title={composedOf.join(', ')}>{composedOf.length.toLocaleString('en')}</span>,
  };
  return [
    {
      id: 'name',
      header: 'Name',
      sortBy: ({ name }) => name,
      cell: ({ name, _kbnMeta: { type, hasDatastream, isLegacy } }) => (
        <>
          <Link
            to={`${APP_BASE}/templates/$name`}
            params={{ name }}
            search={isLegacy ? { ...kept, legacy: true } : kept}
            className={lists['link']}
          >
            {name}
          </Link>
          <span className={lists['chips']}>
            <TypeChip type={type} />
            {hasDatastream && <Chip tone="accent">Data stream</Chip>}
          </span>
        </>
      ),
    },
    {
      id: 'patterns',
      header: 'Index patterns',
      className: styles['patterns'],
      sortBy: ({ indexPatterns }) => indexPatterns.join(', '),
      cell: ({ indexPatterns }) => (
        <span className={styles['mono']} title={indexPatterns.join(', ')}>
          {indexPatterns.join(', ')}
        </span>
      ),
    },
    ...(isLegacyList ? [] : [components]),
    {
      id: 'policy',
      header: 'Lifecycle policy',
      className: styles['policy'],
      sortBy: ilmPolicyNameOf,
      cell: (template) => {
        const name = ilmPolicyNameOf(template);
        return name !== undefined && <LifecyclePolicyLink name={name} />;
      },
    },
    {
      id: 'priority',
      header: isLegacyList ? 'Order' : 'Priority',
      className: styles['priority'],
      isNumeric: true,
      firstOrder: 'desc',
      sortBy: ({ priority, order }) => (isLegacyList ? order : priority),
      cell: ({ priority, order }) => (isLegacyList ? order : priority)?.toLocaleString('en'),
    },
    {
      id: 'content',
      header: 'Content',
      className: styles['content'],
      cell: (template) => <SectionChips {...template} />,
    },
  ];
}
