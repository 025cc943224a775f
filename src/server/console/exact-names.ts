import type { ErrorBody } from '#domain/console';
import { member, objectMember, type JsonObject } from '#domain/json';
import { hasFeature, objectsIn, read, asString } from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { errorBody, RequestError } from './errors.ts';
import { target } from './names.ts';

/** Missing names are for the engine to refuse in its own words; some would refuse the whole look-up for one of them. */
const LOOK_UP = { expand_wildcards: 'all', ignore_unavailable: true } as const;
/** How many indices an error names. */
const SHOWN = 3;

/** What a name is that is no index, and the indices that a call with it would reach. */
interface StandIn {
  readonly kind: 'alias' | 'data stream';
  readonly indices: readonly string[];
}

/**
 * Why nothing may be sent for some of the names: they are aliases or data streams, and the call would reach the indices behind.
 * One look-up, whatever their number; a name that nothing has is not refused here.
 * @throws ClusterError where the cluster does not say
 */
export async function standInsAmong(
  context: ConsoleContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, ErrorBody>> {
  const found = (await hasFeature(context, 'resolve_index'))
    ? await resolved(context, names)
    : await behindAliases(context, names);
  return new Map([...found].map(([name, { kind, indices }]) => [name, refusal(name, kind, indices)]));
}

/** A checked name of one index. @throws RequestError where it is one of an alias or a data stream */
export async function exactIndex(context: ConsoleContext, name: string): Promise<string> {
  const refused = (await standInsAmong(context, [target(name)])).get(name);
  if (refused !== undefined) throw new RequestError(refused.statusCode, refused.message, refused.attributes);
  return name;
}

async function resolved(context: ConsoleContext, names: readonly string[]): Promise<ReadonlyMap<string, StandIn>> {
  const response = await read(context, ['_resolve', 'index', names.join(',')], LOOK_UP);
  const parts = (key: string, indices: string, kind: StandIn['kind']) =>
    objectsIn(member(response, key)).map((entry): [string, StandIn] => [
      asString(member(entry, 'name')) ?? '',
      { kind, indices: textsIn(entry, indices) },
    ]);
  return new Map([...parts('aliases', 'indices', 'alias'), ...parts('data_streams', 'backing_indices', 'data stream')]);
}

function textsIn(entry: JsonObject, key: string): readonly string[] {
  // Engines give a single name without a list around it.
  return [member(entry, key) ?? []].flat().flatMap((name) => asString(name) ?? []);
}

/** For engines that can't look names up (Elasticsearch before 7.9), which have no data streams either. */
async function behindAliases(context: ConsoleContext, names: readonly string[]): Promise<ReadonlyMap<string, StandIn>> {
  const response = await read(context, [names.join(','), '_alias'], LOOK_UP);
  const indices = Object.keys(response);
  const having = (alias: string) =>
    indices.filter((index) => Object.hasOwn(objectMember(objectMember(response, index) ?? {}, 'aliases') ?? {}, alias));
  return new Map(
    names
      .filter((name) => !Object.hasOwn(response, name) && having(name).length > 0)
      .map((name) => [name, { kind: 'alias', indices: having(name) }]),
  );
}

function refusal(name: string, kind: StandIn['kind'], indices: readonly string[]): ErrorBody {
  const others = indices.length > SHOWN ? ` and ${indices.length - SHOWN} more` : '';
  const behind = indices.length === 0 ? '' : ` and stands for ${indices.slice(0, SHOWN).join(', ')}${others}`;
  return errorBody(
    400,
    `"${name}" is ${kind === 'alias' ? 'an alias' : 'a data stream'}${behind}. Nothing was sent for it: name the indices themselves.`,
    { name, indices: [...indices] },
  );
}
