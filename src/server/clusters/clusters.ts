import type { ClusterEntry } from '#domain/console';
import { ClusterError, type ClusterCall, type ClusterFault, type ClusterGateway } from '#domain/ports';
import type { Capabilities, OpenCluster } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import { SANDBOX_ID } from '../settings/cluster-settings.ts';
import { probeCapabilities } from '../console/capabilities.ts';
import { redactorOf, type Credentials } from '../cluster/credentials.ts';
import type { RemoteCluster } from '../cluster/remote-cluster.ts';

/** The embedded engine. Screens mark it as a sandbox next to its label. */
export const SANDBOX_ENTRY = {
  id: SANDBOX_ID,
  label: 'Built-in engine',
  kind: 'sandbox',
} as const satisfies ClusterEntry;

/** One cluster of the configuration, ready to be asked. */
export type ConfiguredCluster =
  | { readonly entry: ClusterEntry & { readonly kind: 'sandbox' }; readonly gateway: ClusterGateway }
  | {
      readonly entry: ClusterEntry & { readonly kind: 'remote' };
      readonly remote: RemoteCluster;
      readonly credentials?: Credentials;
    };

/** Who has signed in to a cluster. The same object for as long as the session lasts. */
export interface SignedIn {
  readonly user: string;
  readonly credentials: Credentials;
}

/** The clusters of the configuration. A browser names one by its id, never by a URL. */
export interface Clusters {
  /** The first is taken where none is named. */
  readonly entries: readonly ClusterEntry[];
  /**
   * With the session's credentials, else with the server's own.
   * @throws RequestError 404 for an id that there is not
   */
  open(id?: string, session?: SignedIn): OpenCluster;
  /**
   * The way to a cluster with credentials that are to be tried, or with none.
   * @throws RequestError 404, 409 for the sandbox
   */
  tryCredentials(id: string | undefined, credentials?: Credentials): ClusterGateway;
  close(): Promise<void>;
}

/** After one of these the cluster may come back as another one. */
const WAS_DOWN: ReadonlySet<ClusterFault> = new Set([
  'unreachable',
  'tls',
  'timeout',
  'cut',
  'redirected',
  'not_json',
  'overloaded',
]);
/** Faults of a probe that say nothing lasting about the cluster. */
const NOT_PROBED: ReadonlySet<ClusterFault> = new Set([...WAS_DOWN, 'failed', 'too_large']);

export function openClusters(configured: readonly ConfiguredCluster[]): Clusters {
  const byId = new Map(configured.map((cluster) => [cluster.entry.id, cluster]));
  const own = new Map<string, OpenCluster>();
  /** Each is gone with its session. */
  const ofSessions = new WeakMap<SignedIn, OpenCluster>();

  function find(id: string | undefined): ConfiguredCluster {
    const found = id === undefined ? configured[0] : byId.get(id);
    if (found !== undefined) return found;
    const ids = configured.map(({ entry }) => entry.id);
    throw new RequestError(404, `Unknown cluster "${String(id).slice(0, 64)}". Available: ${ids.join(', ')}.`, {
      clusters: ids,
    });
  }

  return {
    entries: configured.map(({ entry }) => entry),
    open(id, session) {
      const cluster = find(id);
      if (session === undefined || !('remote' in cluster)) {
        const cached = own.get(cluster.entry.id);
        if (cached !== undefined) return cached;
        const credentials = 'remote' in cluster ? cluster.credentials : undefined;
        const opened = openCluster(
          cluster.entry,
          'remote' in cluster ? cluster.remote.connect(credentials) : cluster.gateway,
          { redact: redactorOf(credentials) },
        );
        own.set(cluster.entry.id, opened);
        return opened;
      }
      const cached = ofSessions.get(session);
      if (cached?.entry.id === cluster.entry.id) return cached;
      const opened = openCluster(cluster.entry, cluster.remote.connect(session.credentials), {
        user: session.user,
        redact: redactorOf(session.credentials),
      });
      ofSessions.set(session, opened);
      return opened;
    },
    tryCredentials(id, credentials) {
      const cluster = find(id);
      if ('remote' in cluster) return cluster.remote.connect(credentials);
      throw new RequestError(
        409,
        `"${cluster.entry.label}" requires no credentials. You can use it without signing in.`,
      );
    },
    async close() {
      await Promise.all(configured.flatMap((cluster) => ('remote' in cluster ? [cluster.remote.close()] : [])));
    },
  };
}

/** What the cluster can do is probed when it is first asked for, and again after the cluster was down. */
function openCluster(
  entry: ClusterEntry,
  gateway: ClusterGateway,
  rest: Pick<OpenCluster, 'user' | 'redact'>,
): OpenCluster {
  let cached: Promise<Capabilities> | undefined;
  const forgettingAfter = (faults: ReadonlySet<ClusterFault>): ClusterGateway => ({
    async send(call: ClusterCall) {
      try {
        return await gateway.send(call);
      } catch (error) {
        if (error instanceof ClusterError && faults.has(error.fault)) cached = undefined;
        throw error;
      }
    },
  });
  const watched = forgettingAfter(WAS_DOWN);
  return {
    entry,
    gateway: watched,
    async capabilities() {
      const probing = (cached ??= probeCapabilities(forgettingAfter(NOT_PROBED)));
      try {
        return await probing;
      } catch (error) {
        if (cached === probing) cached = undefined;
        throw error;
      }
    },
    ...rest,
  };
}
