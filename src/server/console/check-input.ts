import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { isObject, member, type JsonObject, type JsonValue } from '#domain/json';
import { ROUTES, type RouteContract, type RouteId } from '#domain/wire';
import { RequestError } from './errors.ts';

/** The parts of a request as they came: texts in the path and the query, parsed JSON in the body. */
export interface RawInput {
  readonly params?: Readonly<Record<string, string>>;
  /** A list where a parameter comes more than once. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: JsonValue | undefined;
}

export interface CheckedInput {
  /** The parts that the contract names, as the handler of the route takes them. */
  readonly input: { readonly params?: JsonObject; readonly query?: JsonObject; readonly body?: JsonValue };
  /** Id of the cluster, where one is named. */
  readonly clusterId: string | undefined;
}

/** Where a request is wrong, and why. */
interface Issue {
  readonly at: string;
  readonly reason: string;
}

/** More than these would say nothing new. */
const MAX_ISSUES = 10;

/** The input of a route, checked against its contract. @throws RequestError that names the places */
export function checkInput(id: RouteId, { params = {}, query = {}, body }: RawInput): CheckedInput {
  const contract: RouteContract = ROUTES[id];
  const { cluster, ...rest } = single(query);
  const parts = {
    ...(contract.params !== undefined && { params: { ...params } }),
    ...(contract.query !== undefined && { query: coerced(rest, contract.query) }),
    ...(contract.body !== undefined && { body: body ?? null }),
  };
  const issues = [
    ...issuesIn(contract.params, parts.params ?? {}, '/params'),
    ...unknownIn(contract, contract.usesCluster || cluster === undefined ? rest : { ...rest, cluster }),
    ...issuesIn(contract.query, parts.query ?? {}, '/query'),
    ...(contract.body !== undefined && body === undefined
      ? [{ at: '/body', reason: 'The request needs a body of JSON.' }]
      : issuesIn(contract.body, parts.body ?? null, '/body')),
  ];
  if (issues.length > 0) throw inputError(issues);
  return { input: parts, clusterId: contract.usesCluster ? cluster : undefined };
}

function inputError(issues: readonly Issue[]): RequestError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return new RequestError(400, `The request is not as it must be. ${first?.at ?? ''}: ${first?.reason ?? ''}${more}`, {
    issues: issues.slice(0, MAX_ISSUES),
  });
}

function single(query: NonNullable<RawInput['query']>): Readonly<Record<string, string>> {
  const repeated = Object.keys(query).filter((key) => typeof query[key] !== 'string');
  if (repeated.length > 0)
    throw inputError(
      repeated.map((key) => ({ at: placeIn('/query', key), reason: 'This parameter comes more than once.' })),
    );
  return query as Readonly<Record<string, string>>;
}

/** A query is text; what the contract calls a boolean is one where it says so. */
function coerced(query: Readonly<Record<string, string>>, schema: NonNullable<RouteContract['query']>): JsonObject {
  return Object.fromEntries(
    Object.entries(query).map(([key, value]): [string, JsonValue] => {
      const type: unknown = Object.hasOwn(schema.properties, key)
        ? (schema.properties[key] as { readonly type?: unknown }).type
        : undefined;
      return [key, type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value];
    }),
  );
}

function unknownIn({ query: schema }: RouteContract, query: Readonly<Record<string, string>>): readonly Issue[] {
  return schema !== undefined
    ? []
    : Object.keys(query).map((key) => ({ at: placeIn('/query', key), reason: 'This parameter is not known here.' }));
}

function issuesIn(schema: TSchema | undefined, value: JsonValue, at: string): readonly Issue[] {
  if (schema === undefined || Value.Check(schema, value)) return [];
  const errors = Value.Errors(schema, value).flatMap((error): readonly Issue[] => {
    const place = `${at}${error.instancePath}`;
    if (error.keyword === 'additionalProperties')
      return error.params.additionalProperties.map((key) => ({
        at: placeIn(place, key),
        reason: 'This member is not known here.',
      }));
    if (error.keyword === 'required')
      return error.params.requiredProperties.map((key) => ({
        at: placeIn(place, key),
        reason: 'This member is missing.',
      }));
    // Beside the errors of the choices, and of each unknown member, these say nothing.
    return error.keyword === 'anyOf' || error.keyword === 'boolean'
      ? []
      : [{ at: place, reason: sentence(error.message) }];
  });
  return errors.length > 0 ? errors : [{ at, reason: 'It is none of the forms that are taken here.' }];
}

function placeIn(at: string, key: string): string {
  return `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function sentence(message: string): string {
  return `It ${message}.`;
}

/** The names that a request acts on, wherever its contract puts them. */
export function namesIn({ params, body }: CheckedInput['input']): readonly string[] {
  const inBody = isObject(body)
    ? ['indices', 'dataStreams', 'templates', 'name'].flatMap((key) => namesOf(member(body, key)))
    : [];
  return [...namesOf(params === undefined ? undefined : member(params, 'name')), ...inBody];
}

function namesOf(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue) => namesOf(isObject(item) ? member(item, 'name') : item));
  return [];
}
