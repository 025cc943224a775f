import { isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import type { StoredSource } from './documents.ts';
import { EngineError } from './engine-error.ts';

export type Matcher = (stored: StoredSource) => boolean;
type ReadField = (stored: StoredSource, field: string) => JsonValue | undefined;

/**
 * `match_all`, `term`, `ids`, `exists` and a simple `query_string` alone, `bool` filters of them, what `function_score`
 * scores. What a document has in a field is its source, unless `readField` says otherwise.
 * @throws EngineError for any other
 */
export function matcherOf(query: JsonObject | undefined, readField: ReadField = valueOf): Matcher {
  if (query === undefined) return () => true;
  const [entry] = Object.entries(query);
  const [kind, value] = entry ?? ['match_all', {}];
  if (kind === 'match_all') return () => true;
  if (kind === 'bool' && isObject(value)) {
    const filters = [member(value, 'filter'), member(value, 'must')]
      .flatMap((part) => (isArray(part) ? part : part === undefined ? [] : [part]))
      .filter(isObject)
      .map((each) => matcherOf(each, readField));
    return (stored) => filters.every((isMeant) => isMeant(stored));
  }
  if (kind === 'term' && isObject(value)) {
    const [field, wanted] = Object.entries(value)[0] ?? ['', null];
    const term = isObject(wanted) ? member(wanted, 'value') : wanted;
    return (stored) => String(valueOf(stored, field)) === String(term);
  }
  if (kind === 'ids' && isObject(value)) {
    const values = member(value, 'values');
    const wanted: ReadonlySet<JsonValue> = new Set(isArray(values) ? values : []);
    return (stored) => wanted.has(stored.id);
  }
  if (kind === 'exists' && isObject(value)) {
    const field = String(member(value, 'field') ?? '');
    return (stored) => (readField(stored, field) ?? null) !== null;
  }
  if (kind === 'query_string' && isObject(value)) return queryStringMatcher(String(member(value, 'query') ?? ''));
  if (kind === 'function_score' && isObject(value)) return matcherOf(objectMember(value, 'query'), readField);
  throw new EngineError(
    400,
    'parsing_exception',
    `unknown query [${kind}]`,
    {},
    {
      type: 'named_object_not_found_exception',
      reason: `unknown field [${kind}]: the sandbox knows match_all, term, ids, exists, bool, query_string and function_score`,
    },
  );
}

/** Words, each of which a document must have, and `field:value`; no operators. */
function queryStringMatcher(query: string): Matcher {
  const terms = query
    .split(/\s+/)
    .filter((term) => term !== '' && term !== '*' && term !== '*:*')
    .map((term) => ({ field: /^([^:"]+):(.+)$/.exec(term), text: unquoted(term) }));
  return (stored) =>
    terms.every(({ field, text }) =>
      field === null
        ? scalarsIn(stored.source).some((value) => value.toLowerCase().includes(text.toLowerCase()))
        : String(valueOf(stored, field[1] ?? '')) === unquoted(field[2] ?? ''),
    );
}

function unquoted(text: string): string {
  return text.replaceAll(/^"|"$/g, '');
}

function scalarsIn(value: JsonValue): readonly string[] {
  if (isArray(value)) return value.flatMap(scalarsIn);
  return isObject(value) ? Object.values(value).flatMap(scalarsIn) : [String(value)];
}

export function valueOf(stored: StoredSource, field: string): JsonValue | undefined {
  if (field === '_id') return stored.id;
  if (field === '_seq_no') return stored.sequence;
  let value: JsonValue | undefined = stored.source;
  for (const name of field.split('.')) value = isObject(value) ? member(value, name) : undefined;
  return value;
}

type Order = readonly (readonly [field: string, isDescending: boolean])[];

export function sortOf(sort: JsonValue | undefined): Order {
  const items: readonly JsonValue[] = sort === undefined ? [] : isArray(sort) ? sort : [sort];
  return items.flatMap((item): Order => {
    if (typeof item === 'string') return [[item, false]];
    if (!isObject(item)) return [];
    return Object.entries(item).map(
      ([field, how]) => [field, (isObject(how) ? member(how, 'order') : how) === 'desc'] as const,
    );
  });
}

export function sortValues(order: Order, stored: StoredSource, score: (stored: StoredSource) => number): JsonValue[] {
  return order.map(([field]) =>
    field === '_score' ? score(stored) : (valueOf(stored, field === '_doc' ? '_seq_no' : field) ?? null),
  );
}

/** The score of a document: 1, or for `random_score` a number from 0 to 1 that its seed and the document make. */
export function scoreOf(query: JsonObject | undefined): (stored: StoredSource) => number {
  const functions = query && member(objectMember(query, 'function_score') ?? {}, 'functions');
  const [first] = isArray(functions) ? functions.filter(isObject) : [];
  const random = first && objectMember(first, 'random_score');
  if (random === undefined) return () => 1;
  const seed = Number(member(random, 'seed') ?? 0);
  return ({ sequence }) => scattered(scattered(seed) ^ sequence) / 2 ** 32;
}

/** A number of 32 bits that has nothing to do with the next one (the last steps of MurmurHash3). */
function scattered(number: number): number {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export function compareValues(order: Order, a: readonly JsonValue[], b: readonly JsonValue[]): number {
  for (const [at, [, isDescending]] of order.entries()) {
    const [left, right] = [a[at] ?? null, b[at] ?? null];
    if (left === right) continue;
    const isLess = left === null ? false : right === null ? true : left < right;
    return isLess === isDescending ? 1 : -1;
  }
  return 0;
}
