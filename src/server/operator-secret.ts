import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { errorText } from '#domain/json';
import { OPERATOR_HEADER } from '#domain/wire';
import { RequestError } from './console/errors.ts';
import { DataError } from './sqlite/open-file.ts';

/** The file of the data folder that holds the secret while a server runs. */
export const OPERATOR_SECRET_FILE = 'operator-secret';

/** Proves that whoever sends a request can read the data folder. */
export interface OperatorSecret {
  /**
   * Whether a header proves it; false without a header.
   * @throws RequestError for another secret, without repeating it
   */
  isProved(header: string | readonly string[] | undefined): boolean;
  /** Removes the file. */
  close(): void;
}

/**
 * Writes a new secret into a file for the user of this server alone. An older secret is worthless then, also to who
 * has listened in place of a server that was stopped.
 * @throws DataError where the file can't be written
 */
export function openOperatorSecret(file: string): OperatorSecret {
  const secret = randomBytes(32).toString('base64url');
  try {
    // A mode is given to new files only.
    rmSync(file, { force: true });
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new DataError(`The operator secret ${file} can’t be written: ${errorText(error)}.`, { cause: error });
  }
  return {
    isProved(header) {
      if (header === undefined) return false;
      if (typeof header === 'string' && timingSafeEqual(digestOf(header), digestOf(secret))) return true;
      throw new RequestError(
        403,
        `The operator secret in ${OPERATOR_HEADER} is not the one of this server. It is new with each start.`,
      );
    },
    close: () => rmSync(file, { force: true }),
  };
}

/** Of equal length for all texts, as the comparison needs it. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
