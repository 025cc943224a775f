import { canHaveChildFields, parameterOf } from '../catalogue/catalogue.ts';
import { elasticsearch, isKnownBy, opensearch, type TargetEngine } from '../catalogue/engines.ts';
import { isFalse, isTrue } from '../catalogue/values.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { formatJson } from '../json/text.ts';
import {
  copyMember,
  isArray,
  isObject,
  member,
  pickMembers,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { typeOf } from '../mapping/field.ts';
import { dynamicDefinition, type Detected, type Detection } from './dynamic-mapping.ts';
import { textIn, textParameter } from './readers/reading.ts';
import { readerOf } from './readers/table.ts';
import type { DynamicType, NewField, TemplateRule } from './template-rules.ts';
import type { TimeSeries } from './time-series.ts';
import type { TrialSettings } from './trial-settings.ts';
import type { TakenBy } from './trial.ts';

/** What is known of an index before a document is tried on it. */
export interface PreparedIndex {
  readonly mappings: JsonObject;
  readonly engine: TargetEngine;
  readonly settings: TrialSettings;
  readonly templates: readonly TemplateRule[];
  readonly detection: Detection;
  /** Whole names of the runtime fields. */
  readonly runtime: JsonObject;
  readonly timeSeries: TimeSeries | undefined;
}

/** An object of the mappings, or a new one, and a place in the document that it takes. */
export interface Place {
  /** Dotted; `""` at the root. */
  readonly path: string;
  /** Its definition, where its fields are; empty for a new one. */
  readonly holder: JsonObject;
  readonly dynamic: string;
  /** Where dots are no levels: the object that holds the whole names, and what is in front of them. */
  readonly flat: { readonly holder: JsonObject; readonly prefix: string } | null;
  /** In a nested object, whose fields have levels, and dots are none around it. */
  readonly isBelowFlat?: boolean;
}

/** A value on its way to a field. */
export interface Item {
  readonly value: JsonValue;
  readonly text: string | null;
  readonly pointer: Pointer;
  /** Named in the `copy_to` of this field. */
  readonly copiedFrom?: string;
  readonly isInList?: boolean;
}

export const EMPTY: JsonObject = {};
export const FIELD: TakenBy = { kind: 'field' };
export const NONE: TakenBy = { kind: 'none' };

/** Engines that read a name with dots as objects; others look for the field, and make objects only for a new one. */
export const DOTS_ARE_OBJECTS = elasticsearch({ from: '8.0' });
/**
 * Engines that take further values of a document for a field that it added; others make it again, and compare. Measured
 * on 8.19 and 9.5.
 */
export const KNOWS_NEW_FIELDS = elasticsearch({ from: '9.0' });
/** Engines that can't copy null to a field that is not there, unless a template makes one of it. Measured from 7.17. */
export const REFUSES_COPIED_NULL = { ...elasticsearch({ until: '7.17' }), ...opensearch() };
export const REFUSES_COPIED_OBJECTS = elasticsearch();
/** Lists of so many new decimals become a vector (dense_vector, "dynamically mapped"). */
export const MAPS_VECTORS = elasticsearch({ from: '8.11' });
export const MAPPED_VECTOR = { min: 128, max: 4_096 } as const;
/** Engines on which `ignore_malformed` also goes for what a type has no care of: that is not in `_ignored`. */
const IGNORES_ANY = opensearch({ from: '2.0' });

/** Whether a field leaves out whatever it can't read, without a note. */
export function leavesOutAnything(
  definition: JsonObject,
  { engine, settings }: Pick<PreparedIndex, 'engine' | 'settings'>,
): boolean {
  const own = member(definition, 'ignore_malformed');
  return isKnownBy(IGNORES_ANY, engine) && (isTrue(own) || (settings.ignoreMalformed && !isFalse(own)));
}

/** What 32 bits hold. */
export const MAX_DOCUMENT_COUNT = 2_147_483_647;
export const PRIMARY_TERM = '_primary_term';
/** Types that hand text of their own to their multi-fields. */
export const TELLS_PARTS: ReadonlySet<string> = new Set(['geo_point', 'completion']);
/** Types of which multi-fields get no values. */
export const READS_ALONE: ReadonlySet<string> = new Set(['rank_features', 'geo_shape', 'shape', 'sparse_vector']);
export const NOT_ENABLED = 'The object is not enabled.';
export const NOT_ADDED = 'dynamic is false, so no field is added.';

export function dynamicOf(definition: JsonObject, inherited: string): string {
  return textParameter(definition, 'dynamic')?.toLowerCase() ?? inherited;
}

/** The definition of an object without what objects don't have, which engines leave out where a template makes it. */
export function objectParts(definition: JsonObject, engine: TargetEngine): JsonObject {
  const type = typeOf(definition);
  if (!canHaveChildFields(type)) return definition;
  const isPart = (key: string) =>
    key === 'type' || key === 'properties' || parameterOf(type, key, engine) !== undefined;
  return pickMembers(definition, isPart);
}

export const allowsTemplatesOnly = ({ dynamic }: Place) => dynamic.endsWith('_allow_templates');

export const isClosed = ({ dynamic }: Place) => dynamic === 'strict' || dynamic === 'false';

export const takesObjects = (type: string) =>
  type === 'alias' || canHaveChildFields(type) || readerOf(type).takesObjects === true;

/** Whether a value is an object, or a list of nothing else. */
export const holdsObjects = (value: JsonValue): boolean =>
  isArray(value) ? value.length > 0 && value.every(isObject) : isObject(value);

export const pathIn = ({ path }: Place, name: string) => (path === '' ? name : `${path}.${name}`);

/** Levels of a name in a document; dots at its end are left out. */
export const levelsIn = (name: string): readonly string[] => {
  const levels = name.replace(/\.+$/, '').split('.');
  return levels.length === 1 && levels[0] === '' ? [name] : levels;
};

export function* itemsOf(item: Item, list: readonly JsonValue[]): IterableIterator<Item> {
  for (const [at, value] of list.entries())
    yield {
      ...{ ...item, value, text: textIn(list, at, value), isInList: true },
      pointer: joinPointer(item.pointer, String(at)),
    };
}

export const takenByOf = ({ copiedFrom }: Item, otherwise: TakenBy): TakenBy =>
  copiedFrom === undefined ? otherwise : { kind: 'copyTo', from: copiedFrom };

export function withFormat(definition: JsonObject, { type, format }: Detected): JsonObject {
  const isDate = type === 'date' && typeOf(definition) === 'date' && member(definition, 'format') === undefined;
  const made = isDate && format !== undefined ? dynamicDefinition({ type, format }) : EMPTY;
  if (member(made, 'format') === undefined) return definition;
  const copy: MutableJsonObject = { ...definition };
  copyMember(copy, 'format', made);
  return copy;
}

export function countOf(value: JsonValue): number {
  if (isArray(value)) return value.reduce<number>((sum, each) => sum + countOf(each), 0);
  return value === null ? 0 : 1;
}

export const textOf = (value: JsonValue) => (typeof value === 'string' ? value : formatJson(value));

/** A new field as dynamic templates match it: where dots are no levels, its name is all of them. */
export function newFieldAt(place: Place, name: string, type: DynamicType): NewField {
  const path = pathIn(place, name);
  return { name: place.flat === null ? name : path.slice(place.flat.prefix.length), path, type };
}
