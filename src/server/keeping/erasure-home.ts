import type { Author } from '#domain/events';
import { ANONYMOUS, isServerGiven } from '../console/caller.ts';
import type { SqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import type { SharedTrail } from '../trail-index/shared-trail.ts';
import type { TrailCopy } from '../trail-index/trail-copy.ts';
import { changedLog, ErasedStreamError, type ErasureOrder } from '../trail/erasure-store.ts';
import type { StorageLog } from './storage-log.ts';

/** Records erasures of logs. */
export interface ErasureHome {
  /**
   * Records the erasure as an event of the server; from then on the logs can't be read.
   * @throws RequestError where one was changed meanwhile
   */
  commit(order: ErasureOrder, by: Author): Promise<void>;
  /** Records the events that the end of the process kept from being recorded. */
  resume(): Promise<void>;
}

export interface LocalErasuresOptions {
  readonly store: Pick<SqliteEventStore, 'erasures' | 'headOf'>;
  readonly log: StorageLog;
}

/** In the data folder alone: the logs are marked in the transaction of the event. */
export function localErasures({ store: { erasures, headOf }, log }: LocalErasuresOptions): ErasureHome {
  return {
    async commit({ streams, at, reason, author, command }, by) {
      await log.record(command, by, {
        ...(command.type === 'stream.erase' && { reason }),
        others() {
          // In the transaction nobody can add to them any more.
          if (streams.some(({ stream, version }) => headOf(stream) !== version || erasures.find(stream) !== undefined))
            throw changedLog();
          erasures.mark(streams.map(({ stream, version }) => ({ stream, version, at, reason, author })));
        },
      });
    },
    resume: async () => undefined,
  };
}

export interface SharedErasuresOptions {
  readonly trail: Pick<SharedTrail, 'erase'>;
  readonly copy: Pick<TrailCopy, 'erasuresToRecord' | 'forgetErasureToRecord'>;
  readonly names: Pick<SqliteEventStore['names'], 'commitmentOf' | 'nameOf'>;
  readonly log: StorageLog;
}

/**
 * In the index that servers share: an entry of its log marks them on each server, and the event of the server that
 * erased them follows.
 */
export function sharedErasures({ trail, copy, names, log }: SharedErasuresOptions): ErasureHome {
  let recording = Promise.resolve();

  async function recordAll(): Promise<void> {
    for (const { number, command, author: id, reason } of copy.erasuresToRecord()) {
      const author = { id, name: names.nameOf(id) ?? '', verified: isServerGiven(id) && id !== ANONYMOUS.id };
      await log.record(command, author, {
        ...(command.type === 'stream.erase' && { reason }),
        others: () => copy.forgetErasureToRecord(number),
      });
    }
  }

  /** One after another, so that none is recorded twice. */
  function resume(): Promise<void> {
    recording = recording.then(recordAll, recordAll);
    return recording;
  }

  return {
    async commit(order, by) {
      // So that the name is known also where the event is recorded after a restart.
      names.commitmentOf(by);
      try {
        await trail.erase(order);
      } catch (error) {
        // Another server was faster.
        if (error instanceof ErasedStreamError) throw changedLog();
        throw error;
      }
      await resume();
    },
    resume,
  };
}
