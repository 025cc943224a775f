import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { StatusCell } from '../indices/index-cells.tsx';
import { useIndexActions } from '../indices/index-actions-provider.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Health } from '../../kit/health.tsx';
import { formatCount, Facts, displaySize } from './facts.tsx';
import styles from './index-detail.module.css';
import { Loaded } from './loaded.tsx';

/** How an index is doing, what it belongs to, and what extensions add. */
export function SummaryTab({ name }: { readonly name: string }) {
  const query = useApiQuery('indices.reload', { body: { indexNames: [name] } });
  const { summaries, badges } = useExtensions();
  const { busy } = useIndexActions();
  return (
    <Loaded query={query} what="the index">
      {(rows) => {
        const index = rows.find((row) => row.name === name);
        if (index === undefined) {
          return (
            <EmptyState
              icon={SearchX}
              title="There is no such index"
              actions={
                <Link className={styles['link']} to={ROUTES.indices}>
                  Go back to the indices
                </Link>
              }
            >
              It may have been deleted or renamed, or it is on another cluster.
            </EmptyState>
          );
        }
        const { health, data_stream: stream, ilmPolicyName } = index;
        return (
          <>
            <Facts
              facts={[
                ['Health', health && <Health health={health} />],
                ['Status', <StatusCell key="status" status={index.status} rowStatus={busy.get(name)} />],
                ['Primary shards', formatCount(index.primary)],
                ['Replicas', formatCount(index.replica)],
                ['Documents', formatCount(index.documents)],
                ['Deleted documents', formatCount(index.documents_deleted)],
                ['Size', displaySize(index.size)],
                ['Primary size', displaySize(index.primary_size)],
                [
                  'Aliases',
                  index.aliases.length === 0 ? (
                    'None'
                  ) : (
                    <span className={styles['mono']}>{index.aliases.join(', ')}</span>
                  ),
                ],
                [
                  'Data stream',
                  stream && (
                    <Link className={styles['link']} to={ROUTES.dataStream} params={{ name: stream }}>
                      {stream}
                    </Link>
                  ),
                ],
                ['Mode', index.mode],
                ['Lifecycle policy', ilmPolicyName],
                ['Hidden', index.hidden ? 'Yes' : 'No'],
                ['UUID', index.uuid && <span className={styles['mono']}>{index.uuid}</span>],
                [
                  'Badges',
                  badges
                    .filter(({ matchIndex }) => matchIndex(index))
                    .map(({ label }) => label)
                    .join(', ') || undefined,
                ],
              ]}
            />
            {summaries.map(({ id, title, of }) => {
              const part = of(index);
              return part === null ? null : (
                <section key={id}>
                  <h2 className={styles['title']}>{title}</h2>
                  {part}
                </section>
              );
            })}
          </>
        );
      }}
    </Loaded>
  );
}
