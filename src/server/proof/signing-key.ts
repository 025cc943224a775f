import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { errorText } from '#domain/json';
import { keyIdOf, type SignedText } from '#domain/proof';
import { DataError } from '../sqlite/open-file.ts';

/** What a server signs with. */
export interface SigningKey {
  readonly id: string;
  /** Raw, base64. */
  readonly publicKey: string;
  /** Ed25519, base64, of the UTF-8 form of a text. */
  sign(text: string): string;
}

/** What comes before the raw key in the form that OpenSSL reads (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * The key in a file, PKCS #8 in PEM; made where there is none, for the user of this server alone.
 * @throws DataError where it can't be read or written, or is no Ed25519 key
 */
export function openSigningKey(file: string): SigningKey {
  const privateKey = readKey(file) ?? makeKey(file);
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new DataError(`${file} is not an Ed25519 key.`);
  const raw = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX.length);
  const publicKey = raw.toString('base64');
  return {
    id: keyIdOf(publicKey) ?? '',
    publicKey,
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
  };
}

function readKey(file: string): KeyObject | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new DataError(`The signing key ${file} can’t be read: ${errorText(error)}.`, { cause: error });
  }
  try {
    return createPrivateKey(text);
  } catch (error) {
    throw new DataError(`${file} is not a private key in PEM: ${errorText(error)}.`, { cause: error });
  }
}

function makeKey(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    // Never over a key that is there: what it has signed could not be checked any more.
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new DataError(`The signing key ${file} can’t be written: ${errorText(error)}.`, { cause: error });
  }
  return privateKey;
}

/** Whether a signature holds; false for what is no key or no signature. */
export function isSignedByKey({ text, signature, publicKey }: SignedText): boolean {
  try {
    const der = Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'base64')]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
