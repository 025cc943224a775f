import { namesByCall } from '#domain/index-operations';
import { ClusterError, type ClusterCall } from '#domain/ports';
import type { LoggedAction } from '../console/action-log.ts';
import type { OpenCluster } from '../console/context.ts';
import { templateResource } from '../console/template-resource.ts';

/** How long an answer of a cluster about what somebody may read there counts, in milliseconds. */
const PROBE_LIFETIME_MS = 60_000;
/** How many answers are kept for one set of credentials. */
const MAX_PROBES = 10_000;

/** Who may see which action: who may read on the cluster what it was about. */
export interface ActionRights {
  /** Does nothing for who may reach the cluster. @throws ClusterError */
  reach(cluster: OpenCluster): Promise<void>;
  /** @throws ClusterError where the cluster does not say */
  maySee(cluster: OpenCluster, action: Pick<LoggedAction, 'route' | 'names'>): Promise<boolean>;
}

interface Probe {
  readonly at: number;
  readonly isAllowed: Promise<boolean>;
}

export function actionRights(nowMs: () => number): ActionRights {
  /** Each is gone with its session. */
  const probes = new WeakMap<OpenCluster, Map<string, Probe>>();

  function isAllowed(cluster: OpenCluster, call: ClusterCall): Promise<boolean> {
    const known = probes.get(cluster) ?? new Map<string, Probe>();
    probes.set(cluster, known);
    const key = JSON.stringify(call.path);
    const before = known.get(key);
    if (before !== undefined && nowMs() - before.at < PROBE_LIFETIME_MS) return before.isAllowed;
    if (known.size >= MAX_PROBES) known.clear();
    const asked = ask(cluster, call);
    known.set(key, { at: nowMs(), isAllowed: asked });
    // A cluster that did not say is asked again.
    asked.catch(() => known.delete(key));
    return asked;
  }

  return {
    async reach(cluster) {
      await cluster.capabilities();
    },
    async maySee(cluster, { route, names }) {
      for (const call of callsAbout(route, names)) if (!(await isAllowed(cluster, call))) return false;
      return true;
    },
  };
}

/** False where it is forbidden. What is not there any more can be seen by who may reach the cluster, as what it was. */
async function ask(cluster: OpenCluster, call: ClusterCall): Promise<boolean> {
  try {
    await cluster.gateway.send(call);
    return true;
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    if (error.fault === 'forbidden') return false;
    if (error.fault === 'refused') return true;
    throw error;
  }
}

/** Calls that are refused to who may not read what an action was about. */
function callsAbout(route: string, names: readonly string[]): readonly ClusterCall[] {
  const [family = ''] = route.split('.');
  const readable = names.filter((name) => name !== '' && name !== '.' && name !== '..' && !/[*,]/.test(name));
  // The first name of a plan's action is the plan's own id.
  if (family === 'plans') return indexCalls(readable.slice(1));
  const pathOf = Object.hasOwn(PATHS, family) ? PATHS[family] : undefined;
  if (pathOf === undefined) return indexCalls(readable);
  return readable.map((name) => ({ method: 'GET', path: pathOf(name), query: { filter_path: 'none' } }));
}

/** Where things that are no index are read, by the family of routes. */
const PATHS: Readonly<Record<string, (name: string) => readonly string[]>> = {
  index_templates: templateResource('index_template').pathOf,
  component_templates: templateResource('component_template').pathOf,
  data_streams: (name) => ['_data_stream', name],
  tasks: (id) => ['_tasks', id],
};

function indexCalls(names: readonly string[]): readonly ClusterCall[] {
  return namesByCall(names, Infinity).map((some) => ({
    method: 'GET',
    path: [some.join(','), '_alias'],
    query: { filter_path: 'none' },
  }));
}
