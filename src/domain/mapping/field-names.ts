import { elasticsearch, EVERYWHERE, isKnownBy, type Engines, type TargetEngine } from '../catalogue/engines.ts';
import { isFalse, isTrue } from '../catalogue/values.ts';
import { isObject, member, type JsonValue } from '../json/value.ts';
import type { ComputedContainer } from './runtime-form.ts';

/** Where a new field gets its name. */
export interface NamePlace {
  readonly isRoot: boolean;
  readonly isMultiField: boolean;
  /** Dots in names are no levels there. */
  readonly isFlat: boolean;
}

/** Fields that every document has, which nobody can define. Measured on Elasticsearch 9.5 and OpenSearch 3.4. */
const OWN_FIELDS: Readonly<Record<string, Engines>> = {
  ...Object.fromEntries(
    '_id _index _source _routing _field_names _seq_no _version _ignored _nested_path'
      .split(' ')
      .map((name) => [name, EVERYWHERE]),
  ),
  _doc_count: { elasticsearch: { from: '7.11' }, opensearch: {} },
  _tier: elasticsearch({ from: '7.10' }),
  _data_stream_timestamp: { elasticsearch: { from: '8.0' }, opensearch: {} },
  _ignored_source: elasticsearch({ from: '9.0' }),
  _index_mode: elasticsearch({ from: '9.0' }),
};

/** Whether a path names a field that every document has; without a target, on every engine. */
export function isOwnField(path: string, target?: TargetEngine): boolean {
  const engines = Object.hasOwn(OWN_FIELDS, path) ? OWN_FIELDS[path] : undefined;
  return engines !== undefined && (target === undefined ? engines === EVERYWHERE : isKnownBy(engines, target));
}

/** Whether dots are no levels in the names of the fields that an object or the mappings hold. */
export function hasFlatNames(holder: JsonValue | undefined): boolean {
  return isObject(holder) && (isFalse(member(holder, 'subobjects')) || isTrue(member(holder, 'disable_objects')));
}

/** The levels that a name with dots says; engines leave out dots at its end. */
export function levelsOf(name: string): readonly string[] {
  return name.replace(/\.+$/, '').split('.');
}

/**
 * Why no engine takes a new field by this name, or null: what forms and commands refuse. What only some engines refuse
 * is in `nameRefusal`. That a name is missing is another matter. Measured on Elasticsearch 9.5 and OpenSearch 3.4.
 */
export function impossibleName(name: string, { isRoot, isMultiField, isFlat }: NamePlace): string | null {
  if (isMultiField) return name.includes('.') ? 'The name of a multi-field can’t contain a dot.' : null;
  if (isFlat) return isRoot ? ownFieldReason(name) : null;
  const levels = levelsOf(name);
  if (levels.includes('')) return 'A name between dots can’t be empty.';
  return isRoot ? ownFieldReason(levels[0] ?? '') : null;
}

/**
 * The same of a computed field: OpenSearch takes derived ones by the names of fields, Elasticsearch runtime ones by
 * any.
 */
export function impossibleComputedName(
  container: ComputedContainer,
  name: string,
  mappings: JsonValue | undefined,
): string | null {
  if (container === 'runtime') return null;
  return impossibleName(name, { isRoot: true, isMultiField: false, isFlat: hasFlatNames(mappings) });
}

/** The rejection of a root field that every document has already; without a target, on every engine. */
export function ownFieldReason(name: string, target?: TargetEngine): string | null {
  return isOwnField(name, target) ? `Every document has a field ${name} already.` : null;
}
