import { copyObject, isObject, member, setMember, type JsonObject, type JsonValue } from '#domain/json';
import type { EngineContext } from './engine-context.ts';
import { EngineError, validationFailed } from './engine-error.ts';
import type { EngineRequest, Route } from './router.ts';
import { nest } from './settings.ts';
import { CLUSTER_NAME, ENGINE_VERSION, NODE_COUNT, NODE_NAME } from './version.ts';

const TAGLINE = 'Mapledger sandbox: an engine inside this server, with sample data';
const SETTINGS = 'settings';
const LICENSE = {
  status: 'active',
  uid: 'sandbox',
  type: 'basic',
  issued_to: CLUSTER_NAME,
  issuer: 'mapledger',
  max_nodes: 1_000,
  start_date_in_millis: -1,
};
/** What the cluster says about itself. */
export function clusterRoutes({ state }: EngineContext): readonly Route[] {
  const info = (): JsonObject => ({
    name: NODE_NAME,
    cluster_name: CLUSTER_NAME,
    cluster_uuid: CLUSTER_NAME,
    version: {
      number: ENGINE_VERSION,
      build_flavor: 'default',
      build_type: 'embedded',
      build_snapshot: false,
      lucene_version: '9.12.0',
      minimum_wire_compatibility_version: '7.17.0',
      minimum_index_compatibility_version: '7.0.0',
    },
    tagline: TAGLINE,
  });

  const storedSettings = (): JsonObject => state.cluster.get(SETTINGS) ?? {};
  function settings(request: EngineRequest): JsonObject {
    const written = request.is('flat_settings') ? storedSettings() : nest(storedSettings());
    return {
      persistent: written,
      transient: {},
      ...(request.is('include_defaults') && { defaults: request.is('flat_settings') ? DEFAULTS : nest(DEFAULTS) }),
    };
  }

  function putSettings(request: EngineRequest): JsonObject {
    const body = request.body();
    const after = copyObject(storedSettings());
    const given = flat(member(body, 'persistent'));
    if (given.length === 0) throw validationFailed('no settings to update');
    for (const [name, value] of given) {
      if (!/^(?:action|cluster|indices|search|logger|xpack)\./.test(name)) {
        throw new EngineError(400, 'illegal_argument_exception', `persistent setting [${name}], not recognized`);
      }
      if (value === null) delete after[name];
      else setMember(after, name, String(value));
    }
    state.commit([{ kind: 'cluster', name: SETTINGS, value: after }]);
    return {
      acknowledged: true,
      persistent: nest(Object.fromEntries(given.filter(([, value]) => value !== null))),
      transient: {},
    };
  }

  return [
    { methods: ['GET'], path: '', run: info },
    { methods: ['GET'], path: '_license', query: ['accept_enterprise'], run: () => ({ license: LICENSE }) },
    { methods: ['GET'], path: '_cluster/settings', run: settings },
    { methods: ['PUT'], path: '_cluster/settings', run: putSettings },
    {
      methods: ['GET'],
      path: '_nodes/plugins',
      run: () => ({
        _nodes: { total: NODE_COUNT, successful: NODE_COUNT, failed: 0 },
        cluster_name: CLUSTER_NAME,
        nodes: {},
      }),
    },
    { methods: ['GET'], path: '_cat/plugins', query: ['h', 's', 'v'], run: () => [] },
  ];
}

const DEFAULTS: JsonObject = {
  'action.auto_create_index': 'true',
  'action.destructive_requires_name': 'true',
  'cluster.blocks.read_only': 'false',
  'cluster.blocks.read_only_allow_delete': 'false',
  'cluster.max_shards_per_node': '1000',
  'cluster.routing.allocation.disk.watermark.flood_stage': '95%',
  'cluster.routing.allocation.enable': 'all',
};

function flat(value: JsonValue | undefined, name = ''): readonly [string, JsonValue][] {
  if (value === undefined) return [];
  if (!isObject(value)) return [[name, value]];
  return Object.entries(value).flatMap(([key, item]) => flat(item, name === '' ? key : `${name}.${key}`));
}
