import type { RouteInput } from '#domain/wire';
import { isObject, JsonTextError, parseJson, type JsonValue } from '#domain/json';
import type { TargetEntry, CorpusEntry } from '../../fuzz/case/target.ts';
import { RequestError } from '../console/errors.ts';
import { OWN_SANDBOX, type EngineChoice } from '../fuzz/engine-choice.ts';
import type { ClusterSettings } from '../settings/cluster-settings.ts';

type Chosen = Pick<RouteInput<'lab.start'>['body'], 'scratchCluster' | 'onSandbox'>;

/** The clusters that a run may write to. */
export function scratchClusters(clusters: readonly ClusterSettings[]): readonly ClusterSettings[] {
  return clusters.filter(({ isScratch }) => isScratch === true);
}

/** @throws RequestError 400 */
export function targetNamed(targets: readonly TargetEntry[], name: string): TargetEntry {
  const found = targets.find((target) => target.name === name);
  if (found !== undefined) return found;
  const names = targets.map((target) => target.name).join(', ');
  throw new RequestError(400, `Unknown target "${name}". Available: ${names}.`);
}

/** What a run of a target may write to, if it needs something. @throws RequestError */
export function engineFor(
  entry: TargetEntry,
  { scratchCluster, onSandbox = false }: Chosen,
  clusters: readonly ClusterSettings[],
): EngineChoice | undefined {
  if (!onSandbox) return scratchClusterFor(entry, scratchCluster, clusters);
  if (!entry.takesSandbox)
    throw new RequestError(
      400,
      entry.needsCluster
        ? `The target "${entry.name}" compares with a real cluster: a sandbox can’t stand for it.`
        : `The target "${entry.name}" needs no cluster.`,
    );
  if (scratchCluster !== undefined) throw new RequestError(400, 'Choose one of a scratch cluster and a sandbox.');
  return OWN_SANDBOX;
}

/** @throws RequestError */
function scratchClusterFor(
  entry: TargetEntry,
  id: string | undefined,
  clusters: readonly ClusterSettings[],
): ClusterSettings | undefined {
  if (!entry.needsCluster) {
    if (id === undefined) return undefined;
    throw new RequestError(400, `The target "${entry.name}" needs no cluster.`);
  }
  const ids = scratchClusters(clusters).map((cluster) => cluster.id);
  if (id === undefined)
    throw new RequestError(
      400,
      ids.length === 0
        ? `The target "${entry.name}" needs a scratch cluster, and the settings mark none as one.`
        : `The target "${entry.name}" needs a scratch cluster. Available: ${ids.join(', ')}.`,
    );
  const found = clusters.find((cluster) => cluster.id === id);
  if (found === undefined) throw new RequestError(404, `Unknown cluster "${id}".`);
  if (found.isScratch === true) return found;
  throw new RequestError(
    403,
    `Cluster "${found.label}" is not marked as a scratch cluster in the settings, so the fuzz lab does not write to it.`,
  );
}

/**
 * The mapping or template that the cases of a run begin with.
 * @throws RequestError 400 for what is none, with the place that is wrong
 */
export function documentIn(
  { name, parts }: NonNullable<RouteInput<'lab.start'>['body']['beginsWith']>,
  { name: target, takesFiles }: Pick<TargetEntry, 'name' | 'takesFiles'>,
): CorpusEntry {
  if (!takesFiles) throw new RequestError(400, `The target "${target}" makes up all of its cases.`);
  let body: JsonValue;
  try {
    body = parseJson(parts.join(''));
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new RequestError(400, `"${name}" is not JSON: ${error.message}.`);
  }
  if (!isObject(body)) throw new RequestError(400, `"${name}" is no mapping or template: it must be a JSON object.`);
  return { name, body };
}
