import { deepEqual, member, type JsonObject, type JsonValue, type MutableJsonObject } from '../json/value.ts';

/** The members of mappings in the form of the advanced options, in its order; of `_meta` each layer adds some. */
const SHOWN = [
  'dynamic',
  'numeric_detection',
  'date_detection',
  'dynamic_date_formats',
  '_source',
  '_routing',
  'subobjects',
  '_size',
] as const;

/** The options that a new index gets from component templates, where the mappings of its template have none. */
export function inheritedConfiguration(own: JsonObject, composed: JsonObject): JsonObject {
  return optionsIn(composed, (name) => !Object.hasOwn(own, name));
}

/** The options of new indices that component templates add to, so that they are not as the mappings have them. */
export function extendedConfiguration(own: JsonObject, composed: JsonObject): JsonObject {
  return optionsIn(composed, (name, value) => Object.hasOwn(own, name) && !deepEqual(member(own, name), value));
}

function optionsIn(composed: JsonObject, isMeant: (name: string, value: JsonValue) => boolean): JsonObject {
  const found: MutableJsonObject = {};
  for (const name of SHOWN) {
    const value = member(composed, name);
    if (value !== undefined && isMeant(name, value)) found[name] = value;
  }
  return found;
}
