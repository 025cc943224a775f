import { digestOf } from '#domain/code';
import { formatJson, isObject, member, parseJson, type JsonObject } from '#domain/json';
import type { HttpService } from '#domain/ports';
import { API_BASE, AUTHOR_HEADER } from '#domain/wire';
import type { TestServer } from './test-http.ts';

interface CodeApply {
  readonly project?: string;
  /** The bodies of the files by the addresses of their objects, such as `index_templates/logs`. */
  readonly objects: Readonly<Record<string, JsonObject>>;
}

let applies = 0;

/** Records an apply of a project to the cluster of a test, as `mapledger apply` does. */
export async function applyCode({ http, ask }: TestServer, { project = 'search', objects }: CodeApply): Promise<void> {
  const root = parseJson(await ask('GET', []));
  const cluster = isObject(root) ? (member(root, 'cluster_uuid') ?? '') : '';
  const id = `test-apply-${String(++applies).padStart(8, '0')}`;
  const claims = Object.entries(objects).map(([object, body]) => ({
    ...{ object, file: `${object}.json`, digest: digestOf(body) },
  }));
  const source = { cluster, environment: 'staging', commit: 'abcdef0123456789', isDirty: false };
  await post(http, project, 'begin', { id, ...source, objects: claims });
  for (const { object } of claims) await post(http, project, 'note', { id, object, did: 'created' });
  await post(http, project, 'end', { id, outcome: 'done', sent: claims.length, requests: claims.length });
}

async function post(http: HttpService, project: string, what: string, body: JsonObject): Promise<void> {
  const author = encodeURIComponent(JSON.stringify({ id: 'pipeline', name: 'Pipeline' }));
  const { status, body: text } = await http.send({
    ...{ method: 'POST', path: `${API_BASE}/code/${project}/${what}`, body: formatJson(body) },
    headers: { [AUTHOR_HEADER]: author },
  });
  if (status >= 300) throw new Error(text);
}
