import { Link } from '@tanstack/react-router';
import type { RouteAnswer } from '#domain/wire';
import { Chip } from '../../kit/chip.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import { ListTime } from '../../lists/list-time.tsx';
import lists from '../../lists/lists.module.css';
import { ROUTES } from '../../platform/route-table.ts';
import { PLAN_STATES } from './plan-labels.ts';
import styles from './plans.module.css';

export type PlanRow = RouteAnswer<'plans.list'>['plans'][number];

const column = columnHelper<PlanRow>();

/** The columns of the list of plans. */
export const PLAN_COLUMNS = column.columns([
  column.accessor('title', {
    header: 'Plan',
    cell: ({ row: { original } }) => (
      <>
        <Link to={ROUTES.plan} params={{ planId: original.id }} className={lists['link']}>
          {original.title}
        </Link>
        <span className={styles['under']}>
          {original.createdBy} · <ListTime at={original.createdAt} />
        </span>
      </>
    ),
  }),
  column.accessor('state', {
    header: 'State',
    meta: { className: styles['state'] },
    cell: ({ row: { original } }) => {
      const { label, tone } = PLAN_STATES[original.state];
      return <Chip tone={tone}>{label}</Chip>;
    },
  }),
  column.accessor('done', {
    id: 'steps',
    header: 'Steps done',
    enableSorting: false,
    meta: { className: styles['steps'], isNumeric: true },
    cell: ({ row: { original } }) => `${original.done} of ${original.steps}`,
  }),
  column.accessor('createdBy', { id: 'author', header: 'Created by', meta: { className: styles['author'] } }),
  column.accessor('createdAt', {
    id: 'created',
    header: 'Created',
    meta: { className: styles['created'] },
    sortDescFirst: true,
    cell: ({ row }) => <ListTime at={row.original.createdAt} />,
  }),
]);
