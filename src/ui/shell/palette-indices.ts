/** As many are offered: nobody reads more, and each is drawn. */
const MOST = 50;

/** The names that have the text in them, those that begin with it first, then the shorter ones; none where nothing is typed. */
export function bestNames(names: readonly string[], text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const found = names.flatMap((name) => {
    const at = name.toLowerCase().indexOf(wanted);
    return at === -1 ? [] : [{ name, isAtStart: at === 0 }];
  });
  found.sort(
    (a, b) => Number(b.isAtStart) - Number(a.isAtStart) || a.name.length - b.name.length || (a.name < b.name ? -1 : 1),
  );
  return found.slice(0, MOST).map(({ name }) => name);
}
