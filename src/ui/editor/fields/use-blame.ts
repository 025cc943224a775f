import { useEffect, useState } from 'react';
import { originsOf, originWords, type History } from '#domain/document';
import { BlameIndex, blameOrigins } from '#domain/history';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { NoResponseError } from '../../platform/api-in-time.ts';
import { useApi } from '../../platform/api-provider.tsx';
import { originReader } from '../../platform/read-origin.ts';
import { useServices } from '../../platform/services.ts';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';

/** Longest time of reading between two frames, in ms. */
const SLICE_MS = 8;

interface OpenBlame {
  readonly index: BlameIndex;
  /** Called whenever the reading of the origins has come to something. */
  readonly listeners: Set<() => void>;
  /** What the document was made from; undefined until its own log is read. */
  origins?: Origins;
}

interface Origins {
  /** The id of the event that says what it was made from. */
  readonly first: string | undefined;
  state: 'reading' | 'late' | 'read';
}

/** One index for each open document, so that its log and those that it was made from are read once. */
const opened = new WeakMap<DocumentSession, OpenBlame>();

function blameOf(session: DocumentSession): OpenBlame {
  const known = opened.get(session) ?? { index: new BlameIndex(session.stream), listeners: new Set() };
  opened.set(session, known);
  return known;
}

/** An index, and the history that it has read. A new object whenever it has read more. */
export interface ReadBlame {
  readonly index: BlameIndex;
  readonly history: History;
  /** What the document was made from, in words, while its changes are not read; null afterwards. */
  readonly pending: string | null;
  /** The server has not responded in time. */
  readonly isLate: boolean;
  /** Requests them anew. */
  readonly retry: () => void;
}

/**
 * Who set each value in the open document; null until its log is read, a slice at a time. Changes to what it was made
 * from are added once they are read: they may be on a server that does not answer, so that
 * the waiting ends, and can be begun anew.
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
    const beginOrigins = () => {
      const { first } = index;
      index.continueFrom([]);
      const origins: Origins = { first: first?.id, state: 'read' };
      blame.origins = origins;
      if (first === null || originsOf(first).length === 0) return;
      origins.state = 'reading';
      const tell = () => {
        for (const listener of blame.listeners) listener();
      };
      // A log that was begun elsewhere may have replaced this one meanwhile.
      blameOrigins(first, originReader(services, api)).then(
        (found) => {
          if (blame.origins !== origins) return;
          origins.state = 'read';
          index.continueFrom(found);
          tell();
        },
        (error: unknown) => {
          if (!(error instanceof NoResponseError)) throw error;
          if (blame.origins !== origins) return;
          origins.state = 'late';
          tell();
        },
      );
    };
    const retry = () => {
      beginOrigins();
      show();
    };
    const show = () => {
      const { first } = index;
      const { state } = blame.origins ?? { state: 'read' };
      const pending = state === 'read' || first === null ? null : originWords(originsOf(first));
      setRead({ index, history, pending, isLate: state === 'late', retry });
    };
    const readOn = () => {
      const end = performance.now() + SLICE_MS;
      if (!index.follow(history, () => performance.now() > end)) {
        timer = setTimeout(readOn);
        return;
      }
      if (blame.origins === undefined || blame.origins.first !== index.first?.id) beginOrigins();
      blame.listeners.add(show);
      show();
    };
    readOn();
    return () => {
      blame.listeners.delete(show);
      clearTimeout(timer);
    };
  }, [session, history, services, api]);
  return read;
}
