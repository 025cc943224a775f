import { useCallback, useSyncExternalStore } from 'react';
import type { DocumentSession, DocumentSnapshot } from '../../machines/document-session.ts';

/** The present snapshot of a document; renders again with each change. The document itself stays in the session. */
export function useDocument(session: DocumentSession): DocumentSnapshot {
  const subscribe = useCallback((listener: () => void) => session.subscribe(listener), [session]);
  return useSyncExternalStore(subscribe, () => session.getSnapshot());
}
