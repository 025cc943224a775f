import { listNames } from '#domain/action';
import { isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';

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
  const aliases = operationsIn(body).flatMap((each) => [aliasIn(each, 'add'), aliasIn(each, 'remove')]);
  return [...new Set(aliases)].filter((alias) => alias !== '');
}

function operationsIn(body: JsonValue | undefined): readonly JsonObject[] {
  const operations = isObject(body) ? member(body, 'actions') : undefined;
  return isArray(operations) ? operations.filter(isObject) : [];
}

/** The words of operations on aliases, where they are of one index of that index. */
export function ofAliases(body: JsonValue | undefined, index?: string): ActionWords {
  const [given, aliases] = [operationsIn(body), aliasesIn(body)];
  const isEvery = (kind: string) => given.length > 0 && given.every((each) => aliasIn(each, kind) !== '');
  const noun = aliases.length === 1 ? 'alias' : 'aliases';
  const where = (preposition: string) => (index === undefined ? '' : ` ${preposition} ${index}`);
  // What is added in place of something is there already.
  const replaces = given.some((each) => member(objectMember(each, 'add') ?? {}, 'replaces') !== undefined);
  if (isEvery('add') && !replaces) return worded(['Add', 'Added'], `${noun} ${listNames(aliases)}${where('to')}`);
  if (isEvery('remove')) return worded(['Remove', 'Removed'], `${noun} ${listNames(aliases)}${where('from')}`);
  return worded(
    UPDATE,
    index === undefined ? `${noun} ${listNames(aliases)}` : `aliases of ${index}: ${listNames(aliases)}`,
  );
}

/** The alias that an operation adds or removes; empty where it does not do that. */
function aliasIn(operation: JsonObject, kind: string): string {
  return textIn(objectMember(operation, kind), 'alias');
}
