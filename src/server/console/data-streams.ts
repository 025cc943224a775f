import { changedLifecycle, dataStreamNameProblem, storedLifecycle, type ServerDataStream } from '#domain/console';
import {
  createDataStreamCall,
  dataStreamLifecycleCall,
  deleteDataStreamsCall,
  namesByCall,
} from '#domain/index-operations';
import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import { ClusterError, type ClusterGateway } from '#domain/ports';
import { CREATE, DELETE, did, UPDATE } from './action-words.ts';
import { actOnNames } from './bulk.ts';
import { bodyText, exists, isOffered, objectsIn, read, requireFeature, asString, write } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { errorBody, RequestError } from './errors.ts';
import { listed, readPresent } from './listed-names.ts';
import { created, deleted, readOrNull, type Thing } from './look-ups.ts';
import { missingParts } from './missing-parts.ts';
import { checked, target, targets } from './names.ts';
import { acknowledged, deletionIn, ofDeletions } from './outcomes.ts';
import { readObject } from './read-object.ts';

export const dataStreams: HandlersOf<
  | 'data_streams.list'
  | 'data_streams.get'
  | 'data_streams.create'
  | 'data_streams.delete'
  | 'data_streams.set_lifecycle'
> = {
  'data_streams.list': async ({ query }, context) => {
    if (!(await isOffered(context, 'data_streams'))) return [];
    const read = (names: readonly string[]) => readStreams(context, names, query.includeStats === true);
    return [...(await listed(context, read, ({ name }) => name))];
  },

  'data_streams.get': async ({ params: { name } }, context) => {
    target(name);
    await requireFeature(context, 'data_streams');
    const stream = (await readStreams(context, [name], true)).find((found) => found.name === name);
    if (stream === undefined) throw new RequestError(404, noStream(name), { name });
    return stream;
  },

  'data_streams.create': async ({ params: { name } }, context) => {
    checked(name, dataStreamNameProblem(name));
    await requireFeature(context, 'data_streams');
    if (await exists(context, [name]))
      throw new RequestError(409, `Nothing was created: "${name}" exists already.`, { name });
    return write(context, createDataStreamCall(name));
  },

  'data_streams.delete': async ({ body }, context) => {
    const names = targets(body.dataStreams);
    await requireFeature(context, 'data_streams');
    // OpenSearch reports a data stream that does not exist as deleted.
    const there = await readThere(context, names);
    const results = await actOnNames(
      context,
      names.filter((name) => there.has(name)),
      deleteDataStreamsCall,
    );
    const { deleted, errors } = deletionIn(results);
    const gone = names
      .filter((name) => !there.has(name))
      .map((name) => ({ name, error: errorBody(404, noStream(name)) }));
    return { dataStreamsDeleted: deleted, errors: [...errors, ...gone] };
  },

  'data_streams.set_lifecycle': async ({ params: { name }, body }, context) => {
    target(name);
    await requireFeature(context, 'data_stream_lifecycle');
    // Read right before it is replaced: what others changed of it since the caller has read it is kept as well.
    const stored = await readLifecycle(context, name);
    return write(context, dataStreamLifecycleCall(name, changedLifecycle(stored, body)));
  },
};

const DATA_STREAMS = { one: 'data stream', many: 'data streams' };

export const dataStreamFacets: FacetsOf<`data_streams.${'create' | 'delete' | 'set_lifecycle'}`> = {
  'data_streams.create': {
    outcome: acknowledged,
    words: did(CREATE, DATA_STREAMS),
    lookUp: created(dataStreamOf, 'Data stream'),
  },
  'data_streams.delete': {
    outcome: ({ dataStreamsDeleted, errors }) => ofDeletions(dataStreamsDeleted, errors),
    words: did(DELETE, DATA_STREAMS),
    lookUp: deleted(dataStreamOf, 'Data stream'),
  },
  'data_streams.set_lifecycle': { outcome: acknowledged, words: did(UPDATE, 'retention of') },
};

function noStream(name: string): string {
  return `Data stream "${name}" does not exist.`;
}

async function readStreams(
  context: ConsoleContext,
  names: readonly string[],
  includeStats: boolean,
): Promise<ServerDataStream[]> {
  const query = await hiddenQuery(context);
  const path = names.length === 0 ? ['_data_stream'] : ['_data_stream', names.join(',')];
  const parts = missingParts();
  const [response, stats] = await Promise.all([
    read(context, path, query),
    includeStats
      ? parts.read(
          'statistics',
          read(context, ['_data_stream', names.join(',') || '*', '_stats'], { human: true, ...query }),
        )
      : undefined,
  ]);
  const streams = objectsIn(member(response, 'data_streams'));
  const privileges = (await parts.read('privileges', readPrivileges(context, namesIn(response)))) ?? {};
  const statsByName = new Map(
    objectsIn(member(stats ?? {}, 'data_streams')).map((entry) => [member(entry, 'data_stream'), entry]),
  );
  return streams.map((stream) => {
    const entity = entityOf(stream, statsByName.get(member(stream, 'name')));
    const granted = objectMember(privileges, entity.name);
    return { ...entity, ...(granted !== undefined && { privileges: granted }), ...parts.member() };
  });
}

