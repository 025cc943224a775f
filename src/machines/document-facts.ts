import type { DocumentState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { isObject, joinPointer, parentPointer, valueAt, type Body, type Pointer } from '#domain/json';
import { maxNestedDepth, parseFieldId, rootContainer, summaryOf, type FieldId } from '#domain/mapping';

/** The facts that a session needs about its document. */
export interface DocumentFacts {
  readonly hasRootFields: boolean;
  readonly maxNestedDepth: number;
  /** The newest version. */
  readonly version: number;
}

/**
 * Computes the facts that a session needs about its document. Cost: proportional to the changes since the folds were
 * last computed.
 */
export function factsOf(body: Body, mappingsAt: Pointer, version: number): DocumentFacts {
  const root = rootContainer(body, mappingsAt);
  return {
    hasRootFields: root !== undefined && Object.keys(root).length > 0,
    maxNestedDepth: root === undefined ? 0 : maxNestedDepth(summaryOf(root)),
    version,
  };
}

/** Sent to the session by the document, not by people, when events became part of it. */
export interface DocumentChanged {
  readonly type: 'DOCUMENT_CHANGED';
  readonly events: readonly DocumentEvent[];
  readonly facts: DocumentFacts;
  /** Decided here, rather than by another tab or person. */
  readonly isOwn: boolean;
  /** Where a field is after the change, or null when it is gone. */
  readonly follow: (field: FieldId) => FieldId | null;
  /** The field to go to from one that is gone. */
  readonly neighbourOf: (field: FieldId) => FieldId | null;
}

/**
 * The field to go to from one that is gone: the next sibling, the previous one, or the parent; likewise from the parent
 * where that is gone, too.
 */
export function neighbourOf(
  { body, mappingsAt }: Pick<DocumentState, 'body' | 'mappingsAt'>,
  id: FieldId,
): FieldId | null {
  const address = parseFieldId(id, mappingsAt);
  if (address === null) return null;
  const at = parentPointer(id);
  const siblings = valueAt(body, at);
  const names = isObject(siblings) ? summaryOf(siblings).names : [];
  const next = names.find((name) => name > address.name) ?? names.at(-1);
  if (next !== undefined) return joinPointer(at, next);
  const { parentId } = address;
  return parentId === null || valueAt(body, parentId) !== undefined
    ? parentId
    : neighbourOf({ body, mappingsAt }, parentId);
}
