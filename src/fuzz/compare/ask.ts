import type { TargetEngine } from '#domain/catalogue';
import { modulesIn } from '#domain/console';
import { isObject, member, objectMember, parseJson, type JsonValue } from '#domain/json';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { NotTriedError } from '../case/target.ts';

/** What an engine makes of a call: an answer, or a refusal with its innermost reason. */
export type Reply =
  | { readonly isTaken: true; readonly body: JsonValue }
  | { readonly isTaken: false; readonly status: number; readonly type: string; readonly reason: string };

/** Status codes that are no verdict on the request. */
const NO_VERDICT: readonly number[] = [401, 403, 429, 503];

/** Sends a call to an engine. @throws NotTriedError if the response does not tell whether the engine accepts it */
export async function ask(gateway: ClusterGateway, call: ClusterCall): Promise<Reply> {
  try {
    const { body } = await gateway.send(call);
    return { isTaken: true, body: body === '' ? null : parseJson(body) };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    const { status, type = '', reason } = error;
    // An engine refuses a parameter of objects with 500.
    if (status !== undefined && reason !== undefined && !NO_VERDICT.includes(status))
      return { isTaken: false, status, type, reason };
    throw new NotTriedError(error.message);
  }
}

/** What the engine says it is. @throws NotTriedError */
export async function targetOf(gateway: ClusterGateway): Promise<TargetEngine> {
  const root = await ask(gateway, { method: 'GET', path: [] });
  const version = root.isTaken && isObject(root.body) ? objectMember(root.body, 'version') : undefined;
  const number = version && member(version, 'number');
  if (version === undefined || typeof number !== 'string')
    throw new NotTriedError('Not an Elasticsearch or OpenSearch cluster: GET / returned no version.');
  const plugins = await ask(gateway, {
    method: 'GET',
    path: ['_cat', 'plugins'],
    query: { format: 'json', h: 'component' },
  });
  const rows =
    plugins.isTaken && Array.isArray(plugins.body) ? (plugins.body as readonly { readonly component?: string }[]) : [];
  const nodes = await ask(gateway, {
    method: 'GET',
    path: ['_nodes', 'plugins'],
    query: { filter_path: 'nodes.*.modules.name' },
  });
  return {
    distribution: member(version, 'distribution') === 'opensearch' ? 'opensearch' : 'elasticsearch',
    version: number,
    plugins: [...new Set(rows.flatMap(({ component }) => component ?? []))],
    ...(nodes.isTaken && modulesIn(nodes.body)),
  };
}
