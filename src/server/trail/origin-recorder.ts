import { reduce } from '#domain/commands';
import { createState, type Origin } from '#domain/document';
import { SERVER_READER } from '#domain/events';
import type { Clock, IdSource } from '#domain/ports';
import { mappingsAtOf } from '#domain/template';
import type { RecordMade } from '../console/made-document.ts';
import type { AppendCheck } from './append-check.ts';
import { ErasedStreamError } from './erasure-store.ts';
import type { RecordStore } from './record-store.ts';

interface OriginRecorderOptions {
  readonly records: Pick<RecordStore, 'record' | 'versionOf' | 'readPage'>;
  readonly appends: Pick<AppendCheck, 'check'>;
  readonly ids: IdSource;
  readonly clock: Clock;
}

export function originRecorder({ records, appends, ids, clock }: OriginRecorderOptions): RecordMade {
  /** The newest version of the first stream that has one. */
  async function originIn(streams: readonly string[]): Promise<Origin | null> {
    for (const stream of streams) {
      const version = await records.versionOf(stream);
      if (version === 0) continue;
      try {
        const [record] = (await records.readPage(stream, version - 1, 1)).records;
        if (record !== undefined) return { stream, version, hash: record.hash };
      } catch (error) {
        if (!(error instanceof ErasedStreamError)) throw error;
      }
    }
    return null;
  }

  return async ({ stream, body, from }) => {
    if ((await records.versionOf(stream)) > 0) return;
    const continues = (await Promise.all(from.map(originIn))).filter((origin) => origin !== null);
    if (continues.length === 0) return;
    const reduced = reduce(
      createState({ body: undefined, mappingsAt: mappingsAtOf(stream, body) }),
      { type: 'document.create', payload: { body, continues } },
      { id: ids.next(), at: clock.now(), author: SERVER_READER },
    );
    if (!('event' in reduced)) throw new TypeError(`The log of ${stream} can't begin with what it was made from`);
    const checked = await appends.check(stream, 0, [reduced.event]);
    const outcome = await records.record(stream, 0, [reduced.event]);
    // Somebody has recorded a change of it first: that log begins with what the cluster had.
    if (!outcome.conflict) checked.done(outcome);
  };
}
