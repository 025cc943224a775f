import { listNames } from '#domain/action';
import { isArray, isObject, member, objectMember, type JsonValue } from '#domain/json';

/** An action in words: "Update mapping of orders" and "Updated mapping of orders". */
export interface ActionWords {
  /** What is to be done. */
  readonly title: string;
  /** What was done. */
  readonly doneTitle: string;
}

/** What the words of a call are made of. */
interface WordedCall {
  /** Names of the targets. */
  readonly names: readonly string[];
  /** Of the request; absent where it is not known. */
  readonly body?: JsonValue | undefined;
}

/** The words of a route, for any of its calls. */
export type WordsOf = (call: WordedCall) => ActionWords;

/** "Update" and "Updated". */
export type Verb = readonly [now: string, past: string];

export const CREATE: Verb = ['Create', 'Created'];
export const UPDATE: Verb = ['Update', 'Updated'];
export const DELETE: Verb = ['Delete', 'Deleted'];

/** What names are of: "index orders" and "indices a, b"; one text where both read the same, as "mapping of". */
type Noun = string | { readonly one: string; readonly many: string };

export const INDICES: Noun = { one: 'index', many: 'indices' };

/** The words of a route that does one thing with what it names. */
export function did(verb: Verb, noun: Noun): WordsOf {
  return ({ names }) => worded(verb, withNames(noun, names));
}

export function worded([now, past]: Verb, rest: string): ActionWords {
  return { title: `${now} ${rest}`, doneTitle: `${past} ${rest}` };
}

function withNames(noun: Noun, names: readonly string[]): string {
  const words = typeof noun === 'string' ? noun : names.length === 1 ? noun.one : noun.many;
  return names.length === 0 ? words.replace(/ (?:of|for)$/, '') : `${words} ${listNames(names)}`.trim();
}

/** The text of a member of a body; empty where the body is not known. */
export function textIn(body: JsonValue | undefined, name: string): string {
  const value = isObject(body) ? member(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}

/** The aliases that operations on aliases add or remove, each once. */
export function aliasesIn(body: JsonValue | undefined): readonly string[] {
  const operations = isObject(body) ? member(body, 'actions') : undefined;
  if (!isArray(operations)) return [];
  const aliases = operations.filter(isObject).flatMap((operation) =>
    ['add', 'remove'].flatMap((kind) => {
      const alias = member(objectMember(operation, kind) ?? {}, 'alias');
      return typeof alias === 'string' ? [alias] : [];
    }),
  );
  return [...new Set(aliases)];
}
