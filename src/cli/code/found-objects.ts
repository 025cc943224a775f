import {
  compareIndex,
  formatAddress,
  indexAsFile,
  isCodeIndex,
  isCodeTemplate,
  type CodeObject,
  type ObjectAddress,
} from '#domain/code';
import { targetNameProblem } from '#domain/console';
import type { JsonObject } from '#domain/json';
import { isSameTemplate, sendableTemplate } from '#domain/template';
import { UsageError } from '../errors.ts';
import { addressed, engineOf, ownTemplates, readTemplates, type ReachedCluster } from './project-cluster.ts';
import { indicesLike, isHiddenIndex, readIndices } from './project-indices.ts';

/** What a cluster has, as a file can say it. */
export interface FoundObject {
  readonly address: ObjectAddress;
  /** The file that claims it. */
  readonly object: CodeObject | undefined;
  /** Whether the cluster has what that file says. */
  readonly isSame: boolean;
  /** What that file would have to say; without one, a whole file. */
  readonly body: JsonObject;
  /** Whether it is of the stack. */
  readonly isOwn: boolean;
}

/** Every template of a cluster, in the order of kinds and names. @throws ClusterError */
export async function foundTemplates(
  cluster: ReachedCluster,
  objects: readonly CodeObject[],
): Promise<readonly FoundObject[]> {
  const templates = await readTemplates(cluster, objects);
  const isOwn = await ownTemplates(cluster);
  return addressed(templates).map(([address, body]) => {
    const object = objects.find((each) => each.kind === address.kind && each.name === address.name);
    return {
      address,
      object,
      isSame: object !== undefined && isCodeTemplate(object) && isSameTemplate(object.body, body),
      body: sendableTemplate(body),
      isOwn: isOwn(address, body),
    };
  });
}

/**
 * The indices that files claim, and those that patterns such as `indices/logs-*` mean: a cluster has too many to take
 * all. The name of an alias of one index means a file of that name. A file that exists gets only what it names.
 * @throws UsageError for a pattern that is none, or an alias that no file can be about
 * @throws InputError where a file is about an alias or a data stream
 * @throws ClusterError
 */
export async function foundIndices(
  cluster: ReachedCluster,
  objects: readonly CodeObject[],
  { patterns, dir, withHidden }: IndexChoice,
): Promise<readonly FoundObject[]> {
  const { gateway } = cluster;
  const claimed = objects.filter(isCodeIndex);
  const live = new Map(await readIndices(gateway, claimed, dir));
  const files = new Set(live.keys());
  for (const pattern of patterns.filter((each) => each.startsWith(INDICES))) {
    const names = pattern.slice(INDICES.length);
    const problem = targetNameProblem(names.replaceAll('*', 'a'));
    if (problem !== null) throw new UsageError(`${pattern} is no pattern of indices. ${problem}`);
    const named = new Map([...live].map(([name, { index = name }]) => [index, name]));
    const found = await indicesLike(gateway, names, { withHidden });
    const isAlias = !names.includes('*') && found.length > 0 && !found.some(([name]) => name === names);
    if (isAlias && !live.has(names)) {
      const [[name, index] = [names], ...more] = found;
      const all = found.map(([each]) => each).join(', ');
      if (index === undefined || more.length > 0)
        throw new UsageError(`${pattern} is an alias of ${all}: a file is about one index, so pull one of them.`);
      const file = named.get(name);
      if (file !== undefined)
        throw new UsageError(
          files.has(file)
            ? `${pattern} is an alias of ${name}, which has a file already: ${INDICES}${file}.`
            : `${pattern} is an alias of ${name}, which another pattern means as well. An index has one file: leave out one of the two.`,
        );
      live.set(names, { ...index, index: name });
    } else for (const [name, index] of found) if (!named.has(name)) live.set(name, index);
  }
  return [...live]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, index]) => {
      const object = claimed.find((each) => each.name === name);
      const compared = object && compareIndex(object, index, engineOf(cluster));
      return {
        address: { kind: 'index', name },
        object,
        isSame: compared?.isSame === true,
        body: compared?.held ?? indexAsFile(index),
        isOwn: isHiddenIndex(name, index),
      };
    });
}

interface IndexChoice {
  readonly patterns: readonly string[];
  readonly dir: string;
  /** Whether patterns mean hidden indices as well. */
  readonly withHidden: boolean;
}

const INDICES = formatAddress({ kind: 'index', name: '' });
