/** A number literal that a double may not hold, by its place in the text. */
export interface NumberLiteral {
  readonly start: number;
  readonly end: number;
}

export interface TextScan {
  /** Members of all objects, duplicates included. */
  readonly keys: number;
  /** Numbers of more than 15 digits, with an exponent, or a negative zero. */
  readonly suspects: readonly NumberLiteral[];
  /** Where an object or array opens one level too deep, or -1. */
  readonly tooDeepAt: number;
}

const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
/** Any literal this short is exact as a double, except an exponent or a negative zero. */
const SAFE_LENGTH = 15;

/** One pass over a text before it is parsed; on text that is not JSON the counts mean nothing, but nothing throws. */
export function scanText(text: string, maxDepth: number): TextScan {
  let depth = 0;
  let keys = 0;
  const suspects: NumberLiteral[] = [];
  const length = text.length;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      if (isSuspect(text, at, end)) suspects.push({ start: at, end });
      at = end;
      continue;
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > maxDepth) return { keys, suspects, tooDeepAt: at };
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    else if (code === COLON) keys++;
    at++;
  }
  return { keys, suspects, tooDeepAt: -1 };
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
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
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 69 || code === 101) return true;
  }
  return (
    text.charCodeAt(start) === MINUS && text.charCodeAt(start + 1) === ZERO && Number(text.slice(start, end)) === 0
  );
}
