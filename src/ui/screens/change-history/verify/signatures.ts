import { formatJson } from '#domain/json';
import type { SignedText } from '#domain/proof';

/** A function that returns whether a text is signed by its key; null where this browser can't check signatures. */
export async function checkSignatures(signed: readonly SignedText[]): Promise<((text: SignedText) => boolean) | null> {
  const good = new Set<string>();
  try {
    for (const each of signed) if (await isSigned(each)) good.add(keyOf(each));
  } catch {
    // The browser has no Ed25519, or the page is not a secure context.
    return null;
  }
  return (text) => good.has(keyOf(text));
}

async function isSigned({ text, signature, publicKey }: SignedText): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text));
}

function keyOf({ text, signature, publicKey }: SignedText): string {
  return formatJson([text, signature, publicKey]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The bytes before a raw key in the form that OpenSSL reads (RFC 8410). */
const SPKI_PREFIX = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/** A raw public key in base64 as PEM. */
export function keyPem(publicKey: string): string {
  const der = String.fromCharCode(...SPKI_PREFIX, ...bytesOf(publicKey));
  return `-----BEGIN PUBLIC KEY-----\n${btoa(der)}\n-----END PUBLIC KEY-----\n`;
}
