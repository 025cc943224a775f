import type { ClusterSettings } from '../settings/cluster-settings.ts';

/** What all names begin with that a run creates on a cluster. */
export const FUZZ_PREFIX = 'mapledger-fuzz-';

/** In the place of a cluster: a sandbox in memory that only one thread has. */
export const OWN_SANDBOX = 'sandbox';

/** What a thread writes to. */
export type EngineChoice = ClusterSettings | typeof OWN_SANDBOX;
