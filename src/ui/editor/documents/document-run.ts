import { DOCUMENT_LIMITS, tryDocument, type DocumentTrial, type TriedIndex } from '#domain/documents';
import { isObject, JsonTextError, parseJson, type JsonObject } from '#domain/json';
import type { TextFault } from '../../kit/json-editor.tsx';
import { trialRows, type TrialRow } from './trial-rows.ts';

/** What a document is tried on: the mappings as they are, and as they were where they differ. */
export interface TriedIndices {
  readonly after: TriedIndex;
  readonly before: TriedIndex | null;
}

/** The result of trying a document. */
export type DocumentRun =
  | { readonly kind: 'empty' }
  | { readonly kind: 'fault'; readonly fault: TextFault }
  | { readonly kind: 'notObject' }
  | {
      readonly kind: 'tried';
      /** What it was tried on. */
      readonly index: TriedIndex;
      readonly document: JsonObject;
      readonly after: DocumentTrial;
      readonly before: DocumentTrial | null;
      readonly rows: readonly TrialRow[];
    };

/**
 * Reads a document and tries it. `turn` is awaited between the steps, of which each is one pass over the document;
 * null
 * where it says that nobody waits for the result any more.
 */
export async function runDocument(
  text: string,
  { after, before }: TriedIndices,
  turn: () => Promise<boolean>,
): Promise<DocumentRun | null> {
  if (text.trim() === '') return { kind: 'empty' };
  let document;
  try {
    document = parseJson(text, DOCUMENT_LIMITS);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { kind: 'fault', fault: error };
  }
  if (!isObject(document)) return { kind: 'notObject' };
  if (!(await turn())) return null;
  const trialAfter = tryDocument(after, document);
  if (!(await turn())) return null;
  const trialBefore = before === null ? null : tryDocument(before, document);
  if (!(await turn())) return null;
  return {
    kind: 'tried',
    index: after,
    document,
    after: trialAfter,
    before: trialBefore,
    rows: trialRows(trialAfter, trialBefore),
  };
}
