import { canHaveChildFields } from '../catalogue/catalogue.ts';
import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { impossibleName, levelsOf, ownFieldReason, type NamePlace } from './field-names.ts';
import { definitionReindexNeeds } from './live-field-changes.ts';
import { typeOf } from './field.ts';

interface PlaceAmongFields extends NamePlace {
  /** The fields that are there already. */
  readonly siblings: JsonObject;
}

/** Who refuses names of spaces in mappings, of a field or between dots (elastic/elasticsearch, pull request 91328). */
const REFUSES_BLANKS = elasticsearch({ from: '8.6' });

/** Why a new field can't have its name, or null. */
export function nameRefusal(
  name: string,
  definition: JsonValue,
  place: PlaceAmongFields,
  target: TargetEngine,
): string | null {
  const refusesBlanks = isKnownBy(REFUSES_BLANKS, target);
  if (!place.isMultiField && name === '')
    return target.distribution === 'elasticsearch' || place.isRoot ? 'A field needs a name.' : null;
  if (!place.isMultiField && refusesBlanks && name.trim() === '') return 'A name can’t consist of spaces alone.';
  const impossible = impossibleName(name, place);
  if (impossible !== null || place.isMultiField) return impossible;
  const levels = place.isFlat ? [name] : levelsOf(name);
  if (refusesBlanks && levels.some((level) => level.trim() === ''))
    return 'A name between dots can’t consist of spaces alone.';
  const own = place.isRoot ? ownFieldReason(levels[0] ?? '', target) : null;
  if (own !== null || levels.length < 2) return own;
  return wayRefusal(levels, definition, place.siblings, target);
}

/** A name with dots leads through objects: why it can't here, or null. */
function wayRefusal(
  levels: readonly string[],
  definition: JsonValue,
  siblings: JsonObject,
  target: TargetEngine,
): string | null {
  let fields = siblings;
  for (const [depth, level] of levels.entries()) {
    const found = member(fields, level);
    if (!isObject(found)) return null;
    const way = levels.slice(0, depth + 1).join('.');
    if (depth === levels.length - 1) {
      const [need] = definitionReindexNeeds(found, definition, target);
      return need === undefined ? null : `${way} exists. ${need.reason}`;
    }
    const type = typeOf(found);
    if (!canHaveChildFields(type)) return `${way} is of the type ${type}, and can’t hold fields.`;
    if (type === 'nested') return `${way} is nested, which a name with dots can’t say.`;
    fields = objectMember(found, 'properties') ?? {};
  }
  return null;
}
