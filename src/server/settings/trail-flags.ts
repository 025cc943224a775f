import type { ClusterSettings } from './cluster-settings.ts';
import { SettingsError } from './cluster-settings.ts';

/** Where the trail is kept beside the data folder. */
export interface TrailIndexSettings {
  /** Id of a cluster of the configuration. */
  readonly cluster: string;
  readonly index: string;
}

export interface TrailSettings {
  /** Whether browsers record their drafts on this server. */
  readonly hasSharedTrail: boolean;
  /** The index that servers share their trail in; `left` where this server goes on without the one that it had. */
  readonly trailIndex?: TrailIndexSettings | 'left';
}

export const TRAIL_OPTIONS = {
  'no-shared-trail': { type: 'boolean', default: false },
  'trail-index': { type: 'string' },
} as const;

interface Flags {
  readonly 'no-shared-trail': boolean;
  readonly 'trail-index'?: string | undefined;
}

const LEFT = 'none';
const INDEX_NAME = /^[a-z0-9][a-z0-9_.-]{0,199}$/;

/** @throws SettingsError */
export function readTrailFlags(
  flags: Flags,
  env: Readonly<Record<string, string | undefined>>,
  { clusters, isReadOnly }: { readonly clusters: readonly ClusterSettings[]; readonly isReadOnly: boolean },
): TrailSettings {
  const hasSharedTrail = !flags['no-shared-trail'];
  const text = flags['trail-index'] ?? (env['MAPLEDGER_TRAIL_INDEX'] || undefined);
  if (text === undefined) return { hasSharedTrail };
  if (text === LEFT) return { hasSharedTrail, trailIndex: 'left' };
  const parts = text.split('/');
  const index = parts.pop() ?? '';
  const [cluster = clusters[0]?.id] = parts;
  if (parts.length > 1 || !INDEX_NAME.test(index) || index === '_all')
    throw new SettingsError(
      `--trail-index is the name of an index, or CLUSTER/INDEX, such as mapledger-trail; or ${LEFT}. It is not "${text}".`,
    );
  if (cluster === undefined || !clusters.some(({ id }) => id === cluster))
    throw new SettingsError(
      cluster === undefined
        ? '--trail-index needs a cluster: name one with --cluster or --clusters-file.'
        : `--trail-index: unknown cluster "${cluster}". Available: ${clusters.map(({ id }) => id).join(', ') || 'none'}.`,
    );
  if (isReadOnly)
    throw new SettingsError('--trail-index writes to a cluster, so it can’t be combined with --read-only.');
  return { hasSharedTrail, trailIndex: { cluster, index } };
}
