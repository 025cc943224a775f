import type { DocumentCommand } from '#domain/commands';
import type { Author } from '#domain/events';
import type { JsonObject } from '#domain/json';
import type { EventStore, SessionTrace } from '#domain/ports';
import { memoryEventStore, memoryHome, type MemoryHome } from '../../src/infra/memory-event-store.ts';
import { memorySessionTrace } from '../../src/infra/memory-session-trace.ts';
import { openDocument, type DocumentSession } from '../../src/machines/document-session.ts';
import { openEditor, type Editor } from '../../src/machines/editor.ts';
import { ADA, AUTHORS, stampSource } from '../../src/fuzz/generate/stamps.ts';

export const STREAM = 'draft/test';
/** The id of every visit. */
export const VISIT = 'the visit';
/** The clock of all sessions stands still. */
export const NOW = '2026-01-01T00:00:00.000Z';

export interface OpenedSession {
  readonly author?: Author;
  readonly reason?: string;
  /** What stands between the session and the store at home. */
  readonly through?: (store: EventStore) => EventStore;
  readonly startWith?: JsonObject;
  readonly found?: JsonObject;
}

/** Opens the document at home, as one tab or person has it. */
export function openSession(
  home: MemoryHome,
  { author = ADA, reason, through = (store) => store, startWith, found }: OpenedSession = {},
): Promise<DocumentSession> {
  const stamp = stampSource(AUTHORS.indexOf(author) + 1);
  const ports = {
    store: through(memoryEventStore(home)),
    clock: { now: () => NOW },
    ids: { next: () => stamp().id },
    author,
    reason,
  };
  return openDocument(ports, { stream: STREAM, ...(startWith && { startWith }), ...(found && { found }) });
}

/** A document of these fields, and the home that keeps it. */
export async function sessionOf(
  properties: JsonObject,
  options: OpenedSession = {},
): Promise<{ readonly home: MemoryHome; readonly session: DocumentSession }> {
  const home = memoryHome();
  return { home, session: await openSession(home, { ...options, startWith: { properties } }) };
}

/** A store that tells nobody of its appends, so that a session finds out by a conflict. */
export function silent(store: EventStore): EventStore {
  return { ...store, subscribe: () => () => undefined };
}

/** A store whose calls can be made to fail, as those of one that is full or gone. */
export function breakable(): {
  readonly through: (store: EventStore) => EventStore;
  readonly broken: { error: Error | null };
} {
  const broken: { error: Error | null } = { error: null };
  const through = (store: EventStore): EventStore => ({
    ...store,
    async append(...call) {
      if (broken.error !== null) throw broken.error;
      return store.append(...call);
    },
  });
  return { through, broken };
}

export const keyword = { type: 'keyword' } as const;

export const addField = (
  name: string,
  parent: string | null = null,
  definition: JsonObject = keyword,
): DocumentCommand => ({ type: 'field.add', payload: { parent, name, definition } });
export const editField = (
  field: string,
  changes: { readonly name?: string; readonly set?: JsonObject },
): DocumentCommand => ({ type: 'field.edit', payload: { field, ...changes } });
export const removeField = (field: string): DocumentCommand => ({ type: 'field.remove', payload: { field } });
export const UNDO: DocumentCommand = { type: 'history.undo', payload: {} };

export interface OpenedEditor {
  readonly editor: Editor;
  readonly home: MemoryHome;
  readonly trace: SessionTrace;
}

/** An editor over a document of these fields. */
export async function editorOf(
  properties: JsonObject,
  options: { readonly maxDepth?: number; readonly trace?: SessionTrace } = {},
): Promise<OpenedEditor> {
  const { home, session } = await sessionOf(properties);
  const trace = options.trace ?? memorySessionTrace();
  return {
    home,
    trace,
    editor: openEditor(session, { clock: { now: () => NOW }, ids: { next: () => VISIT }, ...options, trace }),
  };
}
