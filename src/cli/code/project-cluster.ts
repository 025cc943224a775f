import { readFileSync } from 'node:fs';
import {
  claimedStreams,
  CODE_KINDS,
  formatAddress,
  isCodeIndex,
  nextIndexName,
  PROJECT_FILE,
  referencesOf,
  type ClusterFacts,
  type CodeObject,
  type KnownReferences,
  type ObjectAddress,
  type PlanChoices,
  type Project,
  type ReferenceKind,
  type TemplateAddress,
  type WriteIndex,
} from '#domain/code';
import type { TargetEngine } from '#domain/catalogue';
import { dataStreamOf, writeIndexOf, type DataStream, type Feature } from '#domain/console';
import { namesByCall, TEMPLATE_ENDPOINTS } from '#domain/index-operations';
import { isArray, isObject, member, type JsonObject, objectMember } from '#domain/json';
import { readPromotedCall } from '#domain/plan';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { sendableTemplate, templateType, type ClusterTemplates } from '#domain/template';
import { remoteCluster } from '../../server/cluster/remote-cluster.ts';
import { objectsIn } from '../../server/console/calls.ts';
import { probeCapabilities } from '../../server/console/capabilities.ts';
import type { Capabilities } from '../../server/console/context.ts';
import { MANAGED_PREFIXES_CALL, managedPrefixesIn } from '../../server/console/index-templates.ts';
import { readObject } from '../../server/console/read-object.ts';
import { templateResource } from '../../server/console/template-resource.ts';
import { clustersFromFlags } from '../../server/settings/cluster-flags.ts';
import { readClusterUrl, SettingsError, type ClusterSettings } from '../../server/settings/cluster-settings.ts';
import { UnavailableError, UsageError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';
import { listed, refuseUnknown } from './project-folder.ts';
import { existingNames, readIndices } from './project-indices.ts';
import { readIfThere } from './read-if-there.ts';

/** Which cluster a command is about. */
export interface ChosenCluster {
  /** Undefined where the cluster is named by `--cluster` alone. */
  readonly environment: string | undefined;
  readonly settings: ClusterSettings;
}

interface ClusterChoice {
  readonly env?: string | undefined;
  readonly cluster?: string | undefined;
}

/** The cluster of an environment; credentials come from variables alone. @throws UsageError */
export function chooseCluster(terminal: Terminal, project: Project, { env, cluster }: ClusterChoice): ChosenCluster {
  const { environments } = project;
  const names = [...environments.keys()];
  const environment = env ?? (cluster === undefined && names.length === 1 ? names[0] : undefined);
  if (environment !== undefined) refuseUnknown(project, environment);
  const address = cluster ?? (environment === undefined ? undefined : environments.get(environment));
  if (address === undefined)
    throw new UsageError(
      names.length === 0
        ? `${PROJECT_FILE} has no environments: add one, or name a cluster with --cluster.`
        : `Choose an environment with --env: ${listed(names)}.`,
    );
  return { environment, settings: settingsOf(terminal, address, environment) };
}

function settingsOf(terminal: Terminal, address: string, environment: string | undefined): ClusterSettings {
  try {
    const { username, password } = readClusterUrl(address, environment ?? '--cluster');
    if (username !== undefined || password !== undefined)
      throw new UsageError(
        'The address of a cluster can’t have credentials. Set MAPLEDGER_USERNAME and MAPLEDGER_PASSWORD, MAPLEDGER_API_KEY or MAPLEDGER_BEARER_TOKEN.',
      );
    // The project names the cluster, whatever a server of the same shell uses.
    const env = { ...terminal.env, MAPLEDGER_CLUSTERS_FILE: undefined, MAPLEDGER_CLUSTER_NAME: undefined };
    const { clusters, warnings } = clustersFromFlags({ cluster: address }, env, (path) => readFileSync(path, 'utf8'));
    for (const warning of warnings) terminal.err(`${warning}\n`);
    const [settings] = clusters;
    if (settings === undefined) throw new UsageError('No cluster is configured.');
    return settings;
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(error.message);
    throw error;
  }
}

/** A cluster that was reached, and what it can do. */
export interface ReachedCluster {
  readonly gateway: ClusterGateway;
  readonly capabilities: Capabilities;
}

/** @throws UnavailableError where the cluster can't be reached or refuses what `work` asks for */
export async function withCluster<Result>(
  { settings }: ChosenCluster,
  work: (cluster: ReachedCluster) => Promise<Result>,
): Promise<Result> {
  const { label, credentials, id: _, isScratch: __, ...options } = settings;
  const remote = remoteCluster({ label, ...options });
  try {
    const gateway = remote.connect(credentials);
    const capabilities = await probeCapabilities(gateway, PROBED);
    const failed = Object.values(capabilities.features).find(({ unknown }) => unknown === 'failed');
    if (failed !== undefined) throw new UnavailableError(failed.reason ?? 'The cluster did not answer.');
    return await work({ gateway, capabilities });
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    throw new UnavailableError(error.fault === 'forbidden' ? refusedRight(error) : error.message);
  } finally {
    await remote.close();
  }
}

/** What decides how a project is compared: a cluster with many objects is read in few requests. */
const PROBED = ['data_streams', 'component_templates', 'index_templates', 'legacy_templates'] as const;

const FEATURES = {
  component_template: 'component_templates',
  index_template: 'index_templates',
  legacy_template: 'legacy_templates',
} as const satisfies Readonly<Record<TemplateAddress['kind'], Feature>>;

const IN_TEMPLATE_RIGHTS = ' (in monitor of Elasticsearch and cluster_manage_index_templates of OpenSearch)';

/** By the first part of a path, the action that both engines read it by: what a role has to permit. */
const READ_RIGHTS: ReadonlyMap<string, string> = new Map([
  ['', 'cluster:monitor/main (in monitor of Elasticsearch and cluster_monitor of OpenSearch)'],
  ['_component_template', `cluster:admin/component_template/get${IN_TEMPLATE_RIGHTS}`],
  ['_index_template', `indices:admin/index_template/get${IN_TEMPLATE_RIGHTS}`],
  ['_template', `indices:admin/template/get${IN_TEMPLATE_RIGHTS}`],
  ['_data_stream', 'indices:admin/data_stream/get (in view_index_metadata of Elasticsearch and manage of OpenSearch)'],
]);

/** Of a path that begins with the name of an index. */
const INDEX_RIGHT = 'indices:admin/get (in view_index_metadata of Elasticsearch and manage of OpenSearch)';

/** A message about something that is not permitted, with the right to read it. */
function withRight(message: string, firstPart: string): string {
  const right = READ_RIGHTS.get(firstPart) ?? (firstPart.startsWith('_') ? undefined : INDEX_RIGHT);
  return right === undefined ? message : `${message} The right to read it is ${right}.`;
}

/** Why a request was not permitted, with the right. */
function refusedRight({ message, request }: ClusterError): string {
  const [firstPart = ''] = request.path.slice(1).split(/[/?]/);
  return withRight(message, firstPart);
}

/** What can’t be listed of a cluster, because its templates of a kind that no file claims can’t be read. */
export function unseenKinds({ capabilities }: ReachedCluster): readonly string[] {
  return CODE_KINDS.flatMap((kind) => {
    const { unknown, reason = '' } = capabilities.features[FEATURES[kind]] ?? {};
    return unknown === 'denied' ? [withRight(reason, TEMPLATE_ENDPOINTS[kind])] : [];
  });
}

/**
 * All templates of a cluster, without its data streams.
 * @throws UnavailableError where it has none of a kind that files claim, or does not show them
 */
export async function readTemplates(
  { gateway, capabilities }: ReachedCluster,
  claimed: readonly ObjectAddress[],
): Promise<ClusterTemplates> {
  const { features } = capabilities;
  const list = async (kind: TemplateAddress['kind']): Promise<ReadonlyMap<string, JsonObject>> => {
    const support = features[FEATURES[kind]];
    if (support?.has !== true) {
      const isNeeded = kind === 'index_template' || claimed.some((each) => each.kind === kind);
      if (!isNeeded) return new Map();
      const reason = support?.reason ?? `The cluster has no ${FEATURES[kind]}.`;
      throw new UnavailableError(support?.unknown === 'denied' ? withRight(reason, TEMPLATE_ENDPOINTS[kind]) : reason);
    }
    const endpoint = TEMPLATE_ENDPOINTS[kind];
    const isTyped = kind === 'legacy_template' && features.include_type_name?.has === true;
    const call: ClusterCall = {
      method: 'GET',
      path: [endpoint],
      ...(isTyped && { query: { include_type_name: true } }),
    };
    const response = await readObject(gateway, call);
    // Where what answers is no list, templates would read as deleted.
    if (kind !== 'legacy_template' && !isArray(member(response, `${kind}s`)))
      throw new UnavailableError(`The response to GET /${endpoint} has no ${kind}s: it is not the list of a cluster.`);
    return new Map(templateResource(kind).entriesIn(response));
  };
  const [componentTemplates, indexTemplates, legacyTemplates] = await Promise.all([
    list('component_template'),
    list('index_template'),
    list('legacy_template'),
  ]);
  return { componentTemplates, indexTemplates, legacyTemplates, dataStreams: [] };
}

/** All data streams, with their indices where those are asked for. */
async function readStreams(
  { gateway, capabilities }: ReachedCluster,
  withIndices: boolean,
): Promise<readonly DataStream[]> {
  const { engine, features } = capabilities;
  if (features.data_streams?.has !== true) return [];
  // OpenSearch lists hidden ones anyway, and does not know the parameter.
  const isElastic = engine.distribution === 'elasticsearch';
  const response = await readIfThere(gateway, {
    method: 'GET',
    path: ['_data_stream'],
    query: {
      ...(isElastic && { expand_wildcards: 'all' }),
      filter_path: `data_streams.name,data_streams.hidden${withIndices ? `,${INDEX_NAMES}` : ''}`,
    },
  });
  return streamsIn(response);
}

const INDEX_NAMES = 'data_streams.indices.index_name';

function streamsIn(response: JsonObject | undefined): readonly DataStream[] {
  return objectsIn(member(response ?? {}, 'data_streams'))
    .map(dataStreamOf)
    .filter(({ name }) => name !== '');
}

/** One template as it could be sent back; undefined where the cluster has none of the name. @throws ClusterError */
export async function readTemplate(gateway: ClusterGateway, address: TemplateAddress): Promise<JsonObject | undefined> {
  const response = await readIfThere(gateway, readPromotedCall(address));
  const found = templateResource(address.kind)
    .entriesIn(response ?? {})
    .find(([name]) => name === address.name);
  return found === undefined ? undefined : sendableTemplate(found[1]);
}

/** What a plan depends on: templates, data streams, indices of the files, and what all of them refer to. */
export async function readFacts(
  cluster: ReachedCluster,
  objects: readonly CodeObject[],
  folder: string,
  { allowsRollover = false, allowsWriteIndex = false }: PlanChoices = {},
): Promise<ClusterFacts> {
  const needsWriteIndices = allowsRollover || allowsWriteIndex;
  const [read, streams, references, indices] = await Promise.all([
    readTemplates(cluster, objects),
    readStreams(cluster, needsWriteIndices),
    readReferences(cluster, objects),
    readIndices(cluster.gateway, objects.filter(isCodeIndex), folder),
  ]);
  const templates = {
    ...read,
    dataStreams: streamNames(streams),
  };
  return {
    templates,
    indices,
    references,
    engine: engineOf(cluster),
    reindex: cluster.capabilities.features.reindex ?? { has: false },
    taken: await existingNames(
      cluster.gateway,
      [...indices.values()].flatMap(({ index }) => (index === undefined ? [] : [nextIndexName(index)])),
    ),
    ...(needsWriteIndices && { writeIndices: await readWriteIndices(cluster, objects, templates, streams) }),
  };
}

function isIndexTemplate({ kind }: CodeObject): boolean {
  return kind === 'index_template';
}

/** What a look at data streams has found. */
interface FoundStreams {
  /** The templates, with the data streams. */
  readonly templates: ClusterTemplates;
  readonly writeIndices: ReadonlyMap<string, WriteIndex>;
  /** Why the data streams or their indices can't be looked at, as a sentence. */
  readonly unseen?: string;
}

/**
 * The data streams of a cluster, with the write indices of those that files decide about. Nothing is asked where no
 * template is for data streams. @throws ClusterError but for a right that is missing, which is said
 */
export async function lookAtStreams(
  cluster: ReachedCluster,
  objects: readonly CodeObject[],
  templates: ClusterTemplates,
): Promise<FoundStreams> {
  const none = { templates, writeIndices: new Map<string, WriteIndex>() };
  if (![...templates.indexTemplates.values()].some((body) => Object.hasOwn(body, 'data_stream'))) return none;
  const { unknown, reason = '' } = cluster.capabilities.features.data_streams ?? {};
  if (unknown === 'denied') return { ...none, unseen: withRight(reason, '_data_stream') };
  try {
    const streams = await readStreams(cluster, true);
    const found = { ...templates, dataStreams: streamNames(streams) };
    return { templates: found, writeIndices: await readWriteIndices(cluster, objects, found, streams) };
  } catch (error) {
    if (!(error instanceof ClusterError) || error.fault !== 'forbidden') throw error;
    return { ...none, unseen: refusedRight(error) };
  }
}

function streamNames(streams: readonly DataStream[]): ClusterTemplates['dataStreams'] {
  return streams.map(({ name, hidden }) => ({ name, ...(hidden && { hidden }) }));
}

/** Of the data streams that files decide about. Cost: one request for as many indices as an address holds. */
async function readWriteIndices(
  { gateway }: ReachedCluster,
  objects: readonly CodeObject[],
  templates: ClusterTemplates,
  streams: readonly DataStream[],
): Promise<ReadonlyMap<string, WriteIndex>> {
  const claimed = new Set(objects.map(formatAddress));
  const ownTemplates = objects.filter(isIndexTemplate).map(({ name, body }) => [name, body] as const);
  // A template that is only in the files may become the one of a data stream.
  const withFiles = { ...templates, indexTemplates: new Map([...templates.indexTemplates, ...ownTemplates]) };
  const found = [templates, withFiles].flatMap((each) => claimedStreams(claimed, each));
  const decided = new Set(found.map(({ dataStream }) => dataStream));
  const names = streams.flatMap((stream) => {
    const index = decided.has(stream.name) ? writeIndexOf(stream) : undefined;
    return index === undefined ? [] : [[stream.name, index] as const];
  });
  const indices = await readBodies(
    gateway,
    names.map(([, index]) => index),
  );
  return new Map(
    names.flatMap(([stream, name]) => {
      const index = indices.get(name);
      return index === undefined ? [] : [[stream, index] as const];
    }),
  );
}

/** By index; without those that there are not. @throws ClusterError */
async function readBodies(
  gateway: ClusterGateway,
  indices: readonly string[],
): Promise<ReadonlyMap<string, WriteIndex>> {
  const found = new Map<string, WriteIndex>();
  for (const some of namesByCall(indices, Infinity)) {
    // As indices of files are read, so that it takes no other right.
    const response = await readIfThere(gateway, {
      method: 'GET',
      path: [some.join(',')],
      query: { ignore_unavailable: true },
    });
    for (const [name, body] of Object.entries(response ?? {}))
      if (isObject(body))
        found.set(name, {
          name,
          mappings: objectMember(body, 'mappings') ?? {},
          settings: objectMember(body, 'settings') ?? {},
        });
  }
  return found;
}

/** The write index of a data stream; undefined where either is gone. @throws ClusterError */
export async function readWriteIndex(gateway: ClusterGateway, stream: string): Promise<WriteIndex | undefined> {
  const name = await writeIndexName(gateway, stream);
  return name === undefined ? undefined : (await readBodies(gateway, [name])).get(name);
}

/** The index that the documents of a data stream are written to. @throws ClusterError */
export async function writeIndexName(gateway: ClusterGateway, stream: string): Promise<string | undefined> {
  const response = await readIfThere(gateway, {
    method: 'GET',
    path: ['_data_stream', stream],
    query: { filter_path: `data_streams.name,${INDEX_NAMES}` },
  });
  const [found] = streamsIn(response);
  return found && writeIndexOf(found);
}

/** The engine with its plugins, which decide what it takes. */
export function engineOf({ capabilities: { engine, plugins, modules } }: ReachedCluster): TargetEngine {
  return { ...engine, ...(plugins !== undefined && { plugins }), ...(modules !== undefined && { modules }) };
}

/** Looks up only the kinds that are referred to. */
async function readReferences({ gateway }: ReachedCluster, objects: readonly CodeObject[]): Promise<KnownReferences> {
  const references = objects.flatMap(({ kind, body }) => referencesOf(kind, body));
  const known = await Promise.all(
    (Object.keys(READERS) as ReferenceKind[]).map(async (kind) => {
      const names = [...new Set(references.filter((each) => each.kind === kind).map(({ name }) => name))];
      const found = names.length === 0 ? undefined : await namesOrUnknown(() => READERS[kind](gateway, names));
      return found === undefined ? [] : [[kind, found] as const];
    }),
  );
  return Object.fromEntries(known.flat());
}

/** Undefined where the cluster does not tell. @throws ClusterError where it can’t be reached */
async function namesOrUnknown(read: () => Promise<readonly string[]>): Promise<ReadonlySet<string> | undefined> {
  try {
    return new Set(await read());
  } catch (error) {
    if (error instanceof ClusterError && ['refused', 'forbidden', 'unauthorized', 'not_json'].includes(error.fault))
      return undefined;
    throw error;
  }
}

type ReadNames = (gateway: ClusterGateway, names: readonly string[]) => Promise<readonly string[]>;

/** As many as an engine gives at once. */
const MAX_LISTED = 1_000;

const READERS: Readonly<Record<ReferenceKind, ReadNames>> = {
  pipeline: async (gateway, names) => {
    const found: string[] = [];
    for (const some of namesByCall(names)) {
      const call: ClusterCall = { method: 'GET', path: ['_ingest', 'pipeline', some.join(',')] };
      try {
        found.push(...Object.keys(await readObject(gateway, call)));
      } catch (error) {
        // Without a reason it found none of them; with one it does not know the path.
        const hasNone = error instanceof ClusterError && error.status === 404 && error.type === undefined;
        if (!hasNone) throw error;
      }
    }
    return found;
  },
  ilm_policy: async (gateway) =>
    Object.keys(
      await readObject(gateway, { method: 'GET', path: ['_ilm', 'policy'], query: { filter_path: '*.version' } }),
    ),
  ism_policy: async (gateway) => {
    const response = await readObject(gateway, {
      method: 'GET',
      path: ['_plugins', '_ism', 'policies'],
      query: { size: MAX_LISTED },
    });
    return namesIn(response, 'policies', '_id');
  },
  synonym_set: async (gateway) => {
    const response = await readObject(gateway, { method: 'GET', path: ['_synonyms'], query: { size: MAX_LISTED } });
    return namesIn(response, 'results', 'synonyms_set');
  },
};

function namesIn(response: JsonObject, list: string, key: string): readonly string[] {
  return objectsIn(member(response, list)).flatMap((entry) => {
    const name = member(entry, key);
    return typeof name === 'string' ? [name] : [];
  });
}

/** Whether a template is of the stack itself or of its plugins; `*@custom` is made by people. */
export type IsOwnTemplate = (address: TemplateAddress, body: JsonObject) => boolean;

/** @throws ClusterError where the cluster can't be reached */
export async function ownTemplates({ gateway }: ReachedCluster): Promise<IsOwnTemplate> {
  const settings = await readObject(gateway, MANAGED_PREFIXES_CALL).catch((error: unknown) => {
    // Who may not read the settings of the cluster may still pull its templates.
    if (error instanceof ClusterError && ['refused', 'forbidden'].includes(error.fault)) return {};
    throw error;
  });
  const prefixes = managedPrefixesIn(settings);
  return ({ name }, body) => {
    if (name.endsWith('@custom')) return false;
    return templateType(name, body, prefixes) !== 'default' || isOfPlugin(name) || hasHiddenPatterns(body);
  };
}

/** OpenSearch’s observability plugin makes these without a mark in `_meta`. */
const PLUGIN_PREFIXES: readonly string[] = ['ss4o_'];

function isOfPlugin(name: string): boolean {
  return PLUGIN_PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** Such as `tenant_template` of OpenSearch’s security plugin, which is for `.kibana_*`. */
function hasHiddenPatterns(body: JsonObject): boolean {
  const patterns = member(body, 'index_patterns');
  const list: readonly unknown[] = Array.isArray(patterns) ? patterns : [patterns];
  return list.length > 0 && list.every((pattern) => typeof pattern === 'string' && pattern.startsWith('.'));
}

/** Every template of a cluster with its address, in the order of kinds and names. */
export function addressed(templates: ClusterTemplates): readonly (readonly [TemplateAddress, JsonObject])[] {
  const homes = {
    component_template: templates.componentTemplates,
    index_template: templates.indexTemplates,
    legacy_template: templates.legacyTemplates,
  };
  return CODE_KINDS.flatMap((kind) =>
    [...homes[kind]]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, body]) => (isObject(body) ? [[{ kind, name }, body] as const] : [])),
  );
}
