import { compareVersions } from '#domain/catalogue';
import { modulesIn, type Feature, type Support } from '#domain/console';
import { member, objectMember } from '#domain/json';
import { ClusterError, type CancelSignal, type ClusterCall, type ClusterGateway } from '#domain/ports';
import type { Capabilities } from './context.ts';
import { missingParts } from './missing-parts.ts';
import { parseObject, parsePlain, readObject } from './read-object.ts';

type Engine = Capabilities['engine'];

/** Matches nothing that anybody would have: an endpoint that exists answers with an empty list. */
const NOTHING = 'mapledger-probe-*';

/**
 * Features that have an endpoint that can be read, and how to ask for it for little. Nothing but GET: a reader may ask,
 * and an audit log shows no action.
 */
const PROBES = {
  data_streams: { method: 'GET', path: ['_data_stream', NOTHING] },
  data_stream_lifecycle: { method: 'GET', path: ['_data_stream', NOTHING, '_lifecycle'] },
  ilm: { method: 'GET', path: ['_ilm', 'status'] },
  ism: { method: 'GET', path: ['_plugins', '_ism', 'policies'], query: { size: 1 } },
  index_templates: { method: 'GET', path: ['_index_template', NOTHING] },
  legacy_templates: { method: 'GET', path: ['_template', NOTHING] },
  component_templates: { method: 'GET', path: ['_component_template', NOTHING] },
  license: { method: 'GET', path: ['_license'] },
  resolve_index: { method: 'GET', path: ['_resolve', 'index', NOTHING] },
} as const satisfies Partial<Record<Feature, ClusterCall>>;

/**
 * The action of a probe in the reason of a refusal: a cluster that names it has it. Not that of reading a document, for
 * which Elasticsearch 7 takes the path of an endpoint that it lacks.
 */
