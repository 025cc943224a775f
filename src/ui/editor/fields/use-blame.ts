import { useEffect, useState } from 'react';
import type { History } from '#domain/document';
import { BlameIndex } from '#domain/history';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';

/** Longest time of reading between two frames, in ms. */
const SLICE_MS = 8;

/** One index for each open document, so that its log is read once. */
const indexes = new WeakMap<DocumentSession, BlameIndex>();

function indexOf(session: DocumentSession): BlameIndex {
  const known = indexes.get(session) ?? new BlameIndex(session.stream);
  indexes.set(session, known);
  return known;
}

/** An index, and the history that it has read. A new object whenever it has read more. */
export interface ReadBlame {
  readonly index: BlameIndex;
  readonly history: History;
}

/** Who set each value in the open document; null until its log is read, a slice at a time. */
export function useBlame(): ReadBlame | null {
  const { document: session } = useOpenEditor().editor;
  const { history } = useEditorDocument().state;
  const [read, setRead] = useState<ReadBlame | null>(null);
  useEffect(() => {
    const index = indexOf(session);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readOn = () => {
      const end = performance.now() + SLICE_MS;
      if (index.follow(history, () => performance.now() > end)) setRead({ index, history });
      else timer = setTimeout(readOn);
    };
    readOn();
    return () => clearTimeout(timer);
  }, [session, history]);
  return read;
}
