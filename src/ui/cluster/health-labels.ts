import type { ClusterStatus } from '#domain/console';

const WORDS = { green: 'Green', yellow: 'Yellow', red: 'Red' } as const;
const STATES = { down: 'Down', sign_in: 'Not signed in', forbidden: 'Forbidden' } as const;
/** Why the shards of a cluster or an index give it its health. */
export const HEALTH_REASONS = {
  green: 'All shards are assigned.',
  yellow: 'All data is available, but some replica shards are not assigned.',
  red: 'Some primary shards are not assigned. Data may be missing.',
} as const;

/** How a cluster is doing, in a word or two. */
export function healthLabel(status: ClusterStatus | undefined): string {
  if (status === undefined) return 'Checking';
  if (status.state !== 'up') return STATES[status.state];
  return status.health === undefined ? 'Up' : WORDS[status.health];
}

/** What the dot beside it shows. */
export function healthMark(status: ClusterStatus | undefined): string {
  if (status === undefined) return 'unknown';
  return status.state === 'up' ? (status.health ?? 'unknown') : 'red';
}

/** Why it is so; undefined where that is not known. */
export function healthReason({ state, health, error }: ClusterStatus): string | undefined {
  if (state !== 'up') return error?.message;
  return health && HEALTH_REASONS[health];
}
