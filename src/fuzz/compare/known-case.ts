import { isKnownBy, type Engines, type TargetEngine } from '#domain/catalogue';
import type { ImpactClass } from '#domain/impact';
import { isObject, type JsonObject, type JsonValue } from '#domain/json';
import type { Difference, Place } from './difference.ts';

/** What a known disagreement is about, member by member: all that are there must fit. */
export interface KnownCase {
  /** The engines on which it was found; it excuses no others. */
  readonly engines: Engines;
  /** Of the field: null stands for the mappings themselves. Absent where `is` decides. */
  readonly types?: readonly (string | null)[];
  /** Of the field or the mappings: null stands for the field as a whole. Absent where `is` decides. */
  readonly parameters?: readonly (string | null)[];
  /**
   * The whole reason of a refusal. Its groups `type`, `parameter` and `field` must name what the case is about; without
   * it, none of the two refuses.
   */
  readonly refusal?: RegExp;
  /** What the definition of the field must hold besides. */
  readonly beside?: (definition: JsonObject) => boolean;
  /** What the one has, and the other one. */
  readonly ours?: (value: JsonValue | undefined) => boolean;
  readonly theirs?: (value: JsonValue | undefined) => boolean;
  readonly impacts?: readonly ImpactClass[];
  /** What the rest does not say. */
  readonly is?: (difference: Difference, target: TargetEngine) => boolean;
}

/** Whether a difference is of a case. */
export function isOfCase(known: KnownCase, target: TargetEngine, difference: Difference): boolean {
  const { engines, impacts, refusal, types, parameters } = known;
  if (!isKnownBy(engines, target)) return false;
  if (impacts !== undefined && !(difference.impact !== undefined && impacts.includes(difference.impact))) return false;
  if (known.is?.(difference, target) === false) return false;
  if (refusal === undefined) {
    if (types === undefined && parameters === undefined) return known.is !== undefined;
    return difference.refusal === undefined && difference.place !== undefined && isAtPlace(known, difference.place);
  }
  const named = difference.refusal === undefined ? null : refusal.exec(difference.refusal);
  return named !== null && difference.sent.some((mappings) => holdsSubject(known, mappings, named.groups ?? {}));
}

function isAtPlace({ types, parameters, ours, theirs }: KnownCase, place: Place): boolean {
  return (
    (types === undefined || types.includes(place.type)) &&
    (parameters === undefined || parameters.includes(place.parameter)) &&
    (ours === undefined || ours(place.ours)) &&
    (theirs === undefined || theirs(place.theirs))
  );
}

type Named = Readonly<Record<string, string | undefined>>;

/**
 * Whether mappings hold what a refusal is of: a field of one of the types with one of the parameters, by the name that
 * the reason has.
 */
function holdsSubject(known: KnownCase, mappings: JsonObject, named: Named): boolean {
  const { types = [], parameters = [], beside } = known;
  if (named['type'] !== undefined && !types.includes(named['type'])) return false;
  if (named['parameter'] !== undefined && !parameters.includes(named['parameter'])) return false;
  const isSubject = (type: string | null, holder: JsonObject) =>
    types.includes(type) &&
    (named['type'] === undefined || type === named['type']) &&
    parameters.some(
      (parameter) =>
        (named['parameter'] === undefined || parameter === named['parameter']) &&
        (parameter === null || Object.hasOwn(holder, parameter)),
    ) &&
    (beside === undefined || beside(holder));
  if (isSubject(null, mappings)) return true;
  return fieldsIn(mappings).some(
    ({ name, definition }) =>
      (named['field'] === undefined || named['field'] === name || named['field'].endsWith(`.${name}`)) &&
      isSubject(typeIn(definition), definition),
  );
}

const typeIn = ({ type }: JsonObject) => (typeof type === 'string' ? type : 'object');

interface SentField {
  readonly name: string;
  readonly definition: JsonObject;
}

/** Every field of mappings, at any depth. */
function fieldsIn(holder: JsonObject): readonly SentField[] {
  return ['properties', 'fields', 'runtime'].flatMap((container) => {
    const fields = holder[container];
    return Object.entries(isObject(fields) ? fields : {}).flatMap(([name, definition]): readonly SentField[] =>
      isObject(definition) ? [{ name, definition }, ...fieldsIn(definition)] : [],
    );
  });
}
