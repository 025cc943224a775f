import { isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { schemaText } from './schema-text.ts';

export interface ApiParameter {
  readonly name: string;
  readonly where: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description?: string;
}

export interface ApiAnswer {
  readonly status: string;
  readonly description: string;
  /** As a type is written; absent where it has no body. */
  readonly body?: string;
}

export interface ApiRoute {
  /** Its name in the contract; the same in every version. */
  readonly id: string;
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Whether a call may change something; null where the document does not say. */
  readonly writes: boolean | null;
  /** Without those headers that are the same everywhere. */
  readonly parameters: readonly ApiParameter[];
  readonly body?: string;
  readonly answers: readonly ApiAnswer[];
  readonly errors: readonly ApiAnswer[];
}

/** The routes of an OpenAPI document in its order; what does not fit is left out. */
export function readOpenApi(document: JsonValue): readonly ApiRoute[] {
  const paths = isObject(document) ? objectMember(document, 'paths') : undefined;
  return Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, operation]) =>
      isObject(operation) ? [readRoute(path, method, operation)] : [],
    ),
  );
}

function readRoute(path: string, method: string, operation: JsonObject): ApiRoute {
  const tags = member(operation, 'tags');
  const writes = member(operation, 'x-writes');
  const group = Array.isArray(tags) ? textOf((tags as readonly JsonValue[])[0]) : undefined;
  const body = bodyOf(objectMember(operation, 'requestBody'));
  const answers = Object.entries(objectMember(operation, 'responses') ?? {}).map(([status, response]) =>
    readAnswer(status, isObject(response) ? response : {}),
  );
  const isError = ({ status }: ApiAnswer) => /^[45]/.test(status);
  return {
    id: textOf(member(operation, 'operationId')) ?? `${method} ${path}`,
    group: group ?? 'Other',
    method: method.toUpperCase(),
    path,
    summary: textOf(member(operation, 'summary')) ?? '',
    writes: typeof writes === 'boolean' ? writes : null,
    parameters: listOf(member(operation, 'parameters')).flatMap(readParameter),
    ...(body !== undefined && { body }),
    answers: answers.filter((answer) => !isError(answer)),
    errors: answers.filter(isError),
  };
}

function readParameter(value: JsonValue): readonly ApiParameter[] {
  if (!isObject(value)) return [];
  const [name, where] = [textOf(member(value, 'name')), textOf(member(value, 'in'))];
  if (name === undefined || where === undefined || where === 'header') return [];
  const schema = objectMember(value, 'schema');
  const description = textOf(member(value, 'description')) ?? textOf(schema && member(schema, 'description'));
  return [
    {
      name,
      where,
      type: schemaText(schema),
      isRequired: member(value, 'required') === true,
      ...(description !== undefined && { description }),
    },
  ];
}

function readAnswer(status: string, response: JsonObject): ApiAnswer {
  const body = bodyOf(response);
  return { status, description: textOf(member(response, 'description')) ?? '', ...(body !== undefined && { body }) };
}

function bodyOf(holder: JsonObject | undefined): string | undefined {
  const content = holder && objectMember(holder, 'content');
  const json = content && objectMember(content, 'application/json');
  return json === undefined ? undefined : schemaText(member(json, 'schema'));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Those that have every word of a text in their method, path, summary, name or group. */
export function findRoutes(routes: readonly ApiRoute[], text: string): readonly ApiRoute[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return routes.filter(({ id, group, method, path, summary }) => {
    const whole = `${method} ${path} ${summary} ${id} ${group}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}

/** A call of a route as a command line, with the header that changes need; names in braces are to be filled in. */
export function routeAsCurl({ method, path, body }: ApiRoute, origin: string): string {
  const header = method === 'GET' ? '' : " \\\n  -H 'x-mapledger: 1'";
  const data = body === undefined ? '' : ` \\\n  -H 'content-type: application/json' \\\n  -d '{}'`;
  return `curl -X ${method} '${origin}${path}'${header}${data}`;
}
