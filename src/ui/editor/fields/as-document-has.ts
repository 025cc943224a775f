import { isLiveDocument, type DocumentState } from '#domain/document';
import type { JsonObject } from '#domain/json';
import { asEnginesRead } from '#domain/mapping';

/**
 * Mappings that are applied as a whole, as a document has them: of a live index as the cluster tells them, so that a
 * field which was written with dots is the one that is there.
 */
export const asDocumentHas = (state: DocumentState, mappings: JsonObject): JsonObject =>
  isLiveDocument(state) ? asEnginesRead(mappings) : mappings;
