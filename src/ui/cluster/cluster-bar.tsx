import { useNavigate } from '@tanstack/react-router';
import { Chip } from '../kit/chip.tsx';
import { HealthDot } from '../kit/health.tsx';
import { Select } from '../kit/select.tsx';
import { engineTitle } from '../platform/target-engines.ts';
import { useApi } from '../platform/api-provider.tsx';
import { useApiQuery } from '../platform/use-api-query.ts';
import styles from './cluster-bar.module.css';
import { SignedIn } from './signed-in.tsx';
import { useCluster } from './use-cluster.ts';

const WORDS = { green: 'Green', yellow: 'Yellow', red: 'Red' } as const;
const REASONS = {
  green: 'All shards are assigned.',
  yellow: 'Some replica shards are not assigned. No data is missing.',
  red: 'Some primary shards are not assigned, or the cluster is down. Data may be missing.',
} as const;
const STATES = { down: 'Down', sign_in: 'Not signed in', forbidden: 'Forbidden' } as const;

interface ClusterBarProps {
  /** Beside the name of a document: where there is little room, how the cluster is doing is enough. */
  readonly isBrief?: boolean;
}

/** Which cluster this is about, how it is doing, and the others that can be chosen. */
export function ClusterBar({ isBrief = false }: ClusterBarProps) {
  const { clusterId } = useApi();
  const { data: list } = useApiQuery('clusters.list', {});
  const { data, error } = useCluster();
  const navigate = useNavigate();
  const clusters = list?.clusters ?? [];
  const [first] = clusters;
  if (first === undefined) return error === null ? null : <span className={styles['facts']}>Server unreachable</span>;
  const chosen = clusterId === null ? first : clusters.find(({ id }) => id === clusterId);
  const mark = data === undefined ? 'unknown' : data.state === 'up' ? (data.health ?? 'unknown') : 'red';
  const health =
    chosen === undefined
      ? 'Unknown cluster'
      : data === undefined
        ? 'Checking'
        : data.state !== 'up'
          ? STATES[data.state]
          : data.health === undefined
            ? 'Up'
            : WORDS[data.health];
  return (
    <div className={styles['bar']} role="group" aria-label="Cluster" {...(isBrief && { 'data-brief': true })}>
      <span className={styles['health']} {...(mark in REASONS && { title: REASONS[mark as keyof typeof REASONS] })}>
        <HealthDot health={mark} />
        <span className={styles['healthText']}>{health}</span>
      </span>
      {clusters.length > 1 || chosen === undefined ? (
        <Select
          label="Cluster"
          isLabelHidden
          items={clusters.map(({ id, label }) => ({ id, label }))}
          value={chosen?.id ?? null}
          placeholder="Choose a cluster"
          onChange={(id) =>
            void navigate({
              to: '.',
              // Undefined, not absent: what is absent is retained.
              search: (before: object): object => ({ ...before, cluster: id === first.id ? undefined : id }),
            })
          }
        />
      ) : (
        <span className={styles['name']}>{chosen.label}</span>
      )}
      {chosen?.kind === 'sandbox' && (
        <Chip tone="accent" title="Sample data on this machine. No real cluster is affected.">
          Sandbox
        </Chip>
      )}
      {data?.engine && <span className={styles['facts']}>{engineTitle(data.engine)}</span>}
      {list?.isReadOnly === true && <Chip tone="warning">Read-only</Chip>}
      {data?.user !== undefined && <SignedIn user={data.user} label={data.label} />}
    </div>
  );
}
