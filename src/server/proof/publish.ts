import { appendFile } from 'node:fs/promises';
import { errorText } from '#domain/json';
import { formatTrailEntry, type SignedCheckpoint } from '#domain/proof';

/** Where checkpoints are published, so that copies exist outside of the server. */
export interface PublishSettings {
  /** Each is a line at the end of this file. */
  readonly checkpointFile?: string;
  /** Each is posted there as a line. */
  readonly checkpointUrl?: string;
}

/** How long the receiver of a checkpoint may take. */
const PUBLISH_TIMEOUT_MS = 10_000;

/**
 * Brings checkpoints to the places of the settings; tells what did not work, and never throws. The log of the server
 * has each of them anyway.
 */
export function checkpointPublisher(
  { checkpointFile, checkpointUrl }: PublishSettings,
  log: (line: string) => void,
): (checkpoint: SignedCheckpoint) => Promise<void> {
  return async (checkpoint) => {
    const line = formatTrailEntry({ kind: 'checkpoint', checkpoint });
    log(line);
    const attempt = async (place: string, publish: () => Promise<void>) => {
      try {
        await publish();
      } catch (error) {
        log(`The checkpoint was not published to ${place}: ${errorText(error)}`);
      }
    };
    if (checkpointFile !== undefined)
      await attempt(checkpointFile, () => appendFile(checkpointFile, `${line}\n`, { mode: 0o644 }));
    if (checkpointUrl !== undefined)
      // The URL may hold a token, so it is not repeated.
      await attempt('its URL', async () => {
        const { ok, status } = await fetch(checkpointUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: line,
          redirect: 'error',
          signal: AbortSignal.timeout(PUBLISH_TIMEOUT_MS),
        });
        if (!ok) throw new Error(`it answered with status ${status}`);
      });
  };
}
