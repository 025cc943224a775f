import {
  acceptsParameter,
  canHaveChildFields,
  isMultiFieldType,
  isRootOnlyType,
  missingPartOf,
  parameterOf,
  parametersOf,
  tolerates,
  typeEntry,
} from '../catalogue/catalogue.ts';
import { dateFormatRefusal } from '../catalogue/date-format-fault.ts';
import { takesDynamic } from '../catalogue/configuration.ts';
import { elasticsearch, EVERYWHERE, isKnownBy, type Engines, type TargetEngine } from '../catalogue/engines.ts';
import { namedByIndex } from '../catalogue/index-names.ts';
import { knowsAllTypesOf } from '../catalogue/plugins.ts';
import { booleanLike, isTrue } from '../catalogue/values.ts';
import { addressIn, dateProblem, readDate, type DateField } from '../values/index.ts';
import { literalIn } from '../json/literals.ts';
import { formatJson } from '../json/text.ts';
import { deepEqual, isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { CHILD_CONTAINERS, typeOf } from './field.ts';
import { describeValue } from './live-field-changes.ts';
import { pointProblem } from './points.ts';

/** Where a field stands. */
export interface FieldPlace {
  readonly isRoot: boolean;
  readonly isMultiField: boolean;
  /** What holds it is a multi-field itself. */
  readonly isInMultiField: boolean;
  /** It is below a nested object. */
  readonly isInNested: boolean;
}

/** The member of the definition that is refused, undefined for the field itself, and why. */
export type DefinitionRefusal = readonly [key: string | undefined, reason: string];

/**
 * What an engine refuses of a field, but for its name and what it holds or names. What it was before is not judged
 * again.
 */
export function definitionRefusals(
  was: JsonValue | undefined,
  now: JsonValue,
  place: FieldPlace,
  target: TargetEngine,
  settings?: JsonObject,
): readonly DefinitionRefusal[] {
  if (!isObject(now)) return [[undefined, 'A field is defined by an object.']];
  const old = isObject(was) ? was : {};
  const type = typeOf(now);
  const isNew = was === undefined || typeOf(old) !== type;
  const whole = isNew ? typeRefusal(now, type, place, target) : null;
  if (whole !== null) return [whole];
  return typeEntry(type) === undefined
    ? []
    : [
        ...heldRefusals(old, now, type, target),
        ...parameterRefusals(old, now, type, target, settings, isNew),
        ...nullValueRefusals(old, { type, definition: now, engine: target }),
        ...(place.isInNested ? nestedRefusals(old, now) : []),
      ];
}

/** Nested objects can't have time series dimensions. Measured on Elasticsearch 9.5. */
function nestedRefusals(old: JsonObject, now: JsonObject): readonly DefinitionRefusal[] {
  const name = 'time_series_dimension';
  return isTrue(member(now, name)) && !isTrue(member(old, name))
    ? [[name, 'A field of a nested object can’t be a dimension.']]
    : [];
}

/** Who reads what stands for null when it is mapped: others read it with the first document, or ignore it. */
const READS_NULL_VALUES = elasticsearch({ from: '8.0' });
/** By type who does, and what decides how. Measured on Elasticsearch 7.17, 8.19 and 9.5, OpenSearch 1.3 and 3.4. */
const READ_BY: ReadonlyMap<string, { readonly engines: Engines; readonly parameters: readonly string[] }> = new Map([
  ['date', { engines: READS_NULL_VALUES, parameters: ['format', 'locale'] }],
  ['date_nanos', { engines: READS_NULL_VALUES, parameters: ['format', 'locale'] }],
  ['ip', { engines: READS_NULL_VALUES, parameters: [] }],
  ['geo_point', { engines: EVERYWHERE, parameters: ['ignore_malformed'] }],
]);

/** What stands for null has to be a value of its field. */
function nullValueRefusals(old: JsonObject, field: DateField): readonly DefinitionRefusal[] {
  const { type, definition, engine } = field;
  const readBy = READ_BY.get(type);
  if (readBy === undefined || !isKnownBy(readBy.engines, engine)) return [];
  const name = 'null_value';
  const value = member(definition, name) ?? null;
  const isAsBefore = ['type', name, ...readBy.parameters].every((each) =>
    deepEqual(member(old, each), member(definition, each)),
  );
  if (value === null || isAsBefore) return [];
  const problem = type === 'geo_point' ? pointProblem(value, isMovedOntoGlobe(field)) : textProblem(value, field);
  return problem === null ? [] : [[name, problem]];
}

/** OpenSearch moves points from outside where malformed ones are ignored. */
function isMovedOntoGlobe({ definition, engine }: DateField): boolean {
  return engine.distribution === 'opensearch' && isTrue(member(definition, 'ignore_malformed'));
}

function textProblem(value: JsonValue, field: DateField): string | null {
  const literal = literalIn(field.definition, 'null_value');
  const text = typeof value === 'string' ? value : (literal ?? formatJson(value));
  const quoted = describeValue(text);
  if (field.type !== 'ip') return dateProblem(quoted, readDate(text, field), field);
  // The zone of an address is a name of the machine.
  return text.includes('%') || addressIn(text) !== null ? null : `${quoted} is not an IP address.`;
}

function typeRefusal(now: JsonObject, type: string, place: FieldPlace, target: TargetEngine): DefinitionRefusal | null {
  const said = member(now, 'type');
  if (said === undefined) {
    if (place.isMultiField) return [undefined, 'A multi-field needs a type.'];
    const isObjectAnyway =
      isObject(member(now, 'properties')) || Object.keys(now).some((key) => IMPLIES_OBJECT.includes(key));
    // Errors in `properties` are reported there.
    if (!isObjectAnyway && !Object.hasOwn(now, 'properties')) return [undefined, 'A field needs a type.'];
  } else if (typeof said !== 'string' || said === '') return ['type', 'A type is a name.'];
  const entry = typeEntry(type);
  if (entry === undefined)
    return knowsAllTypesOf(target) ? ['type', `The cluster doesn’t support the type ${type}.`] : null;
  const part = missingPartOf(type, target);
  if (part !== null)
    return ['type', `The cluster doesn’t support the type ${type} without the ${part.name} ${part.kind}.`];
  if (!isKnownBy(entry.engines, target)) return ['type', `The cluster doesn’t support the type ${type}.`];
  const isNoMultiField = !isMultiFieldType(type) || isKnownBy(entry.refusedAsMultiField ?? {}, target);
  if (place.isMultiField && isNoMultiField) return ['type', `A multi-field can’t be of the type ${type}.`];
  if (!place.isRoot && isRootOnlyType(type))
    return ['type', `The type ${type} is only possible outside of other fields.`];
  return place.isInMultiField && place.isMultiField && target.distribution === 'elasticsearch'
    ? [undefined, 'A multi-field can’t have multi-fields.']
    : null;
}

/** What makes an object of a field without a type. */
const IMPLIES_OBJECT: readonly string[] = ['enabled'];

function heldRefusals(
  old: JsonObject,
  now: JsonObject,
  type: string,
  target: TargetEngine,
): readonly DefinitionRefusal[] {
  return CHILD_CONTAINERS.flatMap((container): readonly DefinitionRefusal[] => {
    const held = member(now, container);
    if (held === undefined || deepEqual(held, member(old, container))) return [];
    const holds = canHaveChildFields(type) ? 'properties' : 'fields';
    const isRefused =
      holds === 'properties'
        ? container === 'fields'
        : container === 'properties'
          ? !isKnownBy(typeEntry(type)?.takesProperties ?? {}, target)
          : isKnownBy(typeEntry(type)?.refusesFields ?? {}, target);
    if (isRefused)
      return [
        [container, `A field of the type ${type} has no ${container === 'fields' ? 'multi-fields' : 'properties'}.`],
      ];
    return isObject(held) || (Array.isArray(held) && held.length === 0)
      ? []
      : [[container, `${container} must be an object.`]];
  });
}

function parameterRefusals(
  old: JsonObject,
  now: JsonObject,
  type: string,
  target: TargetEngine,
  settings: JsonObject | undefined,
  isNew: boolean,
): readonly DefinitionRefusal[] {
  const refusals: DefinitionRefusal[] = [];
  for (const { name, isRequired, takenWithout = {}, insteadOf } of parametersOf(type, target)) {
    const isGone = member(now, name) === undefined && (isNew || member(old, name) !== undefined);
    const isNeeded = isRequired === true && !isKnownBy(takenWithout, target);
    if (isNeeded && isGone && !hasInstead(type, name, now)) refusals.push([name, `${name} is required.`]);
    else if (insteadOf !== undefined && isGone && member(now, insteadOf) === undefined && !isNew)
      refusals.push([name, `${insteadOf} is required.`]);
  }
  for (const [name, value] of Object.entries(now)) {
    if (name === 'type' || name === 'properties' || name === 'fields' || deepEqual(member(old, name), value)) continue;
    const reason = parameterRefusal(name, value, now, type, target, settings);
    if (reason !== null) refusals.push([name, reason]);
  }
  return refusals;
}

/** Whether a field has what stands for a required parameter. */
function hasInstead(type: string, name: string, now: JsonObject): boolean {
  return parametersOf(type).some((other) => other.insteadOf === name && member(now, other.name) !== undefined);
}

function parameterRefusal(
  name: string,
  value: JsonValue,
  now: JsonObject,
  type: string,
  target: TargetEngine,
  settings: JsonObject | undefined,
): string | null {
  const parameter = parameterOf(type, name);
  const isKnown = parameter !== undefined && isKnownBy(parameter.engines, target);
  if (!isKnown && !tolerates(type, name, target))
    return `The cluster doesn’t support the parameter ${name} of ${type}.`;
  // Taken, whatever it is.
  if (isKnownBy(parameter?.forgottenBy ?? {}, target)) return null;
  if (value === null) return name === 'null_value' ? null : `${name} can’t be null.`;
  const isTaken = acceptsParameter(type, name, value) && (name !== 'dynamic' || takesDynamic(value, target));
  if (!isTaken) return `${name} can’t be ${describeValue(value)}.`;
  const refusal = parameter?.refusal?.(value, { type, parameters: now, ...(settings && { settings }) }, target) ?? null;
  if (refusal !== null) return refusal;
  const { editor } = parameter ?? {};
  // An import keeps what was taken before Elasticsearch 6, such as "not_analyzed".
  if (isKnown && editor?.kind === 'toggle' && name !== 'subobjects' && !booleanLike(value))
    return `${name} can’t be ${describeValue(value)}, only true or false.`;
  if (editor?.kind === 'dateFormat') return dateFormatRefusal(value, target);
  // What a type has a closed list of is not looked for in the settings.
  if (editor?.kind === 'select' && editor.options.some((option) => option.value === value)) return null;
  return namedByIndex(name, value, target, settings);
}
