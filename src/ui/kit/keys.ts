// Outside a browser, as in some tests, older engines have no navigator.
const { navigator: browser } = globalThis as { readonly navigator?: Pick<Navigator, 'platform'> };
const isApple = /Mac|iPhone|iPad/.test(browser?.platform ?? '');

const APPLE: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' };
const NAMES: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  Insert: 'Ins',
};

/**
 * The key caps of a chord such as `Mod+Shift+Z`, as this platform prints them; `Mod` is Command on Apple platforms and
 * Ctrl elsewhere.
 */
export function keyCaps(chord: string): readonly string[] {
  return splitChord(chord).map((key) => (isApple ? APPLE[key] : undefined) ?? NAMES[key] ?? key);
}

/** The keys of a chord; the last may be `+` itself. */
export function splitChord(chord: string): readonly string[] {
  if (chord === '+') return [chord];
  return chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord.split('+');
}

/** The chord in the format of `aria-keyshortcuts`. */
export function ariaKeys(chord: string): string {
  return splitChord(chord)
    .map((key) => (key === 'Mod' ? (isApple ? 'Meta' : 'Control') : key))
    .join('+');
}

/** The properties of a key event that are compared. */
type PressedKeys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>;

/**
 * Whether a key event is the chord. Shift is only compared where the chord names it or another modifier (`?` needs
 * Shift on most layouts).
 */
export function matchesChord(event: PressedKeys, chord: string): boolean {
  const keys = splitChord(chord);
  const key = keys.at(-1) ?? '';
  const has = (name: string) => keys.slice(0, -1).includes(name);
  // With Alt, Apple keyboards produce other characters than the key's own.
  const isKey =
    event.key.toLowerCase() === key.toLowerCase() || (has('Alt') && event.code === `Key${key.toUpperCase()}`);
  if (!isKey) return false;
  const isMod = isApple ? event.metaKey : event.ctrlKey;
  const isOther = isApple ? event.ctrlKey : event.metaKey;
  if (isMod !== has('Mod') || event.altKey !== has('Alt') || isOther) return false;
  return event.shiftKey === has('Shift') || (key.length === 1 && !/[a-z]/i.test(key));
}
