import type { TargetEngine } from '#domain/catalogue';
import { clusterMappings, isLiveDocument, type DocumentState } from '#domain/document';
import { parsePointer, valueAt, type JsonValue } from '#domain/json';
import { definitionReindexNeeds, dynamicAround, type FieldId } from '#domain/mapping';
import type { FieldForm } from './use-field-form.ts';

/** Why the content of a form needs a new index. */
export interface ReindexNeeds {
  /** In the order of the form; empty where a live index accepts the whole content. */
  readonly reasons: readonly string[];
  readonly byParameter: Readonly<Record<string, string>>;
}

const NONE: ReindexNeeds = { reasons: [], byParameter: {} };

/**
 * The definition of a field in its live index; undefined where the index has no such field, or where the document is
 * not of a live index.
 */
function liveDefinition(state: DocumentState, field: FieldId): JsonValue | undefined {
  if (!isLiveDocument(state)) return undefined;
  return valueAt(clusterMappings(state.body), field.slice(state.mappingsAt.length));
}

/** Whether the index behind a document has a field, so that it can be neither renamed nor removed there. */
export function isOnLiveIndex(state: DocumentState, field: FieldId): boolean {
  return liveDefinition(state, field) !== undefined;
}

/**
 * What the live index would refuse of a form's content, before it is applied. Cost: that of the field's own definition.
 */
export function reindexNeedsOf(
  state: DocumentState,
  target: TargetEngine,
  { address, name, pick, parameters, others }: Pick<FieldForm, 'address' | 'name' | 'pick' | 'parameters' | 'others'>,
): ReindexNeeds {
  const was = liveDefinition(state, address.id);
  const type = pick.name.trim();
  if (was === undefined || type === '') return NONE;
  const wanted = { ...(parameters?.values ?? others.value), type };
  const at = address.id.slice(state.mappingsAt.length);
  const dynamicIn = (mappings: JsonValue | undefined) => dynamicAround(mappings, at)?.value ?? true;
  const needs = definitionReindexNeeds(was, wanted, target, address.path, {
    was: dynamicIn(clusterMappings(state.body)),
    wanted: dynamicIn(valueAt(state.body, state.mappingsAt)),
  });
  return {
    reasons: [
      ...(name === address.name ? [] : ['A field can’t be renamed on a live index.']),
      ...needs.map(({ reason }) => reason),
    ],
    byParameter: Object.fromEntries(needs.flatMap(({ at, reason }) => parsePointer(at).map((key) => [key, reason]))),
  };
}
