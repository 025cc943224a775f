import type { JsonLimits } from './limits.ts';

/** A literal by its place in the text. */
export interface Literal {
  readonly start: number;
  readonly end: number;
}

export interface TextScan {
  /** Members of all objects, duplicates included. */
  readonly keys: number;
  /**
   * Numbers that may not be written as their values say: of more than 15 digits, with an exponent or a fraction that
   * has zeros to spare, or a negative zero.
   */
  readonly suspects: readonly Literal[];
  /** Keys that are written with an escape, with their quotes. */
  readonly escapedKeys: readonly Literal[];
  /** The first place beyond a limit, and which; nothing behind it was looked at. */
  readonly excess?: { readonly at: number; readonly reason: string };
}

const QUOTE = 34;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
/** Any literal this short is exact as a double. */
const SAFE_LENGTH = 15;

/**
 * One pass over a text before it is parsed, which ends at the first place that is beyond a limit; on text that is not
 * JSON the counts mean nothing, but nothing throws.
 */
export function scanText(text: string, limits: JsonLimits): TextScan {
  const { maxDepth, maxKeys, maxValues, maxNumberLength, maxStringLength, maxLongNumbers } = limits;
  let depth = 0;
  let keys = 0;
  let values = 0;
  let numbers = 0;
  const suspects: Literal[] = [];
  const escapedKeys: Literal[] = [];
  const escapes = escapesOf(text);
  let lastString: Literal = { start: 0, end: 0 };
  const length = text.length;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at, maxStringLength);
      if (end - at > maxStringLength) {
        const reason = `A key or a string is longer than ${shown(maxStringLength)} characters`;
        return { keys, suspects, escapedKeys, excess: { at, reason } };
      }
      lastString = { start: at, end };
      at = end;
      continue;
    }
    if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      if (end - at > maxNumberLength)
        return {
          keys,
          suspects,
          escapedKeys,
          excess: { at, reason: `A number is longer than ${shown(maxNumberLength)} characters` },
        };
      if (isSuspect(text, at, end)) {
        if (suspects.length === maxLongNumbers) {
          const reason = `There are more than ${shown(maxLongNumbers)} numbers of many digits, with an exponent or with zeros to spare`;
          return { keys, suspects, escapedKeys, excess: { at, reason } };
        }
        suspects.push({ start: at, end });
      }
      // Without commas between them they are no JSON, but would all be looked at.
      if (++numbers > maxValues)
        return {
          keys,
          suspects,
          escapedKeys,
          excess: { at, reason: `There are more than ${shown(maxValues)} values` },
        };
      at = end;
      continue;
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > maxDepth)
        return { keys, suspects, escapedKeys, excess: { at, reason: `Nested deeper than ${maxDepth} levels` } };
      values++;
    } else if (code === COMMA) {
      if (++values > maxValues)
        return {
          keys,
          suspects,
          escapedKeys,
          excess: { at, reason: `There are more than ${shown(maxValues)} values` },
        };
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    else if (code === COLON) {
      if (escapes.isBetween(lastString)) escapedKeys.push(lastString);
      if (++keys > maxKeys)
        return { keys, suspects, escapedKeys, excess: { at, reason: `There are more than ${shown(maxKeys)} keys` } };
    }
    at++;
  }
  return { keys, suspects, escapedKeys };
}

/** Finds backslashes in literals that are asked for from the front to the back of a text, which is passed once. */
function escapesOf(text: string): { isBetween(literal: Literal): boolean } {
  let next = text.indexOf('\\');
  return {
    isBetween({ start, end }) {
      while (next !== -1 && next < start) next = text.indexOf('\\', start);
      return next !== -1 && next < end;
    },
  };
}

function shown(limit: number): string {
  return limit.toLocaleString('en');
}

/** Behind the closing quote, or some place further than `limit` from the start. */
function endOfString(text: string, start: number, limit: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && end - start < limit) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return end === -1 ? text.length : end + 1;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (;;) {
    const code = text.charCodeAt(end);
    // digits, ".", "-", "+", "E", "e"
    if ((code >= ZERO && code <= NINE) || code === 46 || code === MINUS || code === 43 || code === 69 || code === 101)
      end++;
    else return end;
  }
}

function isSuspect(text: string, start: number, end: number): boolean {
  if (end - start > SAFE_LENGTH) return true;
  let hasFraction = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 69 || code === 101) return true;
    if (code === POINT) hasFraction = true;
  }
  // JavaScript writes no zeros at the end of a fraction, and an exponent below a millionth.
  if (hasFraction && (text.charCodeAt(end - 1) === ZERO || Math.abs(Number(text.slice(start, end))) < 1e-6))
    return true;
  return (
    text.charCodeAt(start) === MINUS && text.charCodeAt(start + 1) === ZERO && Number(text.slice(start, end)) === 0
  );
}