/** Which of these data streams are there: asked for by name where not all may be seen. */
async function readThere(context: ConsoleContext, names: readonly string[]): Promise<ReadonlySet<string>> {
  const query = await hiddenQuery(context);
  const readNames = async (some: readonly string[]) =>
    namesIn(await read(context, some.length === 0 ? ['_data_stream'] : ['_data_stream', some.join(',')], query));
  const found = await readNames([]).catch(async (error: unknown) => {
    if (!(error instanceof ClusterError) || error.fault !== 'forbidden') throw error;
    const parts = [];
    for (const some of namesByCall(names)) parts.push(...(await readPresent(some, readNames)));
    return parts;
  });
  return new Set(found);
}

/** The lifecycle of a data stream as an engine takes it; empty where it has none. @throws RequestError */
async function readLifecycle(context: ConsoleContext, name: string): Promise<JsonObject> {
  const response = await read(context, ['_data_stream', name], await hiddenQuery(context));
  const stream = objectsIn(member(response, 'data_streams')).find((found) => member(found, 'name') === name);
  if (stream === undefined) throw new RequestError(404, noStream(name), { name });
  return storedLifecycle(objectMember(stream, 'lifecycle') ?? {});
}

async function hiddenQuery(context: ConsoleContext): Promise<{ expand_wildcards?: string }> {
  const { engine } = await context.cluster.capabilities();
  // OpenSearch has no hidden data streams, and refuses the parameter.
  return engine.distribution === 'elasticsearch' ? { expand_wildcards: 'all' } : {};
}

function namesIn(response: JsonObject): readonly string[] {
  return objectsIn(member(response, 'data_streams')).flatMap((stream) => asString(member(stream, 'name')) ?? []);
}

/**
 * What may be done to data streams, by name: `{ "logs": { "delete_index": true } }`. Empty where the cluster has no
 * users.
 * @throws ClusterError where the cluster does not say
 */
async function readPrivileges(context: ConsoleContext, names: readonly string[]): Promise<JsonObject> {
  const { engine, features } = await context.cluster.capabilities();
  // OpenSearch has no such question.
  if (engine.distribution !== 'elasticsearch' || names.length === 0) return {};
  // A privilege that the cluster does not know would have the whole question refused.
  const privileges = [
    'delete_index',
    ...(features['data_stream_lifecycle']?.has === true ? [LIFECYCLE_PRIVILEGE] : []),
  ];
  try {
    const response = await readObject(context.cluster.gateway, {
      method: 'POST',
      path: ['_security', 'user', '_has_privileges'],
      body: bodyText({ index: [{ names, privileges }] }),
      isReading: true,
      signal: context.signal,
    });
    return objectMember(response, 'index') ?? {};
  } catch (error) {
    if (error instanceof ClusterError && hasNoUsers(error)) return {};
    throw error;
  }
}

const LIFECYCLE_PRIVILEGE = 'manage_data_stream_lifecycle';
/** The setting that the reason names where Elasticsearch has its security turned off. */
const SECURITY_SETTING = 'xpack.security.enabled';
/** The types of error with which Elasticsearch 7 takes the path of an endpoint that it lacks for one of an index. */
const PATH_OF_INDEX: readonly (string | undefined)[] = ['invalid_index_name_exception', 'index_not_found_exception'];

/** Whether a cluster without users answers so: it lacks the endpoint, or its security is turned off. */
function hasNoUsers({ fault, type, reason }: ClusterError): boolean {
  if (reason?.includes(SECURITY_SETTING) === true) return true;
  return fault === 'refused' && (type === undefined || PATH_OF_INDEX.includes(type));
}

function entityOf(stream: JsonObject, stats: JsonObject = {}): ServerDataStream {
  const timestamp = member(stream, 'timestamp_field');
  const entity: ServerDataStream = {
    name: asString(member(stream, 'name')) ?? '',
    timestamp_field: {
      name: (isObject(timestamp) ? asString(member(timestamp, 'name')) : asString(timestamp)) ?? '@timestamp',
    },
    indices: objectsIn(member(stream, 'indices')).map((index) => ({
      index_name: asString(member(index, 'index_name')) ?? '',
      index_uuid: asString(member(index, 'index_uuid')) ?? '',
    })),
    generation: asNumber(member(stream, 'generation')) ?? 0,
    status: asString(member(stream, 'status')) ?? '',
  };
  for (const key of ['template', 'ilm_policy'] as const) {
    const text = asString(member(stream, key));
    if (text !== undefined) entity[key] = text;
  }
  for (const key of ['_meta', 'privileges', 'lifecycle'] as const) {
    const object = objectMember(stream, key);
    if (object !== undefined) entity[key] = object;
  }
  const hidden = member(stream, 'hidden');
  if (typeof hidden === 'boolean') entity.hidden = hidden;
  const size = asString(member(stats, 'store_size'));
  if (size !== undefined) entity.store_size = size;
  for (const key of ['store_size_bytes', 'maximum_timestamp'] as const) {
    const number = asNumber(member(stats, key));
    if (number !== undefined) entity[key] = number;
  }
  return entity;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

async function dataStreamOf(gateway: ClusterGateway, name: string): Promise<Thing | null> {
  const response = await readOrNull(gateway, { method: 'GET', path: ['_data_stream', name] });
  const [body] = objectsIn(member(response ?? {}, 'data_streams'));
  return body === undefined ? null : { body };
}
