import type { DocumentState } from '#domain/document';
import type { Author } from '#domain/events';
import { namesByCommitment, openLog } from '#domain/log';
import type { Clock, IdSource } from '#domain/ports';
import { openStorageState, reduceStorage, STORAGE_STREAM, type StorageCommand } from '#domain/storage';
import type { SqliteEventStore } from '../sqlite/sqlite-event-store.ts';

export interface StorageLogOptions {
  readonly store: Pick<SqliteEventStore, 'read' | 'appendWith' | 'names'>;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Records what the server does to what it keeps. */
export interface StorageLog {
  /** `others` are writes that are made with the event, or not at all. */
  record(
    command: StorageCommand,
    author: Author,
    options?: { readonly reason?: string; readonly others?: () => void },
  ): Promise<{ readonly id: string; readonly version: number }>;
}

export function storageLog({ store, clock, ids }: StorageLogOptions): StorageLog {
  let known: DocumentState | undefined;

  async function open(): Promise<DocumentState> {
    const records = await store.read(STORAGE_STREAM);
    const { events } = openLog(records, { names: namesByCommitment(store.names.namesIn(records)) });
    return openStorageState({ body: undefined }, events);
  }

  return {
    async record(command, author, { reason, others = () => undefined } = {}) {
      for (;;) {
        const before = (known ??= await open());
        const stamp = { id: ids.next(), at: clock.now(), author, ...(reason !== undefined && { reason }) };
        const reduced = reduceStorage(before, command, stamp);
        if (!('event' in reduced)) throw new TypeError(`${command.type} gives no event`);
        const appended = await store.appendWith(STORAGE_STREAM, before.history.version, [reduced.event], others);
        // Two at once: the second is decided again after the first.
        known = appended.conflict ? undefined : reduced.after;
        if (!appended.conflict) return { id: stamp.id, version: appended.version };
      }
    },
  };
}
