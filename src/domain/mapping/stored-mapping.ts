import type { TargetEngine } from '../catalogue/engines.ts';
import { valueAt } from '../json/patch.ts';
import { lastToken, parentPointer, type Pointer } from '../json/pointer.ts';
import { isArray, isObject, member, setMember, type JsonObject, type JsonValue, withMembers } from '../json/value.ts';
import { expandDots } from './expand-dots.ts';
import { planMappingUpdate } from './live-changes.ts';
import { mergeUpdate } from './merge-update.ts';
import { isSamePoint } from './points.ts';
import { NAME_CONDITIONS, TYPE_CONDITIONS } from './stored-dynamic-templates.ts';

/** Mappings as they are compared: what was sent, and what an engine has. */
export interface ComparedMappings {
  readonly sent: JsonObject;
  readonly stored: JsonObject;
  /** Places in what was sent that the engine has otherwise, or not at all. */
  readonly places: readonly Pointer[];
  /** Parameters of the fields that were sent which the engine has beside, other than their defaults. */
  readonly unsaid: readonly Pointer[];
}

/**
 * Compares an update of mappings with what an engine has afterwards: sending it again would change nothing but what the
 * engine stored otherwise. What the engine adds, and prints in another form, is no difference. Cost: as
 * {@link planMappingUpdate}.
 */
export function compareStoredMappings(update: JsonObject, live: JsonObject, target: TargetEngine): ComparedMappings {
  const sent = withComparableTemplates(expandDots(update, []));
  const stored = withComparableTemplates(expandDots(live, []));
  const plan = planMappingUpdate(stored, mergeUpdate(stored, sent), target);
  const changes = [...plan.additions, ...plan.updates.filter(({ hasNoEffect }) => hasNoEffect !== true)];
  const places = [...new Set([...changes, ...plan.needsReindex].map(({ at }) => at))];
  return {
    sent,
    stored,
    places: places.filter((at) => isDifference(at, sent, stored)),
    unsaid: places.filter((at) => valueAt(sent, at) === undefined),
  };
}

function isDifference(at: Pointer, sent: JsonObject, stored: JsonObject): boolean {
  const [wanted, has] = [valueAt(sent, at), valueAt(stored, at)];
  if (wanted === undefined || wanted === null) return wanted === null && has !== undefined;
  if (isSamePoint(wanted, has)) return false;
  const definition = valueAt(sent, parentPointer(at));
  return has !== undefined || !isObject(definition) || !isAssumed(lastToken(at) ?? '', wanted, definition);
}

/**
 * Whether OpenSearch does not print a value because it assumes it anyway, where that depends on the version or on other
 * parameters of the field.
 */
function isAssumed(name: string, value: JsonValue, definition: JsonObject): boolean {
  const analyzer = member(definition, 'analyzer') ?? 'standard';
  const searched = member(definition, 'search_analyzer') ?? analyzer;
  const assumed: Readonly<Record<string, readonly JsonValue[]>> = {
    search_analyzer: [analyzer],
    search_quote_analyzer: [analyzer, searched],
  };
  return Object.hasOwn(assumed, name) && assumed[name]?.includes(value) === true;
}

/** Mappings whose dynamic templates have one form: conditions as lists, without those that say nothing. */
function withComparableTemplates(mappings: JsonObject): JsonObject {
  const templates = member(mappings, 'dynamic_templates');
  if (!isArray(templates)) return mappings;
  const comparable = templates.map((item) =>
    isObject(item)
      ? Object.fromEntries(
          Object.entries(item).map(([name, template]) => [
            name,
            isObject(template) ? comparableTemplate(template) : template,
          ]),
        )
      : item,
  );
  return withMembers(mappings, { dynamic_templates: comparable });
}

function comparableTemplate(template: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(template)) {
    const isCondition = NAME_CONDITIONS.includes(name) || TYPE_CONDITIONS.includes(name);
    const comparable = isCondition ? comparableCondition(value) : value;
    const saysNothing =
      (isArray(comparable) && comparable.length === 0) ||
      (name === 'match_mapping_type' && comparable === '*') ||
      (name === 'match_pattern' && value === 'simple');
    if (!saysNothing) setMember(result, name, comparable);
  }
  return result;
}

/** A condition of one pattern is its text; numbers and booleans become text. */
function comparableCondition(value: JsonValue): JsonValue {
  if (!isArray(value)) return isObject(value) || value === null ? value : String(value);
  const [only, ...others] = value;
  return only !== undefined && others.length === 0 ? comparableCondition(only) : value;
}
