import { wordMatcher } from './match-words.ts';

/** Maximum number of names offered: nobody reads more, and each is rendered. */
const MOST = 50;

/**
 * The names that match the text, those that begin with it first, then the shorter ones; none where nothing is typed.
 */
export function bestNames(names: readonly string[], text: string): readonly string[] {
  if (text.trim() === '') return [];
  const rankOf = wordMatcher(text);
  const found = names.flatMap((name) => {
    const rank = rankOf(name);
    return rank === null ? [] : [{ name, rank }];
  });
  found.sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return found.slice(0, MOST).map(({ name }) => name);
}

/**
 * The name that best matches the text, also where a word for the action precedes or follows the name: "delete logs".
 * Undefined where no name matches.
 */
export function meantName(names: readonly string[], text: string): string | undefined {
  const words = text.trim().split(/\s+/);
  for (const part of [words, words.slice(1), words.slice(0, -1)]) {
    const [best] = bestNames(names, part.join(' '));
    if (best !== undefined) return best;
  }
  return undefined;
}
