import type { TSchema } from 'typebox';
import { SentChangesSchema, type SentChanges } from '#domain/action';
import { isArray, isObject, member, type JsonObject, type JsonValue } from '#domain/json';
import { ROUTES, type RouteContract, type RouteId } from '#domain/wire';
import { aliasesIn } from './action-words.ts';
import { RequestError } from './errors.ts';
import { readListedNames } from './names.ts';
import { issuesIn, MAX_ISSUES, placeIn, type Issue } from './validators.ts';

/** The location of the list of changes in a request. */
export const CHANGES_AT = '/body/changes';

/** The parts of a request as they came: texts in the path and the query, parsed JSON in the body. */
export interface RawInput {
  readonly params?: Readonly<Record<string, string>>;
  /** A list where a parameter comes more than once. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: JsonValue | undefined;
  /** The changes that the body was made of, where the request says so. */
  readonly changes?: JsonValue | undefined;
}

export interface CheckedInput {
  /** The parts that the contract names, as the handler of the route takes them. */
  readonly input: { readonly params?: JsonObject; readonly query?: JsonObject; readonly body?: JsonValue };
  /** Id of the cluster, where one is named. */
  readonly clusterId: string | undefined;
  /** Names and patterns to which a list is narrowed, where it is. */
  readonly only: readonly string[];
  readonly changes: SentChanges | undefined;
}

/** The input of a route, checked against its contract. @throws RequestError that names the places */
export function checkInput(id: RouteId, { params = {}, query = {}, body, changes }: RawInput): CheckedInput {
  const contract: RouteContract = ROUTES[id];
  const { cluster, only, ...others } = single(query);
  const rest = contract.isNarrowed === true || only === undefined ? others : { ...others, only };
  const parts = {
    ...(contract.params !== undefined && { params: { ...params } }),
    ...(contract.query !== undefined && { query: coerced(rest, contract.query) }),
    ...(contract.body !== undefined && { body: body ?? null }),
  };
  const issues = [
    ...(contract.params === undefined ? [] : issuesIn(contract.params, parts.params, '/params')),
    ...unknownIn(contract, contract.usesCluster || cluster === undefined ? rest : { ...rest, cluster }),
    ...(contract.query === undefined ? [] : issuesIn(contract.query, parts.query, '/query')),
    ...(contract.body === undefined ? [] : bodyIssues(contract.body, body)),
    ...(changes === undefined ? [] : issuesIn(SentChangesSchema, changes, CHANGES_AT)),
  ];
  if (issues.length > 0) throw inputError(issues);
  return {
    input: parts,
    clusterId: contract.usesCluster ? cluster : undefined,
    only: contract.isNarrowed === true ? readListedNames(only ?? '') : [],
    // It has just been checked.
    changes: changes as SentChanges | undefined,
  };
}

/** How the value that a route responds with breaks its contract, or undefined where it keeps it. */
export function responseFault(id: RouteId, value: unknown): Error | undefined {
  const issues = issuesIn(ROUTES[id].answer, value, '');
  return issues.length > 0 ? new Error(`Invalid response of ${id}: ${summaryOf(issues)}`) : undefined;
}

function bodyIssues(schema: TSchema, body: JsonValue | undefined): readonly Issue[] {
  return body === undefined ? [{ at: '/body', reason: 'is missing' }] : issuesIn(schema, body, '/body');
}

/** How much of a hostile key an error repeats. */
const SHOWN = 255;

function inputError(given: readonly Issue[]): RequestError {
  const issues = given.map(({ at, reason }) => ({ at: at.length > SHOWN ? `${at.slice(0, SHOWN)}…` : at, reason }));
  return new RequestError(400, `Invalid request: ${summaryOf(issues)}`, { issues: issues.slice(0, MAX_ISSUES) });
}

function summaryOf(issues: readonly Issue[]): string {
  const [first] = issues;
  const others =
    issues.length > MAX_ISSUES ? ' (and others)' : issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${first?.at ?? ''} ${first?.reason ?? ''}${others}.`;
}

function single(query: NonNullable<RawInput['query']>): Readonly<Record<string, string>> {
  const repeated = Object.keys(query).filter((key) => typeof query[key] !== 'string');
  if (repeated.length > 0)
    throw inputError(
      repeated.slice(0, MAX_ISSUES + 1).map((key) => ({ at: placeIn('/query', key), reason: 'is repeated' })),
    );
  return query as Readonly<Record<string, string>>;
}

/** Whole numbers up to what a double holds. */
const INTEGER = /^(?:0|[1-9][0-9]{0,14})$/;

/** A query is text; what the contract calls a boolean or an integer is one where it says so. */
function coerced(query: Readonly<Record<string, string>>, schema: NonNullable<RouteContract['query']>): JsonObject {
  return Object.fromEntries(
    Object.entries(query).map(([key, value]): [string, JsonValue] => {
      const type: unknown = Object.hasOwn(schema.properties, key)
        ? (schema.properties[key] as { readonly type?: unknown }).type
        : undefined;
      if (type === 'boolean' && (value === 'true' || value === 'false')) return [key, value === 'true'];
      return [key, type === 'integer' && INTEGER.test(value) ? Number(value) : value];
    }),
  );
}

function unknownIn({ query: schema }: RouteContract, query: Readonly<Record<string, string>>): readonly Issue[] {
  return schema !== undefined
    ? []
    : Object.keys(query)
        .slice(0, MAX_ISSUES + 1)
        .map((key) => ({ at: placeIn('/query', key), reason: 'is unknown' }));
}

/** The names that a request acts on, wherever its contract puts them. */
export function namesIn({ params, body }: CheckedInput['input']): readonly string[] {
  const inBody = isObject(body)
    ? ['indices', 'dataStreams', 'templates', 'name', 'index'].flatMap((key) => namesOf(member(body, key)))
    : [];
  const named = new Set([...indicesOfAliases(body), ...aliasesIn(body)]);
  return [...namesOf(params === undefined ? undefined : member(params, 'name')), ...inBody, ...named];
}

/** The indices of operations on aliases. */
function indicesOfAliases(body: JsonValue | undefined): readonly string[] {
  const operations = isObject(body) ? member(body, 'actions') : undefined;
  return isArray(operations)
    ? operations.filter(isObject).flatMap((operation) => namesOf(member(operation, 'index')))
    : [];
}

function namesOf(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue) => namesOf(isObject(item) ? member(item, 'name') : item));
  return [];
}
