import type { ErrorBody } from '#domain/console';
import { member, objectMember, type JsonObject } from '#domain/json';
import { hasFeature, objectsIn, read, asString, uuidOf } from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { errorBody, RequestError } from './errors.ts';
import { target } from './names.ts';

/** Missing names are for the engine to refuse in its own words; some would refuse the whole look-up for one of them. */
const LOOK_UP = { expand_wildcards: 'all', ignore_unavailable: true } as const;
/** How many indices the message of an error names; its attributes have all of them. */
const SHOWN = 3;

/** What a name is that is no index, and the indices that a call with it would reach. */
interface StandIn {
  readonly kind: 'alias' | 'data_stream';
  readonly indices: readonly string[];
}

/**
 * Why nothing may be sent for some of the names: they are aliases or data streams, and the call would reach the indices
 * behind. One look-up, whatever their number; a name that nothing has is not refused here.
 * @throws ClusterError where the cluster does not say
 */
export async function standInsAmong(
  context: ConsoleContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, ErrorBody>> {
  return new Map([...(await findStandIns(context, names))].map(([name, standIn]) => [name, refusal(name, standIn)]));
}

async function findStandIns(context: ConsoleContext, names: readonly string[]): Promise<ReadonlyMap<string, StandIn>> {
  return (await hasFeature(context, 'resolve_index')) ? resolved(context, names) : behindAliases(context, names);
}

/** The error for a name that a cluster has resolved to other indices: the kind of the name, and those indices. */
export async function notAnIndex(
  context: ConsoleContext,
  name: string,
  answered: readonly string[],
): Promise<RequestError> {
  const standIn = (await findStandIns(context, [name])).get(name);
  const indices = standIn?.indices ?? answered;
  if (standIn === undefined && indices.length === 0)
    return new RequestError(404, `Index "${name}" does not exist.`, { name, indices: [] });
  const kind = standIn?.kind ?? 'alias';
  return new RequestError(404, `${described(name, { kind, indices })}, not an index.`, {
    name,
    kind,
    indices: [...indices],
  });
}

/** A checked name of one index. @throws RequestError where it is one of an alias or a data stream */
export async function exactIndex(context: ConsoleContext, name: string): Promise<string> {
  const refused = (await standInsAmong(context, [target(name)])).get(name);
  if (refused !== undefined) throw new RequestError(refused.statusCode, refused.message, refused.attributes);
  return name;
}

/**
 * A checked name of the index that is meant, by its uuid where that is given and the cluster tells it.
 * @throws RequestError where another index has the name now, and as {@link exactIndex}
 */
export async function meantIndex(context: ConsoleContext, name: string, uuid: string | undefined): Promise<string> {
  const index = await exactIndex(context, name);
  const now = uuid === undefined ? undefined : await uuidOf(context, index);
  if (typeof now === 'string' && now !== uuid)
    throw new RequestError(409, `"${index}" is another index now: the one that was meant has been deleted.`, { index });
  return index;
}

async function resolved(context: ConsoleContext, names: readonly string[]): Promise<ReadonlyMap<string, StandIn>> {
  const response = await read(context, ['_resolve', 'index', names.join(',')], LOOK_UP);
  const parts = (key: string, indices: string, kind: StandIn['kind']) =>
    objectsIn(member(response, key)).map((entry): [string, StandIn] => [
      asString(member(entry, 'name')) ?? '',
      { kind, indices: textsIn(entry, indices) },
    ]);
  return new Map([...parts('aliases', 'indices', 'alias'), ...parts('data_streams', 'backing_indices', 'data_stream')]);
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

function refusal(name: string, standIn: StandIn): ErrorBody {
  return errorBody(400, `${described(name, standIn)}. Nothing was sent: name the indices themselves.`, {
    name,
    kind: standIn.kind,
    indices: [...standIn.indices],
  });
}

/** `"logs" is an alias of logs-1, logs-2`. */
function described(name: string, { kind, indices }: StandIn): string {
  const what = kind === 'alias' ? 'an alias' : 'a data stream';
  if (indices.length === 0) return `"${name}" is ${what}`;
  const others = indices.length > SHOWN ? ` and ${indices.length - SHOWN} more` : '';
  return `"${name}" is ${what} ${kind === 'alias' ? 'of' : 'with'} ${indices.slice(0, SHOWN).join(', ')}${others}`;
}
