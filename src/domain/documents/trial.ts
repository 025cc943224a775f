import type { TargetEngine } from '../catalogue/engines.ts';
import type { Pointer } from '../json/pointer.ts';
import type { JsonObject } from '../json/value.ts';

/** What documents are tried on: an index that has these mappings and settings on this engine. */
export interface TriedIndex {
  /** The mappings object itself, with `properties`. */
  readonly mappings: JsonObject;
  /** Settings of the index, nested or dotted, with or without `index`; what is left out has the engine's default. */
  readonly settings?: JsonObject;
  /** The `data_stream` of the template that makes it; absent for an index that exists, whose mappings tell it. */
  readonly dataStream?: JsonObject;
  readonly engine: TargetEngine;
}

/** What a request says beside the document. */
export interface DocumentRequest {
  /** The `routing` parameter. */
  readonly routing?: string;
}

/** What indexing a document would do. JSON, so that it can be sent and stored. */
export interface DocumentTrial {
  /** `unknown` where it depends on something that is listed in `unknown` with `decides: 'outcome'`. */
  readonly outcome: 'accepted' | 'refused' | 'unknown';
  /** Why the document is refused; present exactly where it is. */
  readonly refusal?: DocumentRefusal;
  /**
   * One entry for each pair of a value and a field that it reaches, in document order: a value with a multi-field and a
   * `copy_to` has three. Of a refused document the entries go on to the last value, as if it were not refused.
   */
  readonly values: readonly TriedValue[];
  /** What the document adds to the mappings, in the order in which it is met; nothing where it is refused. */
  readonly added: readonly AddedField[];
  /** Sorted dotted paths, as the document's `_ignored` field has them; nothing where it is refused. */
  readonly ignoredFields: readonly string[];
  readonly unknown: readonly UnknownEffect[];
}

export interface DocumentRefusal {
  /** A sentence. */
  readonly reason: string;
  /** Of the value in the document; `""` for the document itself. */
  readonly pointer: Pointer;
  /** Dotted path of the field, or null where no field is concerned. */
  readonly field: string | null;
}

export interface TriedValue {
  /** In the document. An empty list or object, or a whole list that one field takes (a vector), is one value. */
  readonly pointer: Pointer;
  /** Dotted path of the field that the value reaches, or that it would have; null where it can have none. */
  readonly field: string | null;
  /** The field's type; null where no field takes the value. */
  readonly type: string | null;
  readonly takenBy: TakenBy;
  readonly effects: readonly ValueEffect[];
}

/** How a value gets to a field. */
export type TakenBy =
  /** The mappings have the field. */
  | { readonly kind: 'field' }
  /** By a multi-field of the field `of`. */
  | { readonly kind: 'multiField'; readonly of: string }
  /** By a field that is named in the `copy_to` of the field `from`. */
  | { readonly kind: 'copyTo'; readonly from: string }
  /** By a field that a dynamic template adds. */
  | { readonly kind: 'dynamicTemplate'; readonly name: string }
  /** By a field that dynamic mapping adds. */
  | { readonly kind: 'dynamic' }
  /** By a runtime field, which reads it from the source. */
  | { readonly kind: 'runtime' }
  | { readonly kind: 'none' };

/** One thing that happens to a value in a field. */
export type ValueEffect =
  /** Searchable by an index of terms or points. */
  | { readonly kind: 'indexed' }
  /** In columns, for sorting and aggregations. */
  | { readonly kind: 'docValues' }
  /** Stored beside the source. */
  | { readonly kind: 'stored' }
  /** Kept in the source only, by a field with neither index, doc values nor stored values. */
  | { readonly kind: 'notIndexed' }
  /** Read as another value, `to` as text: `"5"` as `5`, `1.9` as `1`. */
  | { readonly kind: 'coerced'; readonly to: string }
  /** The field's `null_value` replaces it. */
  | { readonly kind: 'nullValue'; readonly to: string }
  /** Cut to `length` characters. */
  | { readonly kind: 'truncated'; readonly length: number }
  /** Kept in the source only. */
  | { readonly kind: 'ignored'; readonly by: IgnoredBy; readonly reason: string }
  /** The document is refused because of it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The field is added to the mappings with this definition. */
  | { readonly kind: 'addsField'; readonly definition: JsonObject }
  /** What becomes of it can't be told; the reason is in `unknown` at the same pointer. */
  | { readonly kind: 'unknown' };

/** What makes an engine leave a value out of the index. */
export type IgnoredBy =
  | 'null'
  | 'empty'
  | 'ignore_above'
  | 'ignore_malformed'
  | 'dynamic'
  | 'enabled'
  | 'total_fields'
  | 'depth_limit'
  | 'points_only';

export interface AddedField {
  /** Dotted path. Objects on the way are entries of their own, before what they hold. */
  readonly path: string;
  /** Without `properties`. */
  readonly definition: JsonObject;
  /** Where it is added: among the mapped fields, or among the runtime fields by its whole path. */
  readonly container: 'properties' | 'runtime';
  readonly by: { readonly kind: 'dynamic' } | { readonly kind: 'dynamicTemplate'; readonly name: string };
  /** Of the first value that needs it. */
  readonly pointer: Pointer;
}

/** Something that the mappings, the settings and the document don't tell. */
export interface UnknownEffect {
  readonly pointer: Pointer;
  readonly field: string | null;
  readonly what: UnknownKind;
  /** Whether the document may be refused because of it, or only its index entries can't be told. */
  readonly decides: 'outcome' | 'values';
  /** A sentence. */
  readonly reason: string;
}

export type UnknownKind =
  | 'analysis'
  | 'script'
  | 'format'
  | 'type'
  | 'query'
  | 'inference'
  | 'pattern'
  | 'shape'
  | 'number'
  | 'mappings'
  | 'limit';
