import { useEffect, useMemo } from 'react';
import type { DocumentState } from '#domain/document';
import { Scrubber } from '#domain/history';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';

/** Longest time of work between two frames, in ms. */
const SLICE_MS = 8;

/** One scrubber for each open document: it continues as the log grows. */
const scrubbers = new WeakMap<DocumentSession, Scrubber>();

function scrubberOf(session: DocumentSession, state: DocumentState): Scrubber {
  const known = scrubbers.get(session);
  if (known?.follow(state) === true) return known;
  const scrubber = new Scrubber(state);
  scrubbers.set(session, scrubber);
  return scrubber;
}

/** All versions of the open document; its key frames are prepared in small steps between other tasks. */
export function useScrubber(): Scrubber {
  const { document: session } = useOpenEditor().editor;
  const { state } = useEditorDocument();
  const scrubber = useMemo(() => scrubberOf(session, state), [session, state]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const layOn = () => {
      const end = performance.now() + SLICE_MS;
      if (!scrubber.prepare(() => performance.now() > end)) timer = setTimeout(layOn);
    };
    timer = setTimeout(layOn);
    return () => clearTimeout(timer);
  }, [scrubber]);
  return scrubber;
}
