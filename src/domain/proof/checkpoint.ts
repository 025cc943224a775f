import { sha256HexOfBytes } from '../events/sha256.ts';
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

/**
 * What a server signs when it erases the text of a record. Stream and reason are in JSON, so that each has one line.
 */
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

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The bytes of a text in base64 with its padding; null for any other text, and for one whose last digit has bits that
 * are not used.
 */
export function bytesOfBase64(text: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3);
  let last = 0;
  for (let at = 0; at < text.length; at += 4) {
    let group = 0;
    for (let digit = 0; digit < 4; digit++) group = group * 64 + Math.max(0, DIGITS.indexOf(text.charAt(at + digit)));
    bytes.set([(group >> 16) & 0xff, (group >> 8) & 0xff, group & 0xff], (at / 4) * 3);
    last = group;
  }
  const isUsedUp = padding === 0 || (last & (padding === 1 ? 0xff : 0xffff)) === 0;
  return isUsedUp ? bytes.subarray(0, bytes.length - padding) : null;
}
