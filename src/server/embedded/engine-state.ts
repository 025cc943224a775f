import { member, type JsonObject } from '#domain/json';
import type { Clock } from '#domain/ports';
import type { DataStreamDocument, IndexDocument, StoredSource } from './documents.ts';
import type { Change, EngineStorage } from './storage.ts';

/** Names that are kept sorted, found in a step; sorted again when one was added or has gone. */
class Named<Value extends JsonObject> {
  readonly #values = new Map<string, Value>();
  #names: readonly string[] | undefined;

  get size(): number {
    return this.#values.size;
  }
  get(name: string): Value | undefined {
    return this.#values.get(name);
  }
  has(name: string): boolean {
    return this.#values.has(name);
  }
  names(): readonly string[] {
    this.#names ??= [...this.#values.keys()].sort();
    return this.#names;
  }
  /** By name, as `names` has them. */
  entries(): readonly (readonly [string, Value])[] {
    return this.names().flatMap((name) => {
      const value = this.#values.get(name);
      return value === undefined ? [] : [[name, value] as const];
    });
  }
  values(): IterableIterator<Value> {
    return this.#values.values();
  }
  set(name: string, value: Value | undefined): void {
    if (value === undefined ? this.#values.delete(name) : !this.#values.has(name)) this.#names = undefined;
    if (value !== undefined) this.#values.set(name, value);
  }
}

/** The state of an embedded engine: documents that are replaced whole, never changed. */
export class EngineState {
  readonly cluster = new Named<JsonObject>();
  readonly indices = new Named<IndexDocument>();
  readonly dataStreams = new Named<DataStreamDocument>();
  readonly indexTemplates = new Named<JsonObject>();
  readonly componentTemplates = new Named<JsonObject>();
  readonly legacyTemplates = new Named<JsonObject>();
  /** What tasks came to. */
  readonly tasks = new Named<JsonObject>();
  /** The histories that came with the sample data, by stream. */
  readonly sampleLogs = new Named<JsonObject>();
  /** Names of the indices of each alias. */
  readonly #aliases = new Map<string, Set<string>>();
  /** Documents by the UUID of their index, then by id. */
  readonly #sources = new Map<string, Map<string, StoredSource>>();
  /** The last sequence number of each index, by UUID. */
  readonly #sequences = new Map<string, number>();
  readonly #storage: EngineStorage;

  /** The time that date math in names counts from. */
  readonly clock: Clock;

  constructor(storage: EngineStorage, clock: Clock) {
    this.#storage = storage;
    this.clock = clock;
    for (const document of storage.load()) this.#apply(document);
  }

  get isEmpty(): boolean {
    return (
      this.indices.size +
        this.dataStreams.size +
        this.indexTemplates.size +
        this.componentTemplates.size +
        this.legacyTemplates.size ===
      0
    );
  }

  /** All of the changes or none: what storage refuses is not done. */
  commit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#storage.write(changes);
    for (const change of changes) this.#apply(change);
  }

  aliasNames(): readonly string[] {
    return [...this.#aliases.keys()].sort();
  }

  indicesOfAlias(alias: string): readonly string[] {
    return [...(this.#aliases.get(alias) ?? [])].sort();
  }

  sourcesOf({ uuid }: IndexDocument): ReadonlyMap<string, StoredSource> {
    return this.#sources.get(uuid) ?? new Map<string, StoredSource>();
  }

  nextSequence({ uuid }: IndexDocument): number {
    return (this.#sequences.get(uuid) ?? -1) + 1;
  }

  /** The changes that delete an index and everything in it. */
  deletionOf(index: IndexDocument): readonly Change[] {
    const sources = [...this.sourcesOf(index).keys()].map((id): Change => ({
      kind: 'document',
      name: sourceName(index.uuid, id),
    }));
    return [{ kind: 'index', name: index.name }, ...sources];
  }

  close(): void {
    this.#storage.close();
  }

  // The values come from this engine's own calls, or from what it has stored before.
  #apply({ kind, name, value }: Change): void {
    switch (kind) {
      case 'cluster':
        return this.cluster.set(name, value);
      case 'index':
        return this.#setIndex(name, value as IndexDocument | undefined);
      case 'data_stream':
        return this.dataStreams.set(name, value as DataStreamDocument | undefined);
      case 'index_template':
        return this.indexTemplates.set(name, value);
      case 'component_template':
        return this.componentTemplates.set(name, value);
      case 'legacy_template':
        return this.legacyTemplates.set(name, value);
      case 'document':
        return this.#setSource(name, value as StoredSource | undefined);
      case 'task':
        return this.tasks.set(name, value);
      case 'sample_log':
        return this.sampleLogs.set(name, value);
    }
  }

  #setIndex(name: string, index: IndexDocument | undefined): void {
    const before = this.indices.get(name)?.aliases ?? {};
    const after = index?.aliases ?? {};
    if (before !== after) {
      for (const alias of Object.keys(before)) {
        if (member(after, alias) !== undefined) continue;
        const names = this.#aliases.get(alias);
        names?.delete(name);
        if (names?.size === 0) this.#aliases.delete(alias);
      }
      for (const alias of Object.keys(after)) {
        const names = this.#aliases.get(alias) ?? new Set();
        this.#aliases.set(alias, names.add(name));
      }
    }
    this.indices.set(name, index);
  }

  #setSource(name: string, source: StoredSource | undefined): void {
    const [uuid, id] = [name.slice(0, name.indexOf('/')), name.slice(name.indexOf('/') + 1)];
    const sources = this.#sources.get(uuid) ?? new Map<string, StoredSource>();
    this.#sources.set(uuid, sources);
    if (source !== undefined) {
      sources.set(id, source);
      this.#sequences.set(uuid, Math.max(source.sequence, this.#sequences.get(uuid) ?? -1));
    } else if (sources.delete(id) && sources.size === 0) this.#sources.delete(uuid);
  }
}

export function sourceName(uuid: string, id: string): string {
  return `${uuid}/${id}`;
}
