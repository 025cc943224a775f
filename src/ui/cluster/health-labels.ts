import type { ClusterStatus } from '#domain/console';

const WORDS = { green: 'Green', yellow: 'Yellow', red: 'Red' } as const;
const STATES = { down: 'Down', sign_in: 'Not signed in', forbidden: 'Forbidden' } as const;
/** The reason for each health of a cluster or an index, by its shards. */
export const HEALTH_REASONS = {
  green: 'All shards are assigned.',
  yellow: 'All data is available, but some replica shards are not assigned.',
  red: 'Some primary shards are not assigned. Data may be missing.',
} as const;

/** The status of a cluster, in a word or two. */
export function healthLabel(status: ClusterStatus | undefined): string {
  if (status === undefined) return 'Checking';
  if (status.state !== 'up') return STATES[status.state];
  return status.health === undefined ? 'Up' : WORDS[status.health];
}

/** The mark of the dot beside it. */
export function healthMark(status: ClusterStatus | undefined): string {
  if (status === undefined) return 'unknown';
  return status.state === 'up' ? (status.health ?? 'unknown') : 'red';
}

/** The reason for the status; undefined where it is not known. */
export function healthReason({ state, health, error }: ClusterStatus): string | undefined {
  if (state !== 'up') return error?.message;
  return health && HEALTH_REASONS[health];
}
