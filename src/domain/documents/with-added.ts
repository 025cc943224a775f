import { isObject, objectMember, setMember, type JsonObject, type MutableJsonObject } from '../json/value.ts';
import { hasFlatNames } from '../mapping/field-names.ts';
import { mergeUpdate } from '../mapping/merge-update.ts';
import { fieldIn, flatFieldIn, nestedFieldOnTheWay } from './fields.ts';
import type { AddedField } from './trial.ts';

const EMPTY: JsonObject = {};

/** Mappings with the fields that a document adds. */
export function withAddedFields(mappings: JsonObject, added: readonly AddedField[]): JsonObject {
  return added.length === 0 ? mappings : mergeUpdate(mappings, addedMappings(mappings, added));
}

/** The update of mappings that adds these fields. */
function addedMappings(mappings: JsonObject, added: readonly AddedField[]): JsonObject {
  const update: MutableJsonObject = {};
  for (const { path, definition, container } of added) {
    if (container === 'runtime') setMember(heldBy(update, 'runtime'), path, definition);
    else {
      let holder = update;
      let there: JsonObject = mappings;
      const names = path.split('.');
      while (names.length > 1) {
        const isFlat = hasFlatNames(there) || hasFlatNames(holder);
        const name = isFlat ? nestedName([there, holder], names.join('.')) : names[0];
        if (name === undefined) break;
        names.splice(0, isFlat ? name.split('.').length : 1);
        holder = heldBy(heldBy(holder, 'properties'), name);
        const next = isFlat ? flatFieldIn(there, name) : fieldIn(there, name);
        there = isObject(next) ? next : EMPTY;
      }
      const field = heldBy(heldBy(holder, 'properties'), names.join('.'));
      for (const key of Object.keys(definition)) setMember(field, key, definition[key] ?? null);
    }
  }
  return update;
}

/** The nested field of one of these holders with flat names that a path goes through. */
function nestedName(holders: readonly JsonObject[], path: string): string | undefined {
  for (const holder of holders) {
    const found = nestedFieldOnTheWay(holder, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function heldBy(holder: MutableJsonObject, name: string): MutableJsonObject {
  const held = objectMember(holder, name);
  if (held !== undefined) return held;
  const made: MutableJsonObject = {};
  setMember(holder, name, made);
  return made;
}
