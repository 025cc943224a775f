/** A typed word may have letters left out only where it has at least so many. */
const MIN_FUZZY_LENGTH = 3;

/** How well a text fits what is typed, less is better; null where it does not. */
export type WordMatcher = (text: string) => number | null;

/**
 * Matches texts with what is typed: each typed word stands somewhere in the text, in any order, or is a word of it with letters left out behind the first, so
 * that "tmpl idx" finds "Go to index templates". Best is a text that begins with what is typed, then one with a word that does.
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
