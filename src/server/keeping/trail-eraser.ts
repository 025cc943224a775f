import { setImmediate } from 'node:timers/promises';
import type { Author } from '#domain/events';
import type { Clock } from '#domain/ports';
import type { SqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import { changedLog, type ErasureOrder, type Signer, type TrailKeeper } from '../trail/erasure-store.ts';
import type { ErasureHome } from './erasure-home.ts';
import type { StorageLog } from './storage-log.ts';

export interface TrailEraserOptions {
  readonly store: Pick<SqliteEventStore, 'erasures' | 'names' | 'readPage'>;
  readonly home: ErasureHome;
  readonly log: StorageLog;
  readonly signer: Signer;
  readonly clock: Clock;
}

/** The keeper of the trail of a server. */
export interface TrailEraser extends TrailKeeper {
  /** Erases several logs with one event. @throws RequestError where one was changed meanwhile */
  eraseAll(order: ErasureOrder, by: Author): Promise<void>;
  /** Goes on with erasures that the end of the process broke off, and with those of other servers. */
  resume(): Promise<void>;
  /** Resolves when nothing is erased any more; what is left is for the next start. */
  close(): Promise<void>;
}

export function trailEraser({ store, home, log, signer, clock }: TrailEraserOptions): TrailEraser {
  const { erasures, names } = store;

  let isClosed = false;
  let work: Promise<void> = Promise.resolve();
  const removeSome = () => !isClosed && erasures.removeSome(signer);

  /** Others have their turn between two transactions. */
  async function removeAll(): Promise<void> {
    if (!removeSome()) return;
    do await setImmediate();
    while (removeSome());
    if (!isClosed) erasures.scrub();
  }

  /** One after another. */
  function removeTexts(): Promise<void> {
    work = work.then(removeAll, removeAll);
    return work;
  }

  async function eraseAll(order: ErasureOrder, by: Author): Promise<void> {
    await home.commit(order, by);
    await removeTexts();
  }

  return {
    find: (stream) => erasures.find(stream),
    all: () => erasures.all(),
    tombstones: (stream, after, limit) => erasures.tombstones(stream, after, limit),
    eraseAll,
    async resume() {
      if (isClosed) return;
      await home.resume();
      await removeTexts();
    },
    async close() {
      isClosed = true;
      // Whoever asked for it has heard of a failure.
      await work.catch(() => undefined);
    },
    async eraseStream({ stream, version, kind, reason }, by) {
      const { version: actual, records } = await store.readPage(stream, version - 1, 1);
      const head = records[0]?.hash;
      if (actual !== version || head === undefined) throw changedLog();
      const command = { type: 'stream.erase', payload: { log: { kind, events: version, head } } } as const;
      const said = { at: clock.now(), reason, author: by.id };
      await eraseAll({ streams: [{ stream, version }], ...said, command }, by);
      return { stream, version, ...said };
    },
    async eraseNames(author: string, by: Author) {
      const count = names.count(author);
      if (count === 0) return 0;
      await log.record({ type: 'author.erase', payload: { erased: { author, names: count } } }, by, {
        others: () => void names.erase(author),
      });
      erasures.scrub();
      return count;
    },
  };
}
