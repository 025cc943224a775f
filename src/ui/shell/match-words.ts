/** Minimum length of a typed word that may have letters left out. */
const MIN_FUZZY_LENGTH = 3;

/** How well a text matches the typed text: lower is better; null where it does not match. */
export type WordMatcher = (text: string) => number | null;

/**
 * Matches texts with the typed text: each typed word is contained in the text, in any order, or is one of its words
 * with letters left out after the first, so that "tmpl idx" finds "Go to index templates". The best match is a text
 * that begins with the typed text, then one with a word that does.
 */
export function wordMatcher(typed: string): WordMatcher {
  const wanted = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  const whole = wanted.join(' ');
  return (text) => {
    const target = fold(text);
    if (target.startsWith(whole)) return 0;
    if (target.includes(` ${whole}`)) return 1;
    const others = wanted.filter((word) => !target.includes(word));
    if (others.length === 0) return 2;
    const words = target.split(/[^\p{L}\p{N}]+/u);
    return others.every((short) => words.some((word) => isShortFor(short, word))) ? 3 : null;
  };
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function isShortFor(short: string, word: string): boolean {
  if (short.length < MIN_FUZZY_LENGTH || short[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  return at === short.length;
}
