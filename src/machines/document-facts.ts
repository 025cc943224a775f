import type { DocumentEvent } from '#domain/events';
import type { Body, Pointer } from '#domain/json';
import { rootContainer, type FieldId } from '#domain/mapping';

/** What a session has to know of its document. */
export interface DocumentFacts {
  readonly hasRootFields: boolean;
}

/** What a session has to know of a document. */
export function factsOf(body: Body, mappingsAt: Pointer): DocumentFacts {
  const root = rootContainer(body, mappingsAt);
  return { hasRootFields: root !== undefined && Object.keys(root).length > 0 };
}

/** Sent to the session, not by people but by the document, when events became part of it. */
export interface DocumentChanged {
  readonly type: 'DOCUMENT_CHANGED';
  readonly events: readonly DocumentEvent[];
  readonly facts: DocumentFacts;
  /** Decided here, rather than by another tab or person. */
  readonly isOwn: boolean;
  /** Where a field is after the change, or null when it is gone. */
  readonly follow: (field: FieldId) => FieldId | null;
}
