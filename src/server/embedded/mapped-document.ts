import { tryDocument, withAddedFields } from '#domain/documents';
import type { JsonValue } from '#domain/json';
import type { IndexDocument } from './documents.ts';
import { EngineError } from './engine-error.ts';
import { TARGET } from './version.ts';

/**
 * The index after a document, whose unknown fields its mappings may take up; the domain decides.
 * @throws EngineError where the mappings refuse the document
 */
export function indexAfter(index: IndexDocument, source: JsonValue, routing: string | undefined): IndexDocument {
  const { refusal, added } = trialOf(index, source, routing);
  if (refusal !== undefined) throw new EngineError(400, 'document_parsing_exception', refusal.reason);
  return added.length === 0 ? index : { ...index, mappings: withAddedFields(index.mappings, added) };
}

/** The fields of a document that the index left out. */
export function ignoredIn(index: IndexDocument, source: JsonValue): readonly string[] {
  return trialOf(index, source).ignoredFields;
}

function trialOf({ mappings, settings }: IndexDocument, source: JsonValue, routing?: string) {
  return tryDocument({ mappings, settings, engine: TARGET }, source, routing === undefined ? {} : { routing });
}
