import { useMemo } from 'react';
import type { TextSnapshot } from '../../kit/json-editor.tsx';
import { runDocument, type TriedIndices } from './document-run.ts';
import { useRestedRun } from './use-rested-run.ts';

/** Tries the document whenever typing pauses. */
export function useDocumentRun(text: TextSnapshot, indices: TriedIndices | null) {
  const run = useMemo(
    () => (indices === null ? null : (turn: () => Promise<boolean>) => runDocument(text.toString(), indices, turn)),
    [text, indices],
  );
  const { result, isCurrent } = useRestedRun(run);
  return { run: result, isCurrent };
}
