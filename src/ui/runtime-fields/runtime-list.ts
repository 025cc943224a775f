import { COMPUTED_CONTAINERS, computedFields, isObject, joinPointer, resolvePath, RUNTIME_TYPES, valueAt, isKnownBy, type ComputedContainer, type DocumentState, type FieldId, type JsonValue, type TargetEngine } from '../../domain/index.ts';

/** A computed field of the document. */
export interface RuntimeField {
  readonly id: FieldId;
  readonly name: string;
  readonly container: ComputedContainer;
  readonly definition: JsonValue;
  /** A mapped field has the same name: searches see the computed one. */
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

/** Where an engine keeps its computed fields. */
export function containerFor({ distribution }: TargetEngine): ComputedContainer {
  return distribution === 'opensearch' ? 'derived' : 'runtime';
}

/** The types that the engine has, and the one that the field has now. */
export function runtimeTypeChoices(target: TargetEngine, current: string): readonly { readonly id: string; readonly label: string; readonly description?: string }[] {
  const known = Object.entries(RUNTIME_TYPES).filter(([, { engines }]) => isKnownBy(engines, target));
  const choices = known.map(([id, { title }]) => ({ id, label: title }));
  if (current === '' || known.some(([id]) => id === current)) return choices;
  return [...choices, { id: current, label: current, description: 'Not known to this engine.' }];
}
