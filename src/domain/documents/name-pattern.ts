/** A way to match names; null for one that is not read here. */
export type NameMatcher = (name: string) => boolean;

/** Names longer than this are matched by their beginning: no mapping has them. */
const MAX_NAME_LENGTH = 2_000;
const MAX_PATTERN_LENGTH = 500;

interface Atom {
  readonly matches: (letter: string) => boolean;
  readonly isOptional: boolean;
  readonly isRepeated: boolean;
}

/**
 * A regular expression of Java with the usual parts: letters, classes, `.`, alternatives and `?`, `*`, `+` behind one
 * letter or class. Null for others (groups, back references, counts): what they match is not guessed. It is walked by
 * sets of places, so that no pattern takes more than the product of both lengths.
 */
export function regexPattern(pattern: string): NameMatcher | null {
  if (pattern.length > MAX_PATTERN_LENGTH) return null;
  const alternatives = pattern
    .replace(/^\^/, '')
    .replace(/(?<!\\)\$$/, '')
    .split('|')
    .map(atomsOf);
  if (alternatives.includes(null)) return null;
  // `^a|b$` binds otherwise.
  if (alternatives.length > 1 && /^\^|\$$/.test(pattern)) return null;
  return (name) => alternatives.some((atoms) => atoms !== null && matchesAtoms(atoms, name.slice(0, MAX_NAME_LENGTH)));
}

const ATOM = /\\([dwsDWS])|\\([^A-Za-z0-9])|\[(\^?)((?:[^[\]\\&]|\\[^A-Za-z0-9])+)\]|([^\\[\](){}^$?*+|])/y;
const CLASSES: Readonly<Record<string, RegExp>> = {
  d: /[0-9]/,
  w: /[A-Za-z0-9_]/,
  s: /[ \t\n\v\f\r]/,
  D: /[^0-9]/,
  W: /[^A-Za-z0-9_]/,
  S: /[^ \t\n\v\f\r]/,
};

function atomsOf(pattern: string): readonly Atom[] | null {
  const atoms: Atom[] = [];
  for (let at = 0; at < pattern.length;) {
    ATOM.lastIndex = at;
    const found = ATOM.exec(pattern);
    if (found === null) return null;
    const [whole, name, escaped, negation, members, letter] = found;
    at += whole.length;
    const sign = pattern[at];
    const isOptional = sign === '?' || sign === '*';
    const isRepeated = sign === '+' || sign === '*';
    if (isOptional || isRepeated) at++;
    // Lazy and possessive signs behind a sign.
    if ((isOptional || isRepeated) && (pattern[at] === '?' || pattern[at] === '+')) return null;
    const matches = matcherOf({ name, escaped, negation, members, letter });
    if (matches === null) return null;
    atoms.push({ matches, isOptional, isRepeated });
  }
  return atoms;
}

type AtomParts = Readonly<Record<'name' | 'escaped' | 'negation' | 'members' | 'letter', string | undefined>>;

/** Whether a letter is one that an atom stands for; null for a class that is none, such as `[z-a]`. */
function matcherOf(found: AtomParts): ((letter: string) => boolean) | null {
  const { name, escaped, negation, members, letter } = found;
  if (name !== undefined) {
    const form = CLASSES[name] as RegExp;
    return (each) => form.test(each);
  }
  if (members !== undefined) {
    try {
      const form = new RegExp(`[${negation ?? ''}${members}]`);
      return (each) => form.test(each);
    } catch {
      return null;
    }
  }
  const wanted = escaped ?? letter;
  return wanted === '.' && escaped === undefined ? () => true : (each) => each === wanted;
}

function matchesAtoms(atoms: readonly Atom[], name: string): boolean {
  let places = reach(atoms, new Set([0]));
  for (const letter of name) {
    const next = new Set<number>();
    for (const place of places) {
      const atom = atoms[place];
      if (atom?.matches(letter) !== true) continue;
      next.add(place + 1);
      if (atom.isRepeated) next.add(place);
    }
    places = reach(atoms, next);
    if (places.size === 0) return false;
  }
  return places.has(atoms.length);
}

/** The places with those behind what can be left out. */
function reach(atoms: readonly Atom[], places: Set<number>): Set<number> {
  for (const place of places) if (atoms[place]?.isOptional === true) places.add(place + 1);
  return places;
}
