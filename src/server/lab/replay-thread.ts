import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RouteAnswer } from '#domain/wire';
import { RequestError } from '../console/errors.ts';
import type { Replayed } from './replay-text.ts';

/**
 * Tries a text again.
 * @throws RequestError 400 for what is neither a failed case nor a log, 422 where it takes too long
 */
export type Replayer = (text: string) => Promise<RouteAnswer<'lab.replay'>>;

/** The thread's code, as it is built beside the server. */
const WORKER = new URL('./lab-replay-worker.js', import.meta.url);
/** How long a text may take, in ms. */
const MAX_REPLAY_MS = 60_000;

/** Replays in a separate thread with a timeout, or in this thread if the server runs from source. */
export function replayer(maxMs = MAX_REPLAY_MS): Replayer {
  return async (text) => {
    const replayed = existsSync(WORKER)
      ? await replayInThread(text, maxMs)
      : await (await import('./replay-text.ts')).replayText(text);
    if ('refused' in replayed) throw new RequestError(400, replayed.refused);
    return replayed;
  };
}

async function replayInThread(text: string, maxMs: number): Promise<Replayed> {
  const worker = new Worker(WORKER, { workerData: text });
  const signal = AbortSignal.timeout(maxMs);
  try {
    const [replayed] = (await once(worker, 'message', { signal })) as [Replayed];
    return replayed;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new RequestError(
      422,
      `Replaying it takes longer than ${maxMs / 1_000} seconds. Use: mapledger fuzz --replay FILE`,
    );
  } finally {
    await worker.terminate();
  }
}
