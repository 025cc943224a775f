import { Link } from '@tanstack/react-router';
import type { DataStream } from '#domain/console';
import { APP_BASE } from '../../platform/app-base.ts';
import { TimeAgo } from '../../files/time-ago.tsx';
import { Chip } from '../../kit/chip.tsx';
import type { DataColumn } from '../../kit/data-table.tsx';
import { Health } from '../../kit/health.tsx';
import hidden from '../../kit/visually-hidden.module.css';
import lists from '../../lists/lists.module.css';
import { BackingIndicesLink, LifecyclePolicyLink, TemplateLink } from '../../lists/links.tsx';
import styles from './data-streams.module.css';
import type { DataStreamColumn, DataStreamsSearch } from './data-streams-search.ts';

/** The columns of the list; size and last update where they were asked for. `search` is kept when one is opened. */
export function dataStreamColumns(
  hasStats: boolean,
  now: string,
  search: DataStreamsSearch,
): readonly DataColumn<DataStream, DataStreamColumn>[] {
  const stats: readonly DataColumn<DataStream, DataStreamColumn>[] = [
    {
      id: 'size',
      header: 'Storage size',
      className: styles['number'],
      isNumeric: true,
      firstOrder: 'desc',
      sortBy: ({ storageSizeBytes }) => storageSizeBytes,
      cell: ({ storageSize, storageSizeBytes }) =>
        storageSize ?? (storageSizeBytes === undefined ? '' : `${storageSizeBytes.toLocaleString('en')} b`),
    },
    {
      id: 'updated',
      header: 'Last updated',
      className: styles['updated'],
      firstOrder: 'desc',
      sortBy: ({ maxTimeStamp }) => maxTimeStamp,
      cell: ({ maxTimeStamp }) => <LastUpdated at={maxTimeStamp} now={now} />,
    },
  ];
  return [
    {
      id: 'name',
      header: 'Name',
      sortBy: ({ name }) => name,
      cell: ({ name, hidden, _meta }) => (
        <>
          <Link to={`${APP_BASE}/data_streams/$name`} params={{ name }} search={search} className={lists['link']}>
            {name}
          </Link>
          <span className={lists['chips']}>
            {hidden && <Chip>Hidden</Chip>}
            {_meta?.['managed'] === true && (
              <Chip title="By something else than people: its _meta says so">Managed</Chip>
            )}
          </span>
        </>
      ),
    },
    {
      id: 'health',
      header: 'Health',
      className: styles['health'],
      sortBy: ({ health }) => health,
      cell: ({ health }) => <Health health={health} />,
    },
    {
      id: 'indices',
      header: 'Indices',
      className: styles['number'],
      isNumeric: true,
      firstOrder: 'desc',
      sortBy: ({ indices }) => indices.length,
      cell: ({ name, indices }) => (
        <BackingIndicesLink name={name}>
          {indices.length.toLocaleString('en')}
          <span className={hidden['text']}> backing indices of {name}</span>
        </BackingIndicesLink>
      ),
    },
    {
      id: 'generation',
      header: 'Generation',
      className: styles['generation'],
      isNumeric: true,
      firstOrder: 'desc',
      sortBy: ({ generation }) => generation,
      cell: ({ generation }) => generation.toLocaleString('en'),
    },
    {
      id: 'template',
      header: 'Index template',
      className: styles['template'],
      sortBy: ({ indexTemplateName }) => indexTemplateName,
      cell: ({ indexTemplateName }) => indexTemplateName !== undefined && <TemplateLink name={indexTemplateName} />,
    },
    {
      id: 'ilm',
      header: 'Lifecycle policy',
      className: styles['policy'],
      sortBy: ({ ilmPolicyName }) => ilmPolicyName,
      cell: ({ ilmPolicyName }) => ilmPolicyName !== undefined && <LifecyclePolicyLink name={ilmPolicyName} />,
    },
    ...(hasStats ? stats : []),
  ];
}

/** When the newest document is from. */
export function LastUpdated({ at, now }: { readonly at: number | undefined; readonly now: string }) {
  if (at === undefined) return null;
  if (at <= 0 || at > 8.64e15) return <span className={styles['muted']}>No documents</span>;
  return <TimeAgo at={new Date(at).toISOString()} now={now} />;
}
