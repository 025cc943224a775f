import type { JsonObject, JsonValue } from '#domain/json';

/** Settings by their whole names (`index.number_of_shards`); values are texts or lists of texts. */
export type FlatSettings = JsonObject;

/** What an index holds beside the documents that were put into it: the figures that a sample shows. */
export interface Figures extends JsonObject {
  readonly documents: number;
  readonly deleted: number;
  readonly bytes: number;
  readonly segments: number;
}

export interface IndexDocument extends JsonObject {
  readonly name: string;
  readonly uuid: string;
  readonly state: 'open' | 'close';
  readonly settings: FlatSettings;
  readonly mappings: JsonObject;
  /** What each alias says about this index: `{}`, or filter, routing, is_write_index, is_hidden. */
  readonly aliases: { readonly [alias: string]: JsonObject };
  readonly figures: Figures;
  /** The data stream that it backs, or null. */
  readonly dataStream: string | null;
  readonly isSystem: boolean;
  /**
   * How many of the documents in `figures` are copies, by the UUID of the index that they were made with; absent where
   * none is.
   */
  readonly copied?: { readonly [uuid: string]: number };
}

export interface DataStreamDocument extends JsonObject {
  readonly name: string;
  readonly template: string;
  readonly generation: number;
  /** Oldest first; the last one is written to. */
  readonly indices: readonly string[];
  readonly hidden: boolean;
  readonly isSystem: boolean;
  /** As its API takes it, or null where it has none. */
  readonly lifecycle: JsonObject | null;
}

export interface StoredSource extends JsonObject {
  readonly index: string;
  readonly id: string;
  readonly sequence: number;
  readonly version: number;
  readonly source: JsonValue;
}
