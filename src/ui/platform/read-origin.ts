import type { ReadOrigin } from '#domain/history';
import type { Origin } from '#domain/document';
import { openLog } from '#domain/log';
import { inTime, NoResponseError } from './api-in-time.ts';
import { changeSource, type RecordedStream } from './change-source.ts';
import type { ConsoleApi } from './console-api.ts';
import type { Services } from './services.ts';

/**
 * Reads logs that a document was made from: on this device, else from the server. One that the person here may not
 * read, or that can't be read now, is null.
 * @throws NoResponseError where the server does not respond in time
 */
export function originReader(
  { store, author, timer }: Pick<Services, 'store' | 'author' | 'timer'>,
  given: ConsoleApi | null,
): ReadOrigin {
  const api = given === null ? null : inTime(given, timer);
  const readFrom = async (recorded: readonly RecordedStream[], { stream, version, hash }: Origin) => {
    const source = changeSource(store, api, recorded, author.id);
    const records = (await source.readWhole(stream, version)).slice(0, version);
    const isSame = records.length === version && records.at(-1)?.hash === hash;
    return isSame ? openLog(records, { names: source.names }).events : null;
  };
  return async (origin) => {
    try {
      const here = await readFrom([], origin);
      if (here !== null || api === null) return here;
      const query = { prefix: origin.stream, author: author.id };
      const { streams } = await api.call('trail.streams', { query });
      return await readFrom(
        streams.filter(({ stream }) => stream === origin.stream),
        origin,
      );
    } catch (error) {
      if (error instanceof NoResponseError) throw error;
      // What the blame then says is right, and less: who made the document.
      return null;
    }
  };
}
