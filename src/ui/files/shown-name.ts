import { isArray, isObject, type JsonValue } from '#domain/json';

/** Characters that are invisible or change the text direction: format, control, line separators, lone surrogates. */
const HIDDEN_CHARACTERS = /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A name that is visible even where it is empty; its invisible characters are escaped as in JSON. */
export function shownName(name: string): string {
  return name === '' ? '(empty name)' : name.replace(HIDDEN_CHARACTERS, escaped);
}

/** Whether a name is shown with characters escaped. */
export function hasHiddenCharacters(name: string): boolean {
  return name.search(HIDDEN_CHARACTERS) !== -1;
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index);
    return `\\u${unit.toString(16).padStart(4, '0')}`;
  }).join('');
}

/** How many names a notice lists. */
const MOST_LISTED = 3;

/**
 * Describes the names in a body that contain characters that are invisible or change the text direction, as they are
 * shown; null where there are none. Costs a walk over the body.
 */
export function describeHiddenNames(body: JsonValue): { readonly title: string; readonly text: string } | null {
  const names = new Set<string>();
  const left: JsonValue[] = [body];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isArray(value)) for (const item of value) left.push(item);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) {
        if (hasHiddenCharacters(name)) names.add(name);
        left.push(member);
      }
  }
  if (names.size === 0) return null;
  const lines = [...names].slice(0, MOST_LISTED).map(shownName);
  if (names.size > MOST_LISTED) lines.push(`and ${(names.size - MOST_LISTED).toLocaleString('en')} more`);
  return {
    title:
      names.size === 1
        ? '1 name has hidden characters'
        : `${names.size.toLocaleString('en')} names have hidden characters`,
    text: `${names.size === 1 ? 'It is' : 'They are'} kept, and shown escaped:\n${lines.join('\n')}`,
  };
}
