/**
 * What is no part of a line that others read: control characters, line ends, and characters that turn the direction of
 * the text around them.
 */
const UNLINED = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const LINE_BREAKS = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu;
const EVERY_UNLINED = new RegExp(UNLINED, 'gu');

/** Why a text is not one line; null where it is one. */
export function lineFault(text: string): string | null {
  if (/\p{Surrogate}/u.test(text)) return 'is not well-formed Unicode';
  return UNLINED.test(text) ? 'has control or bidirectional characters, or more than one line' : null;
}

/** A text as one line: line ends and tabs become spaces, and other characters that {@link lineFault} names go. */
export function asOneLine(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(LINE_BREAKS, ' ')
    .replace(EVERY_UNLINED, '');
}
