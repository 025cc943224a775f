import { wordMatcher } from './match-words.ts';

/** As many are offered: nobody reads more, and each is drawn. */
const MOST = 50;

/** The names that fit the text, those that begin with it first, then the shorter ones; none where nothing is typed. */
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
