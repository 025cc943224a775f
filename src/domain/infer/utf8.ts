/** Arguments of one call. */
const MAX_UNITS = 4_096;
/** Texts up to here are put together character by character. */
const SHORT = 32;

/** Whether bytes are UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) {
      at++;
      continue;
    }
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4 || at + more >= end) return false;
    const second = bytes[at + 1] ?? 0;
    const [low, high] = SECOND_BYTES[first] ?? ANY_SECOND;
    if (second < low || second > high) return false;
    for (let next = at + 2; next <= at + more; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return false;
    at += more + 1;
  }
  return true;
}

const ANY_SECOND: readonly [number, number] = [0x80, 0xbf];
/** By the first byte, where not every second one is valid. */
const SECOND_BYTES: Readonly<Record<number, readonly [number, number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};

/** Where the last character of the bytes ends that does not go on behind them. */
export function characterEnd(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0 && at > bytes.length - 4; at--) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return at + length > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}

/** The text of valid UTF-8. The domain has no decoder of the platform. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= SHORT) {
    let short = '';
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80) break;
      short += String.fromCharCode(byte);
    }
    if (at === end) return short;
  }
  let units: number[] = [];
  let text = '';
  for (let at = start; at < end;) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) {
      units.push(first);
      at += 1;
    } else if (first < 0xe0) {
      units.push(((first & 0x1f) << 6) | low(bytes, at + 1));
      at += 2;
    } else if (first < 0xf0) {
      units.push(((first & 0x0f) << 12) | (low(bytes, at + 1) << 6) | low(bytes, at + 2));
      at += 3;
    } else {
      const above =
        ((first & 0x07) << 18) | (low(bytes, at + 1) << 12) | (low(bytes, at + 2) << 6) | low(bytes, at + 3);
      units.push(0xd800 | ((above - 0x10000) >> 10), 0xdc00 | (above & 0x3ff));
      at += 4;
    }
    if (units.length >= MAX_UNITS) {
      text += String.fromCharCode(...units);
      units = [];
    }
  }
  return text + String.fromCharCode(...units);
}

/** What a byte behind the first one of a character says. */
function low(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) & 0x3f;
}

/** The bytes of a text in UTF-8; a lone surrogate becomes three bytes. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) ?? 0;
    if (point < 0x80) bytes[length++] = point;
    else if (point < 0x800) {
      bytes[length++] = 0xc0 | (point >> 6);
      bytes[length++] = 0x80 | (point & 0x3f);
    } else if (point < 0x10000) {
      bytes[length++] = 0xe0 | (point >> 12);
      bytes[length++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[length++] = 0x80 | (point & 0x3f);
    } else {
      bytes[length++] = 0xf0 | (point >> 18);
      bytes[length++] = 0x80 | ((point >> 12) & 0x3f);
      bytes[length++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[length++] = 0x80 | (point & 0x3f);
      at++;
    }
  }
  return bytes.subarray(0, length);
}
