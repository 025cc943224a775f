import { Link } from '@tanstack/react-router';
import type { Index } from '#domain/console';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { LifecyclePolicyLink } from '../../lists/links.tsx';
import { ExtensionFaults } from '../indices/extension-faults.tsx';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { StatusCell } from '../indices/index-cells.tsx';
import { useIndexActions } from '../indices/index-actions-provider.tsx';
import { Health } from '../../kit/health.tsx';
import { formatCount, Facts, displaySize } from './facts.tsx';
import styles from './index-detail.module.css';
import { Loaded } from './loaded.tsx';
import { NoSuchIndex } from './no-such-index.tsx';

/** How an index is doing, what it belongs to, and what extensions add. */
export function SummaryTab({ name }: { readonly name: string }) {
  const query = useApiQuery('indices.reload', { body: { indexNames: [name] } });
  const { summaries, badges } = useExtensions();
  const { busy } = useIndexActions();
  return (
    <Loaded query={query} what="the index">
      {(rows) => {
        const index = rows.find((row) => row.name === name);
        if (index === undefined) return <NoSuchIndex name={name} />;
        const { health, data_stream: stream, ilmPolicyName } = index;
        return (
          <>
            <Facts
              facts={[
                [
                  'Health',
                  health && (
                    <>
                      <Health health={health} />
                      {healthReason(index) !== null && <p className={styles['reason']}>{healthReason(index)}</p>}
                    </>
                  ),
                ],
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
                ['Lifecycle policy', ilmPolicyName && <LifecyclePolicyLink name={ilmPolicyName} />],
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
            <ExtensionFaults />
            {summaries.map(({ id, title, of }) => {
              const part = of(index);
              return part === null ? null : (
                <section key={id}>
                  <h2 className={styles['title']}>{title}</h2>
                  <PanelBoundary what={`The extension “${title}”`} resetKey={index}>
                    {part}
                  </PanelBoundary>
                </section>
              );
            })}
          </>
        );
      }}
    </Loaded>
  );
}

/** Why an index is not green, as far as its row tells. */
function healthReason({ health, replica = 0 }: Index): string | null {
  if (health === 'yellow')
    return `Not all replica shards are assigned. ${replica > 0 ? 'Each needs a node of its own: add nodes, or set fewer replicas.' : ''}`.trim();
  return health === 'red' ? 'A primary shard is not assigned. Searches miss its documents.' : null;
}
