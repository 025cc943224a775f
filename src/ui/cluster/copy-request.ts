import type { ClusterRequest } from '#domain/ports';

/** Stands in a copied request for the address of the cluster, which the browser is never told. */
const ADDRESS = '$CLUSTER_URL';

/** The request as a command line. Without credentials: whoever runs it adds their own. */
export function asCurl({ method, path, body }: ClusterRequest): string {
  const data = body === undefined ? '' : ` \\\n  -H 'content-type: application/json' \\\n  -d ${quoted(body)}`;
  return `curl -X ${method} "${ADDRESS}"${quoted(path)}${data}`;
}

/** The request as the Dev Tools console takes it. */
export function asConsole({ method, path, body }: ClusterRequest): string {
  return body === undefined ? `${method} ${path}` : `${method} ${path}\n${body}`;
}

/** For a POSIX shell, whatever the text holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
