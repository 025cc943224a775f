import { parameterOf } from '../catalogue/catalogue.ts';
import { elasticsearch, isKnownBy } from '../catalogue/engines.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { dynamicAround } from '../mapping/dynamic-around.ts';
import { pointerWithoutDots } from '../mapping/pointer-without-dots.ts';
import { dottedPath, typeOf } from '../mapping/field.ts';
import { asEngine } from '../mapping/live-field-changes.ts';
import { indexModeOf, settingInForce, timeOfNewIndex, type IndexMode } from './index-mode.ts';
import type { TriedIndex } from './trial.ts';

/** What makes a default another than that of the engine. */
export type DefaultOrigin =
  | { readonly kind: 'mapping' }
  /** An object around the field. */
  | { readonly kind: 'object'; readonly path: string }
  /** A setting of the index, with `index`. */
  | { readonly kind: 'setting'; readonly name: string }
  | { readonly kind: 'mode'; readonly mode: IndexMode }
  /** A component template of the edited template. */
  | { readonly kind: 'component' };

/** What is in force where a parameter is absent. */
export interface DefaultInForce {
  readonly value: JsonValue;
  readonly origin: DefaultOrigin;
}

/** The setting of an index that is in force for the fields without a parameter. */
const SETTING_OF: Readonly<Record<string, string>> = {
  coerce: 'mapping.coerce',
  ignore_malformed: 'mapping.ignore_malformed',
  ignore_above: 'mapping.ignore_above',
};
const HAS_IGNORE_ABOVE = elasticsearch({ from: '8.15' });
/** Engines that search metrics by their values alone. Compared with 8.19 and 9.5. */
const METRICS_ARE_VALUES = elasticsearch({ from: '8.19' });

/**
 * What would be in force for a field without a parameter, by parameter, whether it has that or not: only what is not
 * the default of the engine. Cost: that of the objects around the field.
 * @param at of the field, from the mappings
 * @param definition of the field, as it is or as it is about to be
 */
export function defaultsInForce(
  index: TriedIndex,
  at: Pointer,
  definition: JsonObject,
): Readonly<Record<string, DefaultInForce>> {
  const type = typeOf(definition);
  const found: Record<string, DefaultInForce> = {};
  const note = (name: string, inForce: DefaultInForce | undefined) => {
    const parameter = parameterOf(type, name, index.engine);
    if (parameter === undefined || inForce === undefined) return;
    const isShown = parameter.switching !== 'optional' && deepEqual(inForce.value, parameter.defaultValue);
    if (!isShown) found[name] = inForce;
  };
  note('dynamic', byObject(index.mappings, at));
  for (const name of Object.keys(SETTING_OF)) note(name, bySetting(index, name, type, at));
  note('index', byMode(index, definition));
  return found;
}

/**
 * As {@link defaultsInForce}, in a template with component templates. What a component sets for an object is in
 * force where the template leaves it out.
 * @param own of the template alone
 * @param composed of a new index; the same where there are no component templates
 */
export function defaultsInTemplate(
  own: TriedIndex,
  composed: TriedIndex,
  at: Pointer,
  definition: JsonObject,
): Readonly<Record<string, DefaultInForce>> {
  if (composed === own) return defaultsInForce(own, at, definition);
  const place = pointerWithoutDots(at);
  const found: Record<string, DefaultInForce> = { ...defaultsInForce(own, at, definition) };
  for (const [name, inForce] of Object.entries(defaultsInForce(composed, place, definition)))
    if (!deepEqual(found[name]?.value, inForce.value)) found[name] = { value: inForce.value, origin: BY_COMPONENT };
  const [said, alone] = [valueAt(composed.mappings, place), valueAt(own.mappings, at)];
  if (!isObject(said) || typeOf(said) !== typeOf(definition)) return found;
  for (const [name, value] of Object.entries(said)) {
    const isOwn = Object.hasOwn(definition, name) || (isObject(alone) && Object.hasOwn(alone, name));
    if (!isOwn && parameterOf(typeOf(said), name, own.engine) !== undefined)
      found[name] = { value, origin: BY_COMPONENT };
  }
  return found;
}

const BY_COMPONENT: DefaultOrigin = { kind: 'component' };

function byObject(mappings: JsonObject, at: Pointer): DefaultInForce | undefined {
  const found = dynamicAround(mappings, at);
  if (found === undefined) return undefined;
  const { value, path } = found;
  return {
    value: asEngine(value),
    origin: path.length === 0 ? { kind: 'mapping' } : { kind: 'object', path: dottedPath(path) },
  };
}

function bySetting(index: TriedIndex, name: string, type: string, at: Pointer): DefaultInForce | undefined {
  const { engine, settings = {} } = index;
  if (name === 'ignore_above' && !isKnownBy(HAS_IGNORE_ABOVE, engine)) return undefined;
  // Shapes are not coerced, whatever the index says.
  if (name === 'coerce' && parameterOf(type, name, engine)?.defaultValue !== true) return undefined;
  const inForce = settingInForce(settings, SETTING_OF[name] as string, engine);
  if (inForce === undefined) return undefined;
  const { value, by } = inForce;
  // The time of a document is never left out.
  if (name === 'ignore_malformed' && at === joinPointer('', 'properties', timeOfNewIndex(index) ?? ''))
    return undefined;
  return {
    value: asEngine(value),
    origin:
      by === 'index' ? { kind: 'setting', name: `index.${SETTING_OF[name] as string}` } : { kind: 'mode', mode: by },
  };
}

function byMode({ engine, settings = {} }: TriedIndex, definition: JsonObject): DefaultInForce | undefined {
  const metric = member(definition, 'time_series_metric');
  if (metric !== 'gauge' && metric !== 'counter') return undefined;
  if (!isKnownBy(METRICS_ARE_VALUES, engine) || indexModeOf(settings, engine) !== 'time_series') return undefined;
  return { value: false, origin: { kind: 'mode', mode: 'time_series' } };
}
