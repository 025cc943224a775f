import { useEffect, useState } from 'react';
import { originsOf, originWords, type History } from '#domain/document';
import { BlameIndex, blameOrigins } from '#domain/history';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { useApi } from '../../platform/api-provider.tsx';
import { originReader } from '../../platform/read-origin.ts';
import { useServices } from '../../platform/services.ts';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';

/** Longest time of reading between two frames, in ms. */
const SLICE_MS = 8;

interface OpenBlame {
  readonly index: BlameIndex;
  /** What the document was made from; undefined until its own log is read. */
  origins?: Origins;
}

interface Origins {
  /** The id of the event that says what it was made from. */
  readonly first: string | undefined;
  /** Null once they are read. */
  reading: Promise<void> | null;
}

/** One index for each open document, so that its log and those that it was made from are read once. */
const opened = new WeakMap<DocumentSession, OpenBlame>();

function blameOf(session: DocumentSession): OpenBlame {
  const known = opened.get(session) ?? { index: new BlameIndex(session.stream) };
  opened.set(session, known);
  return known;
}

/** An index, and the history that it has read. A new object whenever it has read more. */
export interface ReadBlame {
  readonly index: BlameIndex;
  readonly history: History;
  /** What the document was made from, in words, while its changes are still being read; null afterwards. */
  readonly pending: string | null;
}

/**
 * Who set each value in the open document; null until its log is read, a slice at a time. Changes to what it was made
 * from are added once they are read: they may be on a server that does not answer.
 */
export function useBlame(): ReadBlame | null {
  const { document: session } = useOpenEditor().editor;
  const { history } = useEditorDocument().state;
  const services = useServices();
  const { api } = useApi();
  const [read, setRead] = useState<ReadBlame | null>(null);
  useEffect(() => {
    const blame = blameOf(session);
    const { index } = blame;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const beginOrigins = (): Origins => {
      const { first } = index;
      index.continueFrom([]);
      const origins: Origins = { first: first?.id, reading: null };
      if (first === null || originsOf(first).length === 0) return origins;
      origins.reading = blameOrigins(first, originReader(services, api)).then((found) => {
        origins.reading = null;
        // A log that was begun elsewhere may have replaced this one meanwhile.
        if (blame.origins === origins) index.continueFrom(found);
      });
      return origins;
    };
    const readOn = () => {
      const end = performance.now() + SLICE_MS;
      if (!index.follow(history, () => performance.now() > end)) {
        timer = setTimeout(readOn);
        return;
      }
      const { first } = index;
      if (blame.origins === undefined || blame.origins.first !== first?.id) blame.origins = beginOrigins();
      const { reading } = blame.origins;
      setRead({ index, history, pending: reading === null || first === null ? null : originWords(originsOf(first)) });
      void reading?.then(() => {
        if (!isGone) setRead({ index, history, pending: null });
      });
    };
    readOn();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [session, history, services, api]);
  return read;
}
