import { sha256HexOfBytes } from '../events/sha256.ts';
import { bytesOfBase64 } from './base64.ts';
import { isTime } from './time.ts';
import type { Hash } from './merkle-tree.ts';
import type { SignedCheckpoint, Tombstone } from './trail-file.ts';

/** Size and root of a server's tree at a time, in the words that the server signs. */
export interface Checkpoint {
  /** {@link keyIdOf} the key that it is signed with. */
  readonly key: string;
  readonly size: number;
  readonly root: Hash;
  /** RFC 3339, UTC, milliseconds. */
  readonly at: string;
}

const CHECKPOINT = /^mapledger checkpoint 1\n([0-9a-f]{16})\n(0|[1-9][0-9]{0,15})\n([0-9a-f]{64})\n([^\n]+)\n$/;

/** The text that is signed, letter by letter. */
export function checkpointText({ key, size, root, at }: Checkpoint): string {
  return `mapledger checkpoint 1\n${key}\n${size}\n${root}\n${at}\n`;
}

/** What a signed text says; null where it is not the text of a checkpoint. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [, key = '', size = '', root = '', at = ''] = CHECKPOINT.exec(text) ?? [];
  return key !== '' && isTime(at) ? { key, size: Number(size), root, at } : null;
}

/** What a server signs when it erases the text of a record. Stream and reason are in JSON, so that each has one line. */
export function tombstoneText({
  stream,
  version,
  hash,
  erasedAt,
  reason,
}: Omit<Tombstone, 'signature' | 'publicKey'>): string {
  return `mapledger tombstone 1\n${JSON.stringify(stream)}\n${version}\n${hash}\n${erasedAt}\n${JSON.stringify(reason)}\n`;
}

const KEY_ID_LENGTH = 16;
const KEY_BYTES = 32;

/** The first 16 hexadecimal digits of the SHA-256 of a raw public key in base64; null where that is none. */
export function keyIdOf(publicKey: string): string | null {
  const bytes = bytesOfBase64(publicKey);
  return bytes?.length === KEY_BYTES ? sha256HexOfBytes(bytes).slice(0, KEY_ID_LENGTH) : null;
}

/** A text that somebody has to have signed. */
export interface SignedText {
  readonly text: string;
  /** Base64. */
  readonly signature: string;
  /** Raw, base64. */
  readonly publicKey: string;
}

export function signedTextOf(signed: SignedCheckpoint | Tombstone): SignedText {
  const { signature, publicKey } = signed;
  return { text: 'text' in signed ? signed.text : tombstoneText(signed), signature, publicKey };
}
