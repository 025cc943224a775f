import type { ChildContainer, TargetEngine } from '#domain/catalogue';
import { placeOfName, runtimeNameRejection } from '#domain/commands';
import type { DocumentState } from '#domain/document';
import { isObject, joinPointer, valueAt, type JsonValue } from '#domain/json';
import { levelsOf, nameRefusal, type ComputedContainer, type FieldId } from '#domain/mapping';
import { engineTitle } from '../../platform/target-engines.ts';

interface NamedField {
  /** Null for a field at the root. */
  readonly parent: FieldId | null;
  readonly container: ChildContainer;
  readonly name: string;
  readonly definition: JsonValue;
}

/**
 * A hint about a new name while it is typed: that the engine refuses it, or how the engine changes it; else empty.
 * Measured on Elasticsearch 9.5 and OpenSearch 3.4, which keep spaces at the ends and leave out dots at the end.
 */
export function nameHint(
  state: DocumentState,
  target: TargetEngine,
  { parent, container, name, definition }: NamedField,
): string {
  // A missing name is reported when the form is submitted.
  if (name === '') return '';
  const place = placeOfName(state, parent, container);
  const found = valueAt(state.body, joinPointer(parent ?? state.mappingsAt, container));
  const siblings = isObject(found) ? found : {};
  const engine = engineTitle(target);
  const refusal = nameRefusal(name, definition, { ...place, siblings }, target);
  if (refusal !== null) return refusedHint(engine, refusal);
  return (place.isFlat || place.isMultiField ? '' : dotsHint(name, engine)) || spacesHint(name, engine);
}

/**
 * The same hint for a computed field. Elasticsearch accepts any name for runtime fields; OpenSearch requires names of
 * derived fields to be field names.
 */
export function computedNameHint(
  state: DocumentState,
  target: TargetEngine,
  container: ComputedContainer,
  name: string,
): string {
  const engine = engineTitle(target);
  const rejected = name.trim() === '' ? null : runtimeNameRejection(state, container, name);
  if (rejected !== null) return refusedHint(engine, rejected.rejected.detail.message);
  return (container === 'derived' ? dotsHint(name, engine) : '') || spacesHint(name, engine);
}

const refusedHint = (engine: string, reason: string) => `${engine} refuses this name. ${reason}`;

function dotsHint(name: string, engine: string): string {
  const kept = levelsOf(name).join('.');
  return kept === name ? '' : `${engine} leaves out dots at the end: the field becomes ${kept}.`;
}

function spacesHint(name: string, engine: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed === name) return '';
  const [isBefore, isBehind] = [!name.startsWith(trimmed), !name.endsWith(trimmed)];
  const where = isBefore && isBehind ? 'begins and ends' : isBefore ? 'begins' : 'ends';
  return `This name ${where} with a space. ${engine} keeps it, so searches need it, too.`;
}
