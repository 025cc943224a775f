/** The longest name of an index, an alias or a data stream, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
const FORBIDDEN_CHARACTERS: readonly string[] = ['\\', '/', '*', '?', '"', '<', '>', '|', ',', '#', ':', ' '];
/** With the flag `u`, the halves of a pair are one character and no surrogate. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const FORBIDDEN_STARTS: readonly string[] = ['-', '_', '+'];

/** Why an index can't have this name, as a sentence; null where it can. */
export function indexNameProblem(name: string): string | null {
  return lowerCaseProblem(name) ?? targetNameProblem(name);
}

/**
 * Why a data stream can't have this name: as {@link indexNameProblem}, and `.ds-` is for backing indices.
 * @public
 */
export function dataStreamNameProblem(name: string): string | null {
  return name.startsWith('.ds-')
    ? 'The name can\'t start with ".ds-", which is reserved for backing indices.'
    : indexNameProblem(name);
}

/** Why an alias can't have this name: as {@link indexNameProblem}, but upper case is allowed. */
export function aliasNameProblem(name: string): string | null {
  return targetNameProblem(name);
}

/**
 * Why a name does not stand for exactly one index, alias or data stream that may exist: a wildcard, a list, an
 * exclusion, date math, another cluster, or a word that an engine reads as something else (`_all`).
 */
export function targetNameProblem(name: string): string | null {
  if (name === '') return 'The name is empty.';
  if (name === '.' || name === '..') return `The name can't be "${name}".`;
  const start = FORBIDDEN_STARTS.find((text) => name.startsWith(text));
  if (start !== undefined) return `The name can't start with "${start}".`;
  const character = FORBIDDEN_CHARACTERS.find((text) => name.includes(text));
  if (character !== undefined)
    return `The name can't contain ${character === ' ' ? 'a space' : `the character ${character}`}.`;
  return unsendableProblem(name);
}

/** Why a name can't be written in a URL, or is longer than any engine takes. */
export function unsendableProblem(name: string): string | null {
  // First: a hostile name may be long.
  if (isTooLong(name)) return `The name is longer than ${MAX_NAME_BYTES} bytes.`;
  if (hasControlCharacter(name)) return "The name can't contain control characters.";
  return LONE_SURROGATE.test(name) ? "The name can't contain half a character (a lone surrogate)." : null;
}

function lowerCaseProblem(name: string): string | null {
  return name === name.toLowerCase() ? null : 'The name must be in lower case.';
}

function hasControlCharacter(name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** Whether a name takes more bytes of UTF-8 than engines allow. */
function isTooLong(name: string): boolean {
  let bytes = 0;
  for (const character of name) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
    if (bytes > MAX_NAME_BYTES) return true;
  }
  return false;
}
