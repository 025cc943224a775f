import { formatJson, isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';

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
  /** Written like a TypeScript type; absent where the route has no body. */
  readonly body?: string;
}

export interface ApiRoute {
  /** Name of the route in the contract; the same in every version. */
  readonly id: string;
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Whether a call may change something; null where the document does not state it. */
  readonly writes: boolean | null;
  /** Without the headers that are the same for every route. */
  readonly parameters: readonly ApiParameter[];
  readonly body?: string;
  readonly answers: readonly ApiAnswer[];
  readonly errors: readonly ApiAnswer[];
}

/** The routes of an OpenAPI document, in its order; parts that do not have the expected form are left out. */
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
  const group = isArray(tags) ? textOf(tags[0]) : undefined;
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
  return isArray(value) ? value : [];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The routes that contain every word of a text in their method, path, summary, name or group. */
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

/** A call of a route as a command line, with the header that changes need; names in braces are placeholders. */
export function routeAsCurl({ method, path, body }: ApiRoute, origin: string): string {
  const header = method === 'GET' ? '' : " \\\n  -H 'x-mapledger: 1'";
  const data = body === undefined ? '' : ` \\\n  -H 'content-type: application/json' \\\n  -d '{}'`;
  return `curl -X ${method} '${origin}${path}'${header}${data}`;
}

const INDENT = '  ';

/**
 * A JSON Schema written like a TypeScript type, for people: `{ indices: string[], maxNumSegments?: integer }`. Schemas
 * that can't be written this way become `any`.
 */
export function schemaText(schema: JsonValue | undefined, indent = ''): string {
  if (!isObject(schema)) return 'any';
  const choices = member(schema, 'anyOf') ?? member(schema, 'oneOf');
  if (Array.isArray(choices)) return choices.map((choice: JsonValue) => schemaText(choice, indent)).join(' | ');
  if (Object.hasOwn(schema, 'const')) return formatJson(member(schema, 'const') ?? null);
  const values = member(schema, 'enum');
  if (Array.isArray(values)) return values.map((value: JsonValue) => formatJson(value)).join(' | ');
  const type = member(schema, 'type');
  if (type === 'array') return listText(schema, indent);
  if (type === 'object') return objectText(schema, indent);
  return typeof type === 'string' ? type : 'any';
}

function listText(schema: JsonObject, indent: string): string {
  const item = schemaText(member(schema, 'items'), indent);
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function objectText(schema: JsonObject, indent: string): string {
  const properties = member(schema, 'properties');
  const required = member(schema, 'required');
  const lines = Object.entries(isObject(properties) ? properties : {}).map(([name, value]) => {
    const isRequired = Array.isArray(required) && required.includes(name);
    return `${keyText(name)}${isRequired ? '' : '?'}: ${schemaText(value, indent + INDENT)}`;
  });
  const others = othersOf(schema);
  if (others !== null) lines.push(`[name]: ${schemaText(others, indent + INDENT)}`);
  if (lines.length === 0) return '{}';
  return `{\n${lines.map((line) => `${indent}${INDENT}${line}`).join('\n')}\n${indent}}`;
}

/** The schema of members that the schema does not name; null where there are none. */
function othersOf(schema: JsonObject): JsonValue | null {
  const patterns = member(schema, 'patternProperties');
  if (isObject(patterns)) return Object.values(patterns)[0] ?? {};
  const additional = member(schema, 'additionalProperties');
  return additional === undefined || additional === false ? null : additional;
}

function keyText(name: string): string {
  return /^[\w$]+$/.test(name) ? name : formatJson(name);
}
