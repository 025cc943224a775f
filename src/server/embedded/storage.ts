import type { JsonObject } from '#domain/json';

/** What a document of the engine's state is. */
export type DocumentKind =
  | 'cluster'
  | 'index'
  | 'data_stream'
  | 'index_template'
  | 'component_template'
  | 'legacy_template'
  | 'document'
  | 'task'
  /** The history of a sample; see `sample-history.ts`. */
  | 'sample_log';

/** One document of the state that is set, or, without a value, deleted. */
export interface Change {
  readonly kind: DocumentKind;
  readonly name: string;
  readonly value?: JsonObject;
}

export type StoredDocument = Required<Change>;

/** Where an embedded engine keeps its state. */
export interface EngineStorage {
  /** Everything that was written, in any order. */
  load(): Iterable<StoredDocument>;
  /** All of the changes or none; they are kept when it returns. */
  write(changes: readonly Change[]): void;
  close(): void;
}

/** Keeps nothing: the engine itself holds the state while it lives. */
export function memoryEngineStorage(): EngineStorage {
  return { load: () => [], write: () => undefined, close: () => undefined };
}
