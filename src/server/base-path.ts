/** Placeholder in the built page, before each address of the server, that is replaced by the path of `--base-path`. */
export const basePathPlaceholder = '__MAPLEDGER_BASE_PATH__';

/** What the paths of this server start with. */
const OWN = ['api', 'assets', 'management', 'metrics'];

const MAX_LENGTH = 255;

/** The fault of a path below which browsers are to reach the server, undefined where it has none. */
export function basePathFault(path: string): string | undefined {
  const isPath = /^(?:\/[\w~-][\w.~-]*)+$/.test(path) && path.length <= MAX_LENGTH;
  if (!isPath)
    return `A base path starts with a slash and ends without one, such as /mapledger or /ops/mapledger, not "${path}".`;
  const [, first = ''] = path.split('/');
  return OWN.includes(first) ? `A base path can’t start with /${first}: the server has paths of that name.` : undefined;
}

/** The address that routes know: with the base path in front of it or without, since proxies strip it or leave it. */
export function withoutBasePath(basePath: string, url: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}
