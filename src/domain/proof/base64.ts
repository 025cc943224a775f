const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a text in base64 with its padding; null for any other text, and for one whose last digit has bits that are not used. */
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
