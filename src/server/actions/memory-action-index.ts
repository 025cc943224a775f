import { actionStream } from '#domain/action';
import type { ActionEntry, ActionIndex, ActionQuery } from './action-index.ts';

/** An index that ends with the process. */
export function memoryActionIndex(): ActionIndex {
  const entries = new Map<string, ActionEntry>();
  return {
    put: async (entry) => {
      entries.set(actionStream(entry), entry);
    },
    find: async (query) =>
      Array.from(entries.values())
        .filter((entry) => fits(entry, query))
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, query.limit)
        .map(({ cluster, id }) => ({ cluster, id })),
    versions: async () => new Map(Array.from(entries, ([stream, { version }]) => [stream, version])),
    endedBefore: async (id, limit) =>
      Array.from(entries.values())
        .filter((entry) => entry.id < id && entry.state !== 'open')
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map((entry) => ({ cluster: entry.cluster, id: entry.id })),
    // Nothing is erased of a memory.
    erased: async () => null,
    count: async (cluster) =>
      Array.from(entries.values()).filter((entry) => cluster === undefined || entry.cluster === cluster).length,
  };
}

function fits(entry: ActionEntry, { cluster, before, from, route, name, stream, state }: ActionQuery): boolean {
  return (
    (cluster === undefined || entry.cluster === cluster) &&
    (before === undefined || entry.id < before) &&
    (from === undefined || entry.id >= from) &&
    (route === undefined || entry.route === route) &&
    (state === undefined || entry.state === state) &&
    (name === undefined || entry.names.includes(name)) &&
    (stream === undefined || entry.stream === stream)
  );
}
