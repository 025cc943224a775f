import { EventTooLargeError } from '#domain/events';
import { LogFaultError } from '#domain/log';
import { DoubledEventError, StorageClosedError } from '#domain/ports';
import { DISK_FULL, isDiskFull } from '../console/disk-full.ts';
import { RequestError } from '../console/errors.ts';
import { ErasedStreamError } from './erasure-store.ts';

/**
 * The trail is in an index that can't be written to, or not asked: nothing is recorded, or nobody knows. To ask again
 * records nothing twice.
 */
export class NotRecordedError extends Error {
  override readonly name = 'NotRecordedError';
  constructor(
    readonly reason: string,
    override readonly cause?: unknown,
  ) {
    super(`The index of the trail can’t be used: ${reason}`);
  }
}

/** Translates an error of a store into the message and the status that the caller gets. */
export async function withRequestErrors<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EventTooLargeError) throw new RequestError(413, `${error.message}.`);
    if (error instanceof DoubledEventError) throw new RequestError(409, error.message, { event: error.id });
    if (error instanceof ErasedStreamError) {
      const { at, reason, version } = error.erasure;
      throw new RequestError(410, error.message, { erased: { at, reason, version } });
    }
    if (isDiskFull(error)) throw new RequestError(507, DISK_FULL);
    if (error instanceof StorageClosedError)
      throw new RequestError(503, 'The server is shutting down. Nothing was recorded.');
    if (error instanceof NotRecordedError) throw new RequestError(503, error.message);
    if (error instanceof LogFaultError)
      throw new RequestError(500, `This stream is damaged on the server. ${error.message}.`, {
        position: error.position,
      });
    throw error;
  }
}
