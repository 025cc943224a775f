import { countShards, type Index, type Shard } from '#domain/console';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { Facts, formatCount } from './facts.tsx';
import { Panel } from './panel.tsx';
import styles from './summary.module.css';

/** Maximum number of tiles; the numbers show the same counts. */
const MOST_TILES = 200;

type Copy = 'primary' | 'replica' | 'initializing' | 'unassigned' | 'missing';

/** The number of copies of an index's shards, and the copies that are not on any node. */
export function ShardsPanel({ index: { name, primary, replica } }: { readonly index: Index }) {
  const { data, error } = useApiQuery('shards.get', { params: { name } });
  const shards = data?.shards;
  const counts = shards && countShards(shards);
  return (
    <Panel title="Shards">
      {shards !== undefined && <Tiles shards={shards} />}
      <Facts
        facts={[
          ['Primary shards', counts ? ofTotal(counts.activePrimaries, counts.primaries) : formatCount(primary)],
          [
            'Replica shards',
            counts
              ? ofTotal(counts.activeReplicas, counts.replicas)
              : primary === undefined || replica === undefined
                ? undefined
                : formatCount(primary * replica),
          ],
          ['Replicas per primary', formatCount(replica)],
          ['Initializing', counts && counts.initializing > 0 ? formatCount(counts.initializing) : undefined],
          [
            'Unassigned',
            counts && (
              <span className={counts.unassigned > 0 ? styles['strong'] : undefined}>
                {formatCount(counts.unassigned)}
              </span>
            ),
          ],
        ]}
      />
      {error !== null && (
        <p className={styles['engine']}>Couldn’t load shard states: {error.cluster?.reason ?? error.message}</p>
      )}
    </Panel>
  );
}

/** Such as "2", or "1 of 2 active" where some are not active. */
function ofTotal(active: number, total: number): string | undefined {
  return active === total
    ? formatCount(total)
    : `${active.toLocaleString('en')} of ${total.toLocaleString('en')} active`;
}

/** A square for each copy, the copies of a shard side by side. The numbers below show the same. */
function Tiles({ shards }: { readonly shards: readonly Shard[] }) {
  const { primaries, replicas } = countShards(shards);
  if (primaries + replicas > MOST_TILES) return null;
  return (
    <div className={styles['tiles']} aria-hidden>
      {shards.map((shard) => (
        <span key={shard.shard} className={styles['copies']} title={`Shard ${shard.shard}`}>
          {copiesOf(shard).map((copy, at) => (
            // Copies are identified only by their position.
            <span key={at} className={styles['tile']} data-copy={copy} />
          ))}
        </span>
      ))}
    </div>
  );
}

function copiesOf({ isPrimaryActive, active, initializing, unassigned }: Shard): readonly Copy[] {
  const replicas = Array.from({ length: active - (isPrimaryActive ? 1 : 0) }, (): Copy => 'replica');
  const starting = Array.from({ length: initializing }, (): Copy => 'initializing');
  // Without an active primary and initializing copies, the first unassigned copy is the primary.
  const missing = Array.from({ length: unassigned }, (_, at): Copy =>
    !isPrimaryActive && initializing === 0 && at === 0 ? 'missing' : 'unassigned',
  );
  const copies = [...starting, ...missing];
  return isPrimaryActive ? ['primary', ...replicas, ...copies] : copies;
}
