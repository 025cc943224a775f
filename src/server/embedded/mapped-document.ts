import { tryDocument, withAddedFields, type DocumentTrial } from '#domain/documents';
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
  if (refusal !== undefined) throw refused(refusal);
  return added.length === 0 ? index : { ...index, mappings: withAddedFields(index.mappings, added) };
}

function refused({ field, reason }: NonNullable<DocumentTrial['refusal']>): EngineError {
  const type = 'document_parsing_exception';
  if (field === null) return new EngineError(400, type, reason);
  const cause = { type: 'illegal_argument_exception', reason };
  return new EngineError(400, type, `failed to parse field [${field}]`, {}, cause);
}

/** The fields of a document that the index left out. */
export function ignoredIn(index: IndexDocument, source: JsonValue): readonly string[] {
  return trialOf(index, source).ignoredFields;
}

function trialOf({ mappings, settings }: IndexDocument, source: JsonValue, routing?: string) {
  return tryDocument({ mappings, settings, engine: TARGET }, source, routing === undefined ? {} : { routing });
}
