import type { Index } from '#domain/console';
import { countOf } from '#domain/console';
import { capitalized } from '#domain/console';
import { CopyPlus } from '../../../kit/icons/screen-icons.ts';
import type { ExtensionsService } from '../../extensions.ts';
import { shardAdvice } from './shard-advice.ts';

const NO_REPLICA = 'replica:0';

function hasNoReplica({ replica, hidden, status }: Index): boolean {
  return replica === 0 && !hidden && status !== 'close';
}

/** Adds tools for replicas and shards to the lists of indices. */
export function addReplicasExtension(extensions: ExtensionsService): void {
  extensions.addBadge({
    matchIndex: hasNoReplica,
    label: 'No replica',
    filterExpression: NO_REPLICA,
    color: 'warning',
  });

  extensions.addBanner({
    id: 'replicas.health',
    of(indices) {
      const red = indices.filter(({ health }) => health === 'red').length;
      if (red > 0)
        return {
          kind: 'danger',
          title: `${count(red)} red: some data is unavailable`,
          filter: 'health:red',
        };
      const yellow = indices.filter(({ health }) => health === 'yellow').length;
      if (yellow === 0) return null;
      return {
        kind: 'warning',
        title: `${count(yellow)} yellow: some replicas are unassigned`,
        text: 'No data is lost, but a node failure could lose some.',
        filter: 'health:yellow',
      };
    },
  });

  extensions.addFilter({
    id: 'replicas.health',
    label: 'Health',
    options: ['green', 'yellow', 'red'].map((health) => ({
      label: capitalized(health),
      filterExpression: `health:${health}`,
    })),
  });

  extensions.addToggle({
    id: 'replicas.closed',
    label: 'Closed indices',
    matchIndex: ({ status }) => status === 'close',
  });

  extensions.addSummary({ id: 'replicas.shards', title: 'Shard size', of: shardAdvice });

  extensions.addAction({
    id: 'replicas.one',
    label: (indices) => (indices.length === 1 ? 'Set replicas to 1' : `Set replicas of ${indices.length} indices to 1`),
    icon: CopyPlus,
    isAvailable: (indices) => indices.length > 0 && indices.every(hasNoReplica),
    confirm: (indices) => ({
      title: `Set replicas of ${indices.length === 1 ? (indices[0]?.name ?? '') : `${indices.length} indices`} to 1?`,
      text: `The cluster will copy every shard of ${indices.map(({ name }) => name).join(', ')} to a second node, which doubles the disk usage.`,
      button: 'Set replicas to 1',
    }),
    async run(indices, api) {
      // In sequence: each one changes the cluster state, and the first that is refused ends the run with its reason.
      for (const { name } of indices)
        await api.call('settings.update', { params: { name }, body: { 'index.number_of_replicas': 1 } });
    },
  });
}

function count(indices: number): string {
  return countOf(indices, 'index is', 'indices are');
}
