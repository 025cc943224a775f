import { isEqual, isLike } from './equality.ts';

/** What a matcher of a law throws. Test runners show the difference of the two values. */
class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
  constructor(
    message: string,
    readonly actual: unknown,
    readonly expected: unknown,
  ) {
    super(message);
  }
}

interface Matchers {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toMatchObject(expected: object): void;
  /** A path of names, between which are dots; with a value, which must equal the one there. */
  toHaveProperty(path: string, ...value: readonly [unknown?]): void;
  toHaveLength(expected: number): void;
  toBeGreaterThan(expected: number): void;
  toBeLessThanOrEqual(expected: number): void;
  toMatch(expected: RegExp): void;
  toBeTypeOf(expected: string): void;
  toBeNull(): void;
  toBeDefined(): void;
  toBeUndefined(): void;
  // oxlint-disable-next-line typescript/no-explicit-any -- errors are made of whatever they like
  toThrow(expected: abstract new (...args: any[]) => Error): void;
}

/**
 * The matchers of tests that laws use, by the names and with the meaning that they have in Vitest, for laws that are
 * also checked without a test runner. A message is put before what is wrong.
 */
export function expect(actual: unknown, message?: string): Matchers & { readonly not: Matchers } {
  return { ...matchers(actual, message, false), not: matchers(actual, message, true) };
}

function matchers(actual: unknown, message: string | undefined, isNot: boolean): Matchers {
  const check = (isMet: boolean, words: string, expected?: unknown) => {
    if (isMet !== isNot) return;
    const fault = `expected ${shown(actual)} ${isNot ? 'not ' : ''}${words}`;
    throw new ExpectationError(message === undefined ? fault : `${message}: ${fault}`, actual, expected);
  };
  return {
    toBe: (expected) => check(Object.is(actual, expected), `to be ${shown(expected)}`, expected),
    toEqual: (expected) => check(isEqual(actual, expected), `to equal ${shown(expected)}`, expected),
    toMatchObject: (expected) => check(isLike(actual, expected), `to match object ${shown(expected)}`, expected),
    toHaveProperty: (path, ...value) => {
      const found = propertyAt(actual, path.split('.'));
      const isMet = found !== undefined && (value.length === 0 || isEqual(found.value, value[0]));
      const words = value.length === 0 ? '' : ` of ${shown(value[0])}`;
      check(isMet, `to have property "${path}"${words}`, value[0]);
    },
    toHaveLength: (expected) => {
      const length = propertyAt(actual, ['length'])?.value;
      check(length === expected, `to have length ${expected}, and not ${shown(length)}`, expected);
    },
    toBeGreaterThan: (expected) =>
      check(typeof actual === 'number' && actual > expected, `to be greater than ${expected}`),
    toBeLessThanOrEqual: (expected) =>
      check(typeof actual === 'number' && actual <= expected, `to be at most ${expected}`),
    toMatch: (expected) => check(typeof actual === 'string' && expected.test(actual), `to match ${String(expected)}`),
    toBeTypeOf: (expected) => check(typeof actual === expected, `to be of type ${expected}`),
    toBeNull: () => check(actual === null, 'to be null'),
    toBeDefined: () => check(actual !== undefined, 'to be defined'),
    toBeUndefined: () => check(actual === undefined, 'to be undefined'),
    toThrow: (expected) => {
      const thrown = thrownBy(actual);
      const words = thrown === undefined ? 'nothing was thrown' : `${shown(thrown.error)} was`;
      check(thrown?.error instanceof expected, `to throw ${expected.name}: ${words}`);
    },
  };
}

/** The value at a path, in what may be a string or an object. */
function propertyAt(value: unknown, path: readonly string[]): { readonly value: unknown } | undefined {
  let at = value;
  for (const name of path) {
    if (at === null || at === undefined) return undefined;
    const holder = Object(at) as Readonly<Record<string, unknown>>;
    if (!(name in holder)) return undefined;
    at = holder[name];
  }
  return { value: at };
}

function thrownBy(act: unknown): { readonly error: unknown } | undefined {
  if (typeof act !== 'function') throw new TypeError('Only a function can be expected to throw.');
  try {
    (act as () => unknown)();
    return undefined;
  } catch (error) {
    return { error };
  }
}

const MOST_CHARACTERS = 200;
const MOST_MEMBERS = 8;
const DEEPEST = 4;

/** A short form of a value for messages: literals as in code, with long or deep values truncated. */
function shown(value: unknown): string {
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
