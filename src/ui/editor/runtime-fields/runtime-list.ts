import {
  DERIVED_FIELD_TYPES,
  isKnownBy,
  RUNTIME_FIELD_TYPES,
  type MemberTypeEntry,
  type TargetEngine,
} from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import { isObject, joinPointer, lastToken, parentPointer, valueAt, type JsonValue } from '#domain/json';
import {
  COMPUTED_CONTAINERS,
  computedFields,
  resolvePath,
  type ComputedContainer,
  type FieldId,
} from '#domain/mapping';

/** A computed field of the document. */
export interface RuntimeField {
  readonly id: FieldId;
  readonly name: string;
  readonly container: ComputedContainer;
  readonly definition: JsonValue;
  /** Whether a mapped field has the same name: searches see the computed field. */
  readonly isShadowing: boolean;
}

/** The computed fields of a document, sorted by name. */
export function runtimeFieldsOf({ body, mappingsAt }: DocumentState): readonly RuntimeField[] {
  const mappings = valueAt(body, mappingsAt);
  return COMPUTED_CONTAINERS.flatMap((container) =>
    Object.entries(computedFields(mappings, container)).map(([name, definition]) => ({
      id: joinPointer(mappingsAt, container, name),
      name,
      container,
      definition,
      isShadowing: isMapped(mappings, name),
    })),
  ).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether the mappings have a concrete field of a dotted name. */
export function isMapped(mappings: JsonValue | undefined, name: string): boolean {
  return name !== '' && isObject(mappings) && resolvePath(mappings, '', name) !== null;
}

/** The container in which an engine keeps its computed fields. */
export function containerFor({ distribution }: TargetEngine): ComputedContainer {
  return distribution === 'opensearch' ? 'derived' : 'runtime';
}

/** The container of a computed field. */
export function containerOfField(field: FieldId): ComputedContainer {
  const name = lastToken(parentPointer(field));
  return COMPUTED_CONTAINERS.find((container) => container === name) ?? COMPUTED_CONTAINERS[0];
}

const TYPES: Readonly<Record<ComputedContainer, Readonly<Record<string, MemberTypeEntry>>>> = {
  runtime: RUNTIME_FIELD_TYPES,
  derived: DERIVED_FIELD_TYPES,
};

/** The entry of a type, or undefined for one that the catalogue does not know. */
export function runtimeTypeEntry(container: ComputedContainer, type: string): MemberTypeEntry | undefined {
  return Object.hasOwn(TYPES[container], type) ? TYPES[container][type] : undefined;
}

/** The types that the engine has, and the current type of the field. */
export function runtimeTypeChoices(
  container: ComputedContainer,
  target: TargetEngine,
  current: string,
): readonly { readonly id: string; readonly label: string; readonly description?: string }[] {
  const known = Object.entries(TYPES[container]).filter(([, { engines }]) => isKnownBy(engines, target));
  const choices = known.map(([id, { title, description }]) => ({ id, label: title, description }));
  if (current === '' || known.some(([id]) => id === current)) return choices;
  return [...choices, { id: current, label: current, description: 'Not supported by this engine.' }];
}
