import type { ClusterCall } from '#domain/ports';
import type { EngineError } from './answer-text.ts';

/** What the endpoints are about that are followed by a name. */
const KINDS: readonly (readonly [endpoint: readonly string[], kind: string])[] = [
  [['_data_stream'], 'Data stream'],
  [['_index_template'], 'Index template'],
  [['_component_template'], 'Component template'],
  [['_template'], 'Legacy template'],
  [['_ilm', 'policy'], 'Lifecycle policy'],
  [['_plugins', '_ism', 'policies'], 'Lifecycle policy'],
];

/** No engine takes a longer name. */
const MAX_NAME_LENGTH = 255;

/**
 * What a cluster lacks that a call was about, in words: `Index "logs" does not exist.` Null where the refusal does not
 * say what it is about. Engines say "no such index" of data streams as well, and of a component template its name
 * alone.
 */
export function missingWords(
  { path }: Pick<ClusterCall, 'path'>,
  status: number,
  { type, reason }: EngineError,
): string | null {
  if (status !== 404 || reason?.startsWith('no handler found') === true) return null;
  const alias =
    type === 'aliases_not_found_exception' ? /^aliases \[(.*)\] missing$/.exec(reason ?? '')?.[1] : undefined;
  if (alias !== undefined) return words('Alias', alias);
  for (const [endpoint, kind] of KINDS) {
    const name = path[endpoint.length];
    if (name !== undefined && endpoint.every((segment, at) => path[at] === segment)) return words(kind, name);
  }
  const [name] = path;
  if (path[1] === '_rollover' && name !== undefined) return words('Alias or data stream', name);
  if (type !== 'index_not_found_exception') return null;
  const index = /^no such index \[(.*?)\](?: |$)/.exec(reason ?? '')?.[1];
  return index === undefined ? null : words('Index', index);
}

function words(kind: string, name: string): string {
  const shown = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return `${kind} "${shown}" does not exist.`;
}
