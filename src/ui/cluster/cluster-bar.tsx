import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Chip } from '../kit/chip.tsx';
import { Deferred } from '../kit/deferred.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { Select } from '../kit/select.tsx';
import { engineTitle } from '../platform/target-engines.ts';
import { useApi } from '../platform/api-provider.tsx';
import { useApiQuery } from '../platform/use-api-query.ts';
import styles from './cluster-bar.module.css';
import { healthLabel, healthMark } from './health-labels.ts';
import { SCRATCH_WORDS } from './cluster-words.tsx';
import { StatusButton } from './status-button.tsx';
import { useCluster } from './use-cluster.ts';
import { useServerGone } from './use-server-gone.ts';

const ClusterDetails = lazyPart(async () => (await import('./cluster-details.tsx')).ClusterDetails);

interface ClusterBarProps {
  /** Beside the name of a document, where there is little room: only the status of the cluster. */
  readonly isBrief?: boolean;
  /** The engine is shown beside it already. */
  readonly isEngineSaid?: boolean;
}

/** The present cluster, its status, the signed-in user, and the other clusters that can be chosen. */
export function ClusterBar({ isBrief = false, isEngineSaid = false }: ClusterBarProps) {
  const { clusterId } = useApi();
  const { data: list } = useApiQuery('clusters.list', {});
  const { data, error } = useCluster();
  const isGone = useServerGone();
  const navigate = useNavigate();
  const [isPressed, setIsPressed] = useState(false);
  const clusters = list?.clusters ?? [];
  const [first] = clusters;
  if (first === undefined) return error === null ? null : <span className={styles['facts']}>Server unreachable</span>;
  const chosen = clusterId === null ? first : clusters.find(({ id }) => id === clusterId);
  const [mark, label] = isGone
    ? ['unknown', 'Server unreachable']
    : chosen === undefined
      ? ['unknown', 'Unknown cluster']
      : [healthMark(data), healthLabel(data)];
  const status = { mark, label, name: chosen?.label };
  return (
    <div
      className={styles['bar']}
      role="group"
      aria-label="Cluster"
      {...(isBrief && { 'data-brief': true })}
      {...(isGone && { 'data-gone': true })}
    >
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
              // Undefined, not absent: an absent parameter is retained.
              search: (before: object): object => ({ ...before, cluster: id === first.id ? undefined : id }),
            })
          }
        />
      ) : (
        <span className={styles['name']}>{chosen.label}</span>
      )}
      <Deferred fallback={<StatusButton {...status} onPress={() => setIsPressed(true)} />}>
        <ClusterDetails
          {...status}
          entry={chosen}
          status={data}
          isGone={isGone}
          isReadOnly={list?.isReadOnly === true}
          isOpenAtFirst={isPressed}
        />
      </Deferred>
      {chosen?.kind === 'sandbox' && (
        <Chip tone="accent" title="Sample data on this machine. No real cluster is affected.">
          Sandbox
        </Chip>
      )}
      {chosen?.isScratch === true && (
        <Chip tone="warning" title={SCRATCH_WORDS}>
          Scratch
        </Chip>
      )}
      {data?.engine && !isEngineSaid && <span className={styles['facts']}>{engineTitle(data.engine)}</span>}
      {list?.isReadOnly === true && <Chip tone="warning">Read-only</Chip>}
      {data?.user !== undefined && <span className={styles['userName']}>{data.user}</span>}
    </div>
  );
}
