import { FIELD_TYPES } from './field-types.ts';
import { PARAMETERS } from './parameters.ts';
import type { ChildContainer, Engines, ParameterEntry, ParameterUse, TargetEngine, TypeEntry } from './types.ts';

/** What a field without a type is, and a type that the catalogue has no entry for. */
export const DEFAULT_TYPE = 'object';
export const OTHER_TYPE = 'other';

/** The types between which a field keeps what it holds; between any others it is removed. */
const KEEPS_CHILDREN: readonly (readonly [string, string])[] = [
  ['text', 'keyword'],
  ['object', 'nested'],
];

const MAIN_TYPE_TITLES: Readonly<Record<string, string>> = { numeric: 'Numeric', range: 'Range', other: 'Other' };

/** The entry of a type, or undefined for one that the catalogue does not know. */
export function typeEntry(type: string): TypeEntry | undefined {
  return Object.hasOwn(FIELD_TYPES, type) ? FIELD_TYPES[type] : undefined;
}

/** Every type by its engine name. */
export function typeNames(): readonly string[] {
  return Object.keys(FIELD_TYPES);
}

/** The main type that a form shows for an engine's type: `numeric` for `long`, `other` for an unknown one. */
export function mainTypeOf(type: string): string {
  const entry = typeEntry(type);
  if (entry === undefined) return OTHER_TYPE;
  return entry.subTypeOf ?? type;
}

/** What a person reads for a type; an unknown type is shown as it stands. */
export function typeTitle(type: string): string {
  return typeEntry(type)?.title ?? (Object.hasOwn(MAIN_TYPE_TITLES, type) ? (MAIN_TYPE_TITLES[type] as string) : type);
}

/** The container that children of a field of this type go to, or null. A type that we do not know may have multi-fields. */
export function childContainerOf(type: string): ChildContainer | null {
  const holds = typeEntry(type)?.holds ?? 'fields';
  return holds === 'nothing' ? null : holds;
}

export function canHaveChildFields(type: string): boolean {
  return childContainerOf(type) === 'properties';
}

export function canHaveMultiFields(type: string): boolean {
  return childContainerOf(type) === 'fields';
}

export function isMultiFieldType(type: string): boolean {
  return typeEntry(type)?.placement?.asMultiField !== false;
}

export function isRootOnlyType(type: string): boolean {
  return typeEntry(type)?.placement?.rootOnly === true;
}

export function isAliasTargetType(type: string): boolean {
  return typeEntry(type)?.placement?.asAliasTarget !== false;
}

/** Whether a field keeps its properties and multi-fields when its type changes so. Sub-types of one main type do. */
export function keepsChildren(before: string, after: string): boolean {
  const from = mainTypeOf(before);
  const to = mainTypeOf(after);
  if (before === after || (from === to && from !== OTHER_TYPE)) return true;
  return KEEPS_CHILDREN.some(([a, b]) => (a === before && b === after) || (b === before && a === after));
}

/** The parameters of a type, with what the type changes about them, in the order of its entry. */
export function parametersOf(type: string): readonly (ParameterEntry & ParameterUse & { readonly name: string })[] {
  const uses = typeEntry(type)?.parameters ?? {};
  return Object.entries(uses).flatMap(([name, use]) => {
    const entry: ParameterEntry | undefined = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name as keyof typeof PARAMETERS] : undefined;
    return entry === undefined ? [] : [{ ...entry, ...use, name }];
  });
}

function compareVersions(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = Number.parseInt(left[index] ?? '0', 10) - Number.parseInt(right[index] ?? '0', 10);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether an engine knows a thing. */
export function isKnownBy(engines: Engines, target: TargetEngine): boolean {
  const range = engines[target.distribution];
  if (range === undefined) return false;
  if (range.from !== undefined && compareVersions(target.version, range.from) < 0) return false;
  return range.until === undefined || compareVersions(target.version, range.until) < 0;
}

/** The types that can be chosen for a field in a place, in the order of their titles. */
export function selectableTypes(target: TargetEngine, place: { readonly isRoot: boolean; readonly isMultiField: boolean }): readonly string[] {
  return typeNames()
    .filter((type) => {
      const entry = FIELD_TYPES[type] as TypeEntry;
      if (!isKnownBy(entry.engines, target)) return false;
      if (place.isMultiField && !isMultiFieldType(type)) return false;
      return place.isRoot || !isRootOnlyType(type);
    })
    .sort((a, b) => (typeTitle(a) < typeTitle(b) ? -1 : 1));
}
