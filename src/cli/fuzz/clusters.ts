import { readFileSync } from 'node:fs';
import { ClusterError } from '#domain/ports';
import { NotTriedError, type Engines, type FuzzTarget, type TargetEntry } from '../../fuzz/case/target.ts';
import { clustersFromFlags } from '../../server/settings/cluster-flags.ts';
import { OWN_SANDBOX, type EngineChoice } from '../../server/fuzz/engine-choice.ts';
import { SettingsError, type ClusterSettings } from '../../server/settings/cluster-settings.ts';
import { UnavailableError, UsageError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';

export type ClusterFlags = Parameters<typeof clustersFromFlags>[0] & {
  readonly scratch?: boolean;
  readonly sandbox?: boolean;
};

/**
 * What a target may write to: the cluster that the flags and variables of the server name, or a sandbox.
 * @throws UsageError
 */
export function clusterFor(
  terminal: Terminal,
  { name, needsCluster, takesSandbox }: TargetEntry,
  values: ClusterFlags,
): EngineChoice | undefined {
  if (values.sandbox === true) {
    if (!takesSandbox)
      throw new UsageError(
        needsCluster
          ? `The target "${name}" compares with a real cluster: a sandbox can’t stand for it.`
          : `The target "${name}" takes no --sandbox.`,
      );
    if (values.cluster !== undefined || values.scratch === true)
      throw new UsageError('Choose one of --cluster and --sandbox.');
    return OWN_SANDBOX;
  }
  if (!needsCluster) {
    if (values.cluster !== undefined || values.scratch === true)
      throw new UsageError(`The target "${name}" takes no --cluster and no --scratch.`);
    return undefined;
  }
  const { scratch = false, sandbox: _sandbox, ...flags } = values;
  const [cluster] = clustersIn(terminal, flags);
  if (cluster === undefined) throw new UsageError(`The target "${name}" needs --cluster.`);
  if (!scratch)
    throw new UsageError(
      `The target "${name}" creates and deletes indices and templates on ${cluster.url}. Add --scratch if this cluster may be written to.`,
    );
  return cluster;
}

function clustersIn(terminal: Terminal, flags: Parameters<typeof clustersFromFlags>[0]): readonly ClusterSettings[] {
  try {
    const env = { ...process.env, MAPLEDGER_CLUSTERS_FILE: undefined };
    const { clusters, warnings } = clustersFromFlags(flags, env, (path) => readFileSync(path, 'utf8'));
    for (const warning of warnings) terminal.err(`${warning}\n`);
    return clusters;
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(error.message);
    throw error;
  }
}

/**
 * The target, to know what it can reach; of a cluster, after what killed runs have left there is removed.
 * @throws UnavailableError
 */
export async function openForRun(
  entry: TargetEntry,
  cluster: EngineChoice | undefined,
  seed: number,
): Promise<FuzzTarget> {
  if (cluster === undefined) return entry.open(null);
  return withEngines(cluster, seed, async (engines) => {
    const { removeLeftovers } = await import('../../server/fuzz/leftovers.ts');
    await removeLeftovers(engines.cluster, seed);
    return entry.open(engines);
  });
}

/** @throws UnavailableError */
export async function withEngines<T>(
  cluster: EngineChoice,
  seed: number,
  run: (engines: Engines) => Promise<T>,
): Promise<T> {
  const { openEngines } = await import('../../server/fuzz/engines.ts');
  const engines = openEngines(cluster, { seed, worker: 0 });
  try {
    return await run(engines);
  } catch (error) {
    return unavailable(error);
  } finally {
    await engines.close();
  }
}

/** @throws UnavailableError where a cluster is why */
export function unavailable(error: unknown): never {
  if (error instanceof NotTriedError || error instanceof ClusterError) throw new UnavailableError(error.message);
  throw error;
}
