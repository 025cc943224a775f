import { isObject, member, type JsonObject, type JsonValue } from '#domain/json';

const INDENT = '  ';

/** A JSON Schema as a type is written, for people: `{ indices: string[], maxNumSegments?: integer }`. What it can't say it says as `any`. */
export function schemaText(schema: JsonValue | undefined, indent = ''): string {
  if (!isObject(schema)) return 'any';
  const choices = member(schema, 'anyOf') ?? member(schema, 'oneOf');
  if (Array.isArray(choices)) return choices.map((choice: JsonValue) => schemaText(choice, indent)).join(' | ');
  if (Object.hasOwn(schema, 'const')) return JSON.stringify(member(schema, 'const'));
  const values = member(schema, 'enum');
  if (Array.isArray(values)) return values.map((value: JsonValue) => JSON.stringify(value)).join(' | ');
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

/** The schema of members that have no name in it; null where there are none. */
function othersOf(schema: JsonObject): JsonValue | null {
  const patterns = member(schema, 'patternProperties');
  if (isObject(patterns)) return Object.values(patterns)[0] ?? {};
  const additional = member(schema, 'additionalProperties');
  return additional === undefined || additional === false ? null : additional;
}

function keyText(name: string): string {
  return /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
}
