import { canHaveChildFields } from '../catalogue/catalogue.ts';
import { copyObject, objectMember, setMember, type JsonObject } from '../json/value.ts';
import { typeOf } from '../mapping/field.ts';
import { settingsFor, type InferredField, type InferredMapping } from './propose.ts';

/** The body that creates an index with a mapping. */
export function indexBody({ mappings, settings }: Pick<InferredMapping, 'mappings' | 'settings'>): JsonObject {
  return { ...(Object.keys(settings).length > 0 && { settings }), mappings };
}

/**
 * A mapping in which some fields have an alternative in place of the proposal: by field, which of the alternatives.
 * Costs as much as there are choices, and one look at each field.
 */
export function withChoices(mapping: InferredMapping, choices: ReadonlyMap<InferredField, number>): InferredMapping {
  if (choices.size === 0) return mapping;
  let { mappings } = mapping;
  const fields = mapping.fields.map((field): InferredField => {
    const at = choices.get(field);
    const choice = at === undefined ? undefined : field.alternatives[at];
    if (choice === undefined) return field;
    mappings = redefined(mappings, field.path, choice.definition);
    return { ...field, ...choice };
  });
  return { ...mapping, fields, mappings, settings: settingsFor(mappings, fields) };
}

function redefined(holder: JsonObject, [name = '', ...rest]: readonly string[], definition: JsonObject): JsonObject {
  const properties = copyObject(objectMember(holder, 'properties') ?? {});
  const before = objectMember(properties, name) ?? {};
  setMember(properties, name, rest.length > 0 ? redefined(before, rest, definition) : inPlaceOf(before, definition));
  return { ...holder, properties };
}

/** A definition with the fields that the former one holds, if it can hold fields. */
function inPlaceOf(before: JsonObject, definition: JsonObject): JsonObject {
  if (!canHaveChildFields(typeOf(definition)) || !canHaveChildFields(typeOf(before))) return definition;
  const { type: _type, ...held } = before;
  return { ...definition, ...held };
}
