import {
  openDocument,
  type DocumentSession,
  type OpenDocumentOptions,
  type SessionPorts,
} from '../../machines/document-session.ts';

/** A document with changes that could not be stored: they are only in this tab. */
export interface UnsavedDocument {
  readonly session: DocumentSession;
  readonly pending: number;
  readonly error: Error;
}

/**
 * The documents that are open in this tab. One whose changes could not be stored stays open, even when nobody looks at it any more, until
 * they are: nothing else has them.
 */
export interface OpenDocuments {
  /** The document that is still open under the name, or opened from the store. @throws what `openDocument` throws */
  open(options: OpenDocumentOptions): Promise<DocumentSession>;
  /** Nobody looks at it any more: closes it as soon as everything of it is stored. */
  release(session: DocumentSession): void;
  /** Those with changes that could not be stored, also while it is being tried again; the same array until that changes. */
  getSnapshot(): readonly UnsavedDocument[];
  subscribe(listener: () => void): () => void;
  /** All of them, in the order in which they were opened. */
  all(): readonly DocumentSession[];
  /** Tries again to store what failed. */
  retry(): void;
  /** Whether a page that is closed now takes changes with it. */
  isSaving(): boolean;
}

interface Entry {
  readonly session: DocumentSession;
  users: number;
  unsaved: UnsavedDocument | null;
  stop: () => void;
}

export function openDocuments(ports: SessionPorts): OpenDocuments {
  const entries = new Map<DocumentSession, Entry>();
  const listeners = new Set<() => void>();
  let snapshot: readonly UnsavedDocument[] = [];

  function publish(): void {
    const next = [...entries.values()].flatMap(({ unsaved }) => unsaved ?? []);
    if (next.length === snapshot.length && next.every((unsaved, index) => unsaved === snapshot[index])) return;
    snapshot = next;
    for (const listener of listeners) listener();
  }

  function look(entry: Entry): void {
    const { save } = entry.session.getSnapshot();
    const before = entry.unsaved;
    // While it is tried again it is not stored yet: what was said stays.
    const error = save.kind === 'failed' ? save.error : save.kind === 'saving' ? before?.error : undefined;
    const pending = save.kind === 'saved' ? 0 : save.pending;
    if (error === undefined) entry.unsaved = null;
    else if (before === null || before.error !== error || before.pending !== pending)
      entry.unsaved = { session: entry.session, pending, error };
    if (entry.users === 0 && save.kind === 'saved') drop(entry);
    publish();
  }

  function drop(entry: Entry): void {
    entry.stop();
    entries.delete(entry.session);
    entry.session.close();
  }

  function add(session: DocumentSession): DocumentSession {
    const entry: Entry = { session, users: 1, unsaved: null, stop: () => undefined };
    entries.set(session, entry);
    entry.stop = session.subscribe(() => look(entry));
    look(entry);
    return session;
  }

  return {
    async open(options) {
      const kept = [...entries.values()].find(({ session }) => session.stream === options.stream);
      if (kept !== undefined) {
        kept.users++;
        return kept.session;
      }
      return add(await openDocument(ports, options));
    },
    release(session) {
      const entry = entries.get(session);
      if (entry === undefined) return;
      entry.users--;
      look(entry);
    },
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    all: () => [...entries.keys()],
    retry() {
      for (const { session } of snapshot) session.retry();
    },
    isSaving: () => [...entries.keys()].some((session) => session.getSnapshot().save.kind !== 'saved'),
  };
}
