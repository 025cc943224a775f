import { CODE_LIMITS } from './limits.ts';

/** What some file system or shell refuses or reads in another way, and the sign of the encoding itself. */
const UNFIT = /[\p{Cc}/\\:*?"<>|%]/gu;
/** Windows keeps these for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=$|\.)/i;

/**
 * The name of a template as the name of its file, without extension: characters that are unfit for a file as the
 * percent-encoded bytes of their UTF-8, as in URLs. A dot in front, which hides a file, is encoded as well.
 */
export function fileStemOf(name: string): string {
  const encoded = name
    .replaceAll(UNFIT, percentEncoded)
    .replace(/^\./, percentEncoded)
    .replace(/[. ]$/, percentEncoded);
  return DEVICE.test(encoded) ? encoded.replace(/^./, percentEncoded) : encoded;
}

function percentEncoded(character: string): string {
  const code = character.charCodeAt(0);
  const byte = (value: number) => `%${value.toString(16).toUpperCase().padStart(2, '0')}`;
  // All that is unfit is below 0x100: two bytes at most.
  return code < 0x80 ? byte(code) : byte(0xc0 | (code >> 6)) + byte(0x80 | (code & 0x3f));
}

/**
 * The name of the template that a file has by its name without extension, or why it has none. A name has one file name
 * only: any other encoding is refused.
 */
export function nameOfStem(stem: string): { readonly name: string } | { readonly problem: string } {
  let name: string;
  try {
    name = decodeURIComponent(stem);
  } catch {
    return { problem: 'its name has a % that encodes no character: a % is written as %25' };
  }
  const expected = fileStemOf(name);
  return expected === stem ? { name } : { problem: `an object of this name is in a file "${expected}"` };
}

/** Why a template can't be in a file, as a clause; null where it can. */
export function fileNameProblem(name: string, extension: string): string | null {
  const bytes = utf8Length(`${fileStemOf(name)}${extension}`);
  return bytes > CODE_LIMITS.maxFileNameBytes
    ? `its file name would have ${bytes} bytes, more than ${CODE_LIMITS.maxFileNameBytes}`
    : null;
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}

/** Two names with the same key are one file where case or composed characters don’t count, as on macOS and Windows. */
export function collisionKey(stem: string): string {
  return stem.normalize('NFC').toLowerCase().normalize('NFC');
}