const DENIED_ACTION = /\[(?:cluster:|indices:(?!data\/))/;

type Probed = keyof typeof PROBES;

/** What each feature is called in "has no …". */
const NAMES: Readonly<Record<Feature, string>> = {
  data_streams: 'data streams',
  data_stream_lifecycle: 'lifecycle of data streams',
  ilm: 'index lifecycle management (ILM)',
  ism: 'index state management (ISM)',
  freeze: 'freezing of indices',
  index_templates: 'composable index templates',
  legacy_templates: 'legacy templates',
  component_templates: 'component templates',
  simulate: 'simulation of templates',
  include_type_name: 'mapping types',
  license: 'licences',
  index_modes: 'index modes',
  field_stats: 'sizes and uses of fields (_disk_usage, _field_usage_stats)',
  resolve_index: 'look-up of names (_resolve/index)',
  reindex: 'reindexing',
};

/**
 * Asks a cluster what it is and what it can do: one request, and then one for each feature that has an endpoint, all at
 * once. With `only`, features with an endpoint that are not in it are not asked for and are absent.
 * @throws ClusterError where it does not say what it is
 */
export async function probeCapabilities(
  gateway: ClusterGateway,
  only: readonly Probed[] = Object.keys(PROBES) as Probed[],
): Promise<Capabilities> {
  const { engine, flavor, buildType, uuid } = await readEngine(gateway);
  const parts = missingParts();
  const [probed, license, plugins, modules] = await Promise.all([
    probeAll(gateway, engine, only),
    only.includes('license') ? readLicense(gateway, engine) : undefined,
    parts.read('plugins', pluginNames(gateway)),
    parts.read('modules', readModules(gateway)),
  ]);
  const features: Capabilities['features'] = {
    ...probed,
    ...(license !== undefined && { license: license.support }),
    freeze: freezeSupport(engine, flavor),
    include_type_name: typesSupport(engine),
    index_modes: modesSupport(engine),
    field_stats: fieldStatsSupport(engine, flavor, buildType),
    simulate: simulateSupport(engine),
    reindex: reindexSupport(engine, modules?.modules),
  };
  return {
    engine,
    ...(uuid !== undefined && { uuid }),
    features,
    ...(license?.license !== undefined && { license: license.license }),
    ...(plugins !== undefined && { plugins }),
    ...modules,
    ...parts.member(),
  };
}

/** The modules of all nodes, as far as the cluster tells them. */
async function readModules(gateway: ClusterGateway): Promise<Pick<Capabilities, 'modules'>> {
  return modulesIn(
    await readObject(gateway, {
      method: 'GET',
      path: ['_nodes', 'plugins'],
      query: { filter_path: 'nodes.*.modules.name' },
    }),
  );
}

/** Names of the plugins of all nodes, each once and sorted. @throws ClusterError */
export async function pluginNames(gateway: ClusterGateway, signal?: CancelSignal): Promise<readonly string[]> {
  const call: ClusterCall = {
    method: 'GET',
    path: ['_cat', 'plugins'],
    query: { format: 'json', h: 'component' },
    ...(signal !== undefined && { signal }),
  };
  const rows = parsePlain((await gateway.send(call)).body, call);
  const names = (Array.isArray(rows) ? (rows as readonly { readonly component?: string }[]) : []).flatMap(
    ({ component }) => component ?? [],
  );
  return [...new Set(names)].sort();
}

/** What a node says that has not joined its cluster yet. */
const NO_UUID = '_na_';

async function readEngine(
  gateway: ClusterGateway,
): Promise<{ engine: Engine; flavor: unknown; buildType: unknown; uuid: string | undefined }> {
  const response = await readObject(gateway, { method: 'GET', path: [] });
  const version = objectMember(response, 'version');
  const uuid = member(response, 'cluster_uuid');
  const number = version && member(version, 'number');
  if (version === undefined || typeof number !== 'string') {
    throw new ClusterError(
      'not_json',
      'Not an Elasticsearch or OpenSearch cluster: GET / returned no version. Check the URL.',
      { request: { method: 'GET', path: '/' } },
    );
  }
  // Elasticsearch has never said which distribution it is.
  const distribution = member(version, 'distribution') === 'opensearch' ? 'opensearch' : 'elasticsearch';
  return {
    engine: { distribution, version: number },
    flavor: member(version, 'build_flavor'),
    buildType: member(version, 'build_type'),
    uuid: typeof uuid === 'string' && uuid !== NO_UUID ? uuid : undefined,
  };
}

async function probeAll(
  gateway: ClusterGateway,
  engine: Engine,
  only: readonly Probed[],
): Promise<Readonly<Record<string, Support>>> {
  const isOpenSearch = engine.distribution === 'opensearch';
  const probed = only.filter((feature) => feature !== 'license');
  const supports = probed.map(async (feature): Promise<[string, Support]> => {
    // Each of these two belongs to one of the engines.
    if (feature === (isOpenSearch ? 'ilm' : 'ism'))
      return [feature, lacks(engine, feature, isOpenSearch ? 'that is of Elasticsearch' : 'that is of OpenSearch')];
    return [feature, (await probe(gateway, engine, feature, PROBES[feature])).support];
  });
  return Object.fromEntries(await Promise.all(supports));
}

async function probe(
  gateway: ClusterGateway,
  engine: Engine,
  feature: Feature,
  call: ClusterCall,
): Promise<{ support: Support; body?: string }> {
  try {
    return { support: { has: true }, body: (await gateway.send(call)).body };
  } catch (error) {
    if (!(error instanceof ClusterError) || error.fault === 'cancelled') throw error;
    if (error.fault !== 'refused') {
      const isDenied = error.fault === 'forbidden' || error.fault === 'unauthorized';
      if (isDenied && DENIED_ACTION.test(error.reason ?? '')) return { support: { has: true } };
      const why = isDenied ? 'Missing privileges to see' : 'It could not be read';
      return {
        support: {
          has: false,
          unknown: isDenied ? 'denied' : 'failed',
          reason: `${why} whether ${nameOf(engine)} has ${NAMES[feature]}${error.reason === undefined ? '.' : `: ${error.reason}`}`,
        },
      };
    }
    // An endpoint that is there answers 404 where it finds nothing. Elasticsearch 7 takes the path of one that is not
    // for an index, a type and an id.
    if (error.status === 404 && error.type !== 'index_not_found_exception') return { support: { has: true } };
    return {
      support: lacks(
        engine,
        feature,
        `it does not know /${call.path.filter((segment) => segment !== NOTHING).join('/')}`,
      ),
    };
  }
}

async function readLicense(
  gateway: ClusterGateway,
  engine: Engine,
): Promise<{ support: Support; license?: Capabilities['license'] }> {
  if (engine.distribution === 'opensearch') return { support: lacks(engine, 'license', 'all of it is free') };
  const { support, body } = await probe(gateway, engine, 'license', PROBES.license);
  const license = body === undefined ? undefined : objectMember(parseObject(body, PROBES.license), 'license');
  const [type, status] = license === undefined ? [] : [member(license, 'type'), member(license, 'status')];
  return typeof type === 'string' && typeof status === 'string' ? { support, license: { type, status } } : { support };
}

/** It can't be asked for: the endpoint takes nothing but a call that freezes. */
function freezeSupport(engine: Engine, flavor: unknown): Support {
  if (engine.distribution === 'opensearch') return lacks(engine, 'freeze', 'it never had any');
  if (compareVersions(engine.version, '8.0') >= 0) return lacks(engine, 'freeze', 'it was removed in 8.0');
  if (flavor === 'oss') return lacks(engine, 'freeze', 'it is not part of the OSS build');
  return { has: true };
}

function typesSupport(engine: Engine): Support {
  const takes =
    engine.distribution === 'opensearch'
      ? compareVersions(engine.version, '2.0') < 0
      : compareVersions(engine.version, '7.0') >= 0 && compareVersions(engine.version, '8.0') < 0;
  return takes
    ? { has: true }
    : lacks(engine, 'include_type_name', 'only Elasticsearch 7 and OpenSearch 1 take include_type_name');
}

/** `index.mode`: since 8.7 for everyone. */
function modesSupport(engine: Engine): Support {
  if (engine.distribution === 'opensearch') return lacks(engine, 'index_modes', 'they are of Elasticsearch');
  return compareVersions(engine.version, '8.7') >= 0
    ? { has: true }
    : lacks(engine, 'index_modes', 'they came with 8.7');
}

/** What is read of the files of an index, of which the sandbox has none. */
function fieldStatsSupport(engine: Engine, flavor: unknown, buildType: unknown): Support {
  const lacking = (because: string) => lacks(engine, 'field_stats', because);
  if (engine.distribution === 'opensearch') return lacking('they are of Elasticsearch');
  if (buildType === 'embedded') return lacking('the sandbox keeps no files');
  if (flavor === 'serverless') return lacking('Serverless does not have them');
  return compareVersions(engine.version, '7.15') >= 0 ? { has: true } : lacking('they came with 7.15');
}

/** A part of the server itself. */
function simulateSupport(engine: Engine): Support {
  return engine.distribution === 'opensearch' || compareVersions(engine.version, '7.9') >= 0
    ? { has: true }
    : lacks(engine, 'simulate', 'it came with 7.9');
}

/**
 * The module that has `_reindex` is part of every full installation: it is there where the nodes do not tell their
 * modules.
 */
function reindexSupport(engine: Engine, modules: readonly string[] | undefined): Support {
  return modules === undefined || modules.includes('reindex')
    ? { has: true }
    : lacks(engine, 'reindex', 'its nodes are without the module reindex');
}

function lacks(engine: Engine, feature: Feature, because: string): Support {
  return { has: false, reason: `${nameOf(engine)} has no ${NAMES[feature]} here: ${because}.` };
}

function nameOf({ distribution, version }: Engine): string {
  return `${distribution === 'opensearch' ? 'OpenSearch' : 'Elasticsearch'} ${version}`;
}
