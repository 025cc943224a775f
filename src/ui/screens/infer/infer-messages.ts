import type { TargetEngine } from '#domain/catalogue';
import type { CheckedMapping, DocumentCheck, DocumentFault, InferredMapping } from '#domain/infer';
import type { JsonObject } from '#domain/json';

/** What the page sends to the worker. */
export type InferRequest =
  | { readonly kind: 'read'; readonly file: File; readonly target: TargetEngine }
  /** Proposes once more, for another engine. */
  | { readonly kind: 'propose'; readonly target: TargetEngine; readonly against: CheckedMapping | null }
  /** Tries the documents on a mapping with other choices, and on an existing one. */
  | {
      readonly kind: 'try';
      readonly mappings: JsonObject;
      readonly settings: JsonObject;
      readonly against: CheckedMapping | null;
    };

export interface Proposal {
  readonly target: TargetEngine;
  readonly mapping: InferredMapping;
  /** Documents that count, and all. */
  readonly documents: number;
  readonly total: number;
  readonly faults: readonly DocumentFault[];
  readonly faultCount: number;
}

/** Why a file is not read any further. */
export type InferFailure =
  /** What is in it: half a sentence, and from which line on. */
  | { readonly why: 'input'; readonly reason: string; readonly line?: number | undefined }
  /** It was changed or removed, or may not be read. */
  | { readonly why: 'file' }
  | { readonly why: 'worker'; readonly reason: string };

/** What the worker sends to the page. */
export type InferReport =
  /** Its code is loaded. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly pass: 'read' | 'try'; readonly bytes: number }
  | { readonly kind: 'proposed'; readonly proposal: Proposal }
  /** `against` is the outcome on the existing mapping, where there is one. */
  | { readonly kind: 'tried'; readonly check: DocumentCheck; readonly against: DocumentCheck | null }
  | { readonly kind: 'failed'; readonly failure: InferFailure };

/** A request or a report, with the number of the request: reports on earlier ones are not wanted any more. */
export interface Numbered<Message> {
  readonly request: number;
  readonly message: Message;
}
