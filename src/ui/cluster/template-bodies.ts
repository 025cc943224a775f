import { isObject, type JsonObject } from '#domain/json';

/** The bodies of templates by their names. */
export function bodiesOf(
  templates: readonly { readonly name: string; readonly body: unknown }[],
): ReadonlyMap<string, JsonObject> {
  return new Map(templates.map(({ name, body }) => [name, isObject(body) ? body : {}]));
}
