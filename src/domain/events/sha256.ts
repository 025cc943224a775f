/**
 * FIPS 180-4, for texts of some hundred characters, which events are: half the time of a library that is made for
 * streams of bytes.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND_CONSTANTS = Int32Array.from(firstPrimes(64), (prime) => (Math.cbrt(prime) % 1) * 2 ** 32);
/** The same of the square roots of the first 8. */
const FIRST_STATE = Int32Array.from(firstPrimes(8), (prime) => (Math.sqrt(prime) % 1) * 2 ** 32);

const BLOCK = 64;
/** Bytes that are written before they are taken in: whole blocks. */
const CHUNK = 256 * BLOCK;

// Shared by all calls, which are over before the next one.
const bytes = new Uint8Array(CHUNK + 2 * BLOCK);
const state = new Int32Array(FIRST_STATE.length);
const schedule = new Int32Array(ROUND_CONSTANTS.length);
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * SHA-256 of the UTF-8 form of a text, in lower-case hexadecimal: what `sha256sum` prints. Half a surrogate pair counts
 * as U+FFFD.
 */
export function sha256Hex(text: string): string {
  state.set(FIRST_STATE);
  let filled = 0;
  let taken = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes[filled++] = code;
    else {
      const point = text.codePointAt(at) as number;
      if (point > 0xffff) at++;
      filled = writeUtf8(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point, filled);
    }
    if (filled < CHUNK) continue;
    takeIn(CHUNK);
    bytes.copyWithin(0, CHUNK, filled);
    taken += CHUNK;
    filled -= CHUNK;
  }
  takeIn(pad(filled, taken + filled));
  return stateHex();
}

/** SHA-256 of bytes, in lower-case hexadecimal. */
export function sha256HexOfBytes(content: Uint8Array): string {
  state.set(FIRST_STATE);
  let taken = 0;
  for (; content.length - taken >= CHUNK; taken += CHUNK) {
    bytes.set(content.subarray(taken, taken + CHUNK));
    takeIn(CHUNK);
  }
  bytes.set(content.subarray(taken));
  takeIn(pad(content.length - taken, content.length));
  return stateHex();
}

function stateHex(): string {
  let hex = '';
  for (const word of state)
    hex += `${HEX[word >>> 24]}${HEX[(word >>> 16) & 0xff]}${HEX[(word >>> 8) & 0xff]}${HEX[word & 0xff]}`;
  return hex;
}

/** Writes a code point beyond ASCII; gives where the next one goes. */
function writeUtf8(point: number, at: number): number {
  if (point > 0xffff) {
    bytes[at++] = 0xf0 | (point >> 18);
    bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
    bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
  } else if (point > 0x7ff) {
    bytes[at++] = 0xe0 | (point >> 12);
    bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
  } else {
    bytes[at++] = 0xc0 | (point >> 6);
  }
  bytes[at++] = 0x80 | (point & 0x3f);
  return at;
}

/** Writes the end of the message, which says how many bytes it has; gives where that ends. */
function pad(filled: number, length: number): number {
  const end = Math.ceil((filled + 9) / BLOCK) * BLOCK;
  bytes[filled] = 0x80;
  bytes.fill(0, filled + 1, end);
  const bits = length * 8;
  for (let at = end - 1, rest = bits; rest > 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return end;
}

/** The compression function, over the blocks up to `end`. */
function takeIn(end: number): void {
  const w = schedule;
  const k = ROUND_CONSTANTS;
  for (let at = 0; at < end;) {
    for (let i = 0; i < 16; i++, at += 4)
      w[i] = (byteAt(at) << 24) | (byteAt(at + 1) << 16) | (byteAt(at + 2) << 8) | byteAt(at + 3);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15] as number;
      const y = w[i - 2] as number;
      const sigma0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const sigma1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = ((w[i - 16] as number) + sigma0 + (w[i - 7] as number) + sigma1) | 0;
    }
    let a = state[0] as number;
    let b = state[1] as number;
    let c = state[2] as number;
    let d = state[3] as number;
    let e = state[4] as number;
    let f = state[5] as number;
    let g = state[6] as number;
    let h = state[7] as number;
    for (let i = 0; i < 64; i++) {
      const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + sum1 + (g ^ (e & (f ^ g))) + (k[i] as number) + (w[i] as number)) | 0;
      const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (sum0 + ((a & b) | (c & (a | b)))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    // One by one, and modulo 2 ** 32, as typed arrays take numbers: destructuring costs four times the rest.
    state[0] = (state[0] as number) + a;
    state[1] = (state[1] as number) + b;
    state[2] = (state[2] as number) + c;
    state[3] = (state[3] as number) + d;
    state[4] = (state[4] as number) + e;
    state[5] = (state[5] as number) + f;
    state[6] = (state[6] as number) + g;
    state[7] = (state[7] as number) + h;
  }
}

function byteAt(at: number): number {
  return bytes[at] as number;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
