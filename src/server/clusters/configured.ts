import { errorText } from '#domain/json';
import { ClusterError, type ClusterGateway } from '#domain/ports';
import type { ClusterSettings } from '../settings/cluster-settings.ts';
import { openClusters, SANDBOX_ENTRY, type Clusters, type ConfiguredCluster } from './clusters.ts';
import { remoteCluster } from '../cluster/remote-cluster.ts';

/** The clusters that the settings name, and behind them the embedded engine where there is one. */
export function clustersOf(settings: readonly ClusterSettings[], sandbox?: ClusterGateway): Clusters {
  const remotes = settings.map(({ id, label, credentials, isScratch, ...options }): ConfiguredCluster => {
    const entry = { id, label, kind: 'remote', ...(isScratch && { isScratch }) } as const;
    return { entry, remote: remoteCluster({ label, ...options }), ...(credentials !== undefined && { credentials }) };
  });
  if (sandbox === undefined) return openClusters(remotes);
  return openClusters([...remotes, { entry: SANDBOX_ENTRY, gateway: sandbox }]);
}

/**
 * A line for the console of whoever started the server: which cluster this is, and whether it answers. Never rejects.
 */
export async function greetingOf(
  clusters: Clusters,
  { id, label, url, credentials }: ClusterSettings,
): Promise<string> {
  const where = `Cluster "${label}" (${id}) at ${url}`;
  try {
    const { engine } = await clusters.open(id).capabilities();
    return `${where}: ${engine.distribution === 'opensearch' ? 'OpenSearch' : 'Elasticsearch'} ${engine.version}.`;
  } catch (error) {
    if (error instanceof ClusterError && error.fault === 'unauthorized' && credentials === undefined)
      return `${where} asks everybody to sign in.`;
    return `${where} is not available. ${errorText(error)}`;
  }
}
