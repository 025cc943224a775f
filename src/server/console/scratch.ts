import { formatJson, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { scratchDefinition } from '#domain/mapping';
import { ClusterError, type ClusterGateway } from '#domain/ports';
import { bodyText, isRefused } from './calls.ts';
import type { ConsoleContext, HandlersOf, OpenCluster } from './context.ts';
import { isUnsure } from './bulk.ts';
import { readObject } from './read-object.ts';
import { readOfIndex } from './one-index.ts';
import { requireNoTemplate } from './scratch-templates.ts';

/** A scratch index that was to be created, and has not been seen to be gone. */
export interface ScratchIndex {
  /** The id of the cluster in the configuration. */
  readonly cluster: string;
  readonly name: string;
  /** In ISO 8601. */
  readonly createdAt: string;
}

/** Where names of scratch indices are kept from before they are created until they are gone. */
export interface ScratchStore {
  /** The name is kept for good when this resolves. */
  begin(index: ScratchIndex): Promise<void>;
  end(cluster: string, name: string): Promise<void>;
  list(cluster: string): Promise<readonly ScratchIndex[]>;
}

export interface ScratchOptions {
  readonly store: ScratchStore;
  /** The time, in ISO 8601. */
  readonly now: () => string;
  /** An id that nothing had before; letters and digits. */
  readonly newId: () => string;
}

/** Scratch indices of this server: what is created is removed, by a later run of it if need be. */
export interface ScratchIndices {
  /**
   * Creates an index for as long as `run` takes.
   * @throws ClusterError where it can't be created, RequestError where a template would apply to it
   */
  use<T>(context: ConsoleContext, definition: JsonObject, run: (name: string) => Promise<T>): Promise<ScratchUse<T>>;
  /** A name for one that no index has. */
  newName(): string;
  /** Those that are left from before; not those that are in use. */
  leftovers(cluster: string): Promise<readonly ScratchIndex[]>;
  /** Removes what is left of earlier runs, as far as the cluster lets whoever asks. Never rejects. */
  removeLeftovers(cluster: OpenCluster): Promise<void>;
}

export interface ScratchUse<T> {
  readonly name: string;
  readonly value: T;
  /** Whether the index is known to be gone; otherwise it is removed later. */
  readonly isRemoved: boolean;
}

/** Only scratch indices have this prefix; an index is deleted only if it has the prefix and is in the store. */
const NAME_PREFIX = 'mapledger-scratch-';
/** A cluster may still create an index for so long after its answer was lost. */
const LATE_CREATION_MS = 300_000;

export function scratchIndices({ store, now, newId }: ScratchOptions): ScratchIndices {
  const inUse = new Set<string>();
  const leftovers = async (cluster: string) =>
    (await store.list(cluster)).filter(({ name }) => !inUse.has(`${cluster} ${name}`));

  /** Whether the index is gone for good; `isCertain`: nothing will create it any more. */
  async function remove(
    gateway: ClusterGateway,
    { cluster, name }: ScratchIndex,
    isCertain: boolean,
  ): Promise<boolean> {
    try {
      await gateway.send({ method: 'DELETE', path: [name] });
    } catch (error) {
      if (!isRefused(error, 404)) return false;
      if (!isCertain) return false;
    }
    await store.end(cluster, name);
    return true;
  }

  const newName = () => `${NAME_PREFIX}${newId().toLowerCase()}`;

  return {
    newName,
    leftovers,
    async use(context, definition, run) {
      const { entry, gateway } = context.cluster;
      const index = { cluster: entry.id, name: newName(), createdAt: now() };
      const key = `${index.cluster} ${index.name}`;
      await requireNoTemplate(context, index.name);
      inUse.add(key);
      let isCertain = true;
      let isRemoved = false;
      try {
        await store.begin(index);
        try {
          await gateway.send({
            method: 'PUT',
            path: [index.name],
            query: { wait_for_active_shards: 0 },
            body: formatJson(definition),
          });
          return {
            name: index.name,
            value: await run(index.name),
            isRemoved: (isRemoved = await remove(gateway, index, true)),
          };
        } catch (error) {
          isCertain = !isUnsure(error);
          throw error;
        }
      } finally {
        if (!isRemoved) await remove(gateway, index, isCertain).catch(() => false);
        inUse.delete(key);
      }
    },
    async removeLeftovers({ entry, gateway }) {
      try {
        for (const index of await leftovers(entry.id)) {
          if (!index.name.startsWith(NAME_PREFIX)) continue;
          await remove(gateway, index, Date.parse(now()) - Date.parse(index.createdAt) > LATE_CREATION_MS);
        }
      } catch {
        // They stay in the list, for the next who signs in.
      }
    },
  };
}

type ScratchRouteId = 'mapping.try' | 'scratch_indices.list';

export function scratchHandlers(scratch: ScratchIndices): HandlersOf<ScratchRouteId> {
  return {
    'mapping.try': async ({ params: { name }, body: { updates } }, context) => {
      const [mapping, settings] = [
        await readOfIndex(context, name, ['_mapping']),
        await readOfIndex(context, name, ['_settings'], { flat_settings: true }),
      ];
      await scratch.removeLeftovers(context.cluster);
      const definition = scratchDefinition(
        objectMember(settings, 'settings') ?? {},
        objectMember(mapping, 'mappings') ?? {},
      );
      const used = await scratch.use(context, definition, async (index) => {
        const results: { isTaken: boolean; reason?: string }[] = [];
        for (const update of updates) results.push(await tryUpdate(context, index, update));
        return results;
      });
      return { index: used.name, results: used.value, isRemoved: used.isRemoved };
    },

    'scratch_indices.list': async (_input, { cluster }) => ({
      indices: (await scratch.leftovers(cluster.entry.id)).map(({ name, createdAt }) => ({ name, createdAt })),
    }),
  };
}

/** @throws ClusterError where the cluster does not say whether it takes the update */
async function tryUpdate(
  { cluster }: ConsoleContext,
  index: string,
  update: JsonValue,
): Promise<{ isTaken: boolean; reason?: string }> {
  try {
    const response = await readObject(cluster.gateway, {
      method: 'PUT',
      path: [index, '_mapping'],
      body: bodyText(update),
    });
    return { isTaken: member(response, 'acknowledged') === true };
  } catch (error) {
    // An engine refuses a parameter of objects with 500.
    if (!(error instanceof ClusterError) || error.reason === undefined || error.status === undefined) throw error;
    if (error.status === 401 || error.status === 403 || error.status === 429) throw error;
    return { isTaken: false, reason: error.reason };
  }
}
