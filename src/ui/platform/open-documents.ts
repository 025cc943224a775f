import { createAtom } from '@xstate/store';
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
 * The documents that are open in this tab. A document whose changes could not be stored stays open, even when no screen
 * shows it any more, until they are stored: nothing else has these changes.
 */
export interface OpenDocuments {
  /** The document that is still open under the name, or opened from the store. @throws what `openDocument` throws */
  open(options: OpenDocumentOptions): Promise<DocumentSession>;
  /** No screen shows it any more: closes it as soon as all its changes are stored. */
  release(session: DocumentSession): void;
  /** Documents with changes that could not be stored, also during a retry; the same array until that changes. */
  getSnapshot(): readonly UnsavedDocument[];
  subscribe(listener: () => void): () => void;
  /** All of them, in the order in which they were opened. */
  all(): readonly DocumentSession[];
  /** Retries what could not be stored. */
  retry(): void;
  /** Whether closing the page now would lose changes. */
  isSaving(): boolean;
}

interface Entry {
  /** Shared by all callers that open the document at the same time. */
  readonly opened: Promise<DocumentSession>;
  /** Null until it is open. */
  session: DocumentSession | null;
  users: number;
  unsaved: UnsavedDocument | null;
  unsubscribe: () => void;
}

export function openDocuments(ports: SessionPorts): OpenDocuments {
  const entries = new Map<string, Entry>();
  const unsavedDocuments = createAtom<readonly UnsavedDocument[]>([], { compare: hasSameItems });

  function follow(entry: Entry, session: DocumentSession): void {
    const { save } = session.getSnapshot();
    const before = entry.unsaved;
    // During a retry the document is not stored yet: the last error stays.
    const error = save.kind === 'failed' ? save.error : save.kind === 'saving' ? before?.error : undefined;
    const pending = save.kind === 'saved' ? 0 : save.pending;
    if (error === undefined) entry.unsaved = null;
    else if (before === null || before.error !== error || before.pending !== pending)
      entry.unsaved = { session, pending, error };
    if (entry.users === 0 && save.kind === 'saved') {
      entry.unsubscribe();
      entries.delete(session.stream);
      session.close();
    }
    unsavedDocuments.set([...entries.values()].flatMap(({ unsaved }) => unsaved ?? []));
  }

  function add(options: OpenDocumentOptions): Entry {
    const opened = openDocument(ports, options).then(
      (session) => {
        entry.session = session;
        entry.unsubscribe = session.subscribe(() => follow(entry, session));
        follow(entry, session);
        return session;
      },
      (error: unknown) => {
        entries.delete(options.stream);
        throw error;
      },
    );
    const entry: Entry = { opened, session: null, users: 0, unsaved: null, unsubscribe: () => undefined };
    entries.set(options.stream, entry);
    return entry;
  }

  const openSessions = () => [...entries.values()].flatMap(({ session }) => session ?? []);

  return {
    open(options) {
      const entry = entries.get(options.stream) ?? add(options);
      entry.users++;
      return entry.opened;
    },
    release(session) {
      const entry = entries.get(session.stream);
      if (entry?.session !== session) return;
      entry.users--;
      follow(entry, session);
    },
    getSnapshot: () => unsavedDocuments.get(),
    subscribe: (listener) => unsavedDocuments.subscribe(listener).unsubscribe,
    all: openSessions,
    retry() {
      for (const { session } of unsavedDocuments.get()) session.retry();
    },
    isSaving: () => openSessions().some((session) => session.getSnapshot().save.kind !== 'saved'),
  };
}

function hasSameItems(before: readonly UnsavedDocument[], after: readonly UnsavedDocument[]): boolean {
  return before.length === after.length && before.every((unsaved, index) => unsaved === after[index]);
}
