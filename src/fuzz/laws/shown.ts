const MOST_CHARACTERS = 200;
const MOST_MEMBERS = 8;
const DEEPEST = 4;

/** A value in few words for a message: literals as in code, of what is long or deep the beginning. */
export function shown(value: unknown): string {
  const text = shownAt(value, 0);
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
}

function shownAt(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MOST_CHARACTERS));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[Function ${value.name}]`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Array.isArray(value)) return `[${members(value, depth, (item) => shownAt(item, depth + 1))}]`;
  if (value instanceof Set) return `Set {${members([...value], depth, (item) => shownAt(item, depth + 1))}}`;
  const [kind, entries] = value instanceof Map ? ['Map ', [...value]] : ['', Object.entries(value)];
  return `${kind}{${members(entries, depth, ([name, member]) => `${nameOf(name)}: ${shownAt(member, depth + 1)}`)}}`;
}

function members<T>(items: readonly T[], depth: number, show: (item: T) => string): string {
  if (items.length === 0) return '';
  if (depth === DEEPEST) return '…';
  const first = items.slice(0, MOST_MEMBERS).map(show).join(', ');
  return items.length > MOST_MEMBERS ? `${first}, … ${items.length - MOST_MEMBERS} more` : first;
}

function nameOf(name: unknown): string {
  if (typeof name !== 'string') return shownAt(name, DEEPEST);
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
}
