import { useEffect, useState } from 'react';
import type { History } from '#domain/document';
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
  /** Reads what the document was made from; undefined until its own log is read. */
  origins?: { readonly first: string | undefined; readonly read: Promise<void> };
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
}

/** Who set each value in the open document; null until its log is read, a slice at a time. */
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
    const readOrigins = async () => {
      const { first } = index;
      index.continueFrom(first === null ? [] : await blameOrigins(first, originReader(services, api)));
    };
    const readOn = () => {
      const end = performance.now() + SLICE_MS;
      if (!index.follow(history, () => performance.now() > end)) {
        timer = setTimeout(readOn);
        return;
      }
      // A log that was begun elsewhere replaces the reading that was held here.
      const first = index.first?.id;
      if (blame.origins?.first !== first) blame.origins = { first, read: readOrigins() };
      void blame.origins?.read.then(() => {
        if (!isGone) setRead({ index, history });
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
