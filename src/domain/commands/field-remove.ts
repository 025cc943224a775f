import { joinPointer, parentPointer, type Pointer } from '../json/pointer.ts';
import { valueAt, type Operation } from '../json/patch.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import {
  CHILD_CONTAINERS,
  containerOf,
  dottedPath,
  findField,
  type FieldAddress,
  type FieldId,
} from '../mapping/field.ts';
import { fieldCount, summaryOf } from '../mapping/folds.ts';
import { aliasesTo } from '../mapping/references.ts';
import type { DocumentState } from '../state/state.ts';
import { defineCommand } from './define-command.ts';
import { fieldNotFound } from './field-place.ts';
import { PointerSchema, exact } from '../json/schemas.ts';

/** Removes a field with all that it holds, and every alias that points to it or into it. */
export const fieldRemove = defineCommand({
  type: 'field.remove',
  event: 'field.removed',
  pointers: ['field'],
  payload: exact({ field: PointerSchema }),
  rejects: ['field.not_found'],
  isBatchable: true,
  decide(state, { field }) {
    const found = findField(state.body, state.mappingsAt, field);
    if (found === null) return fieldNotFound(field);
    const { address, definition } = found;
    const aliases = aliasesTo(state.body, state.mappingsAt, field);
    return {
      patch: removals(state, address, aliases).map((path): Operation => ({ op: 'remove', path })),
      summary: summaryOfRemoval(address, definition, aliases.length),
    };
  },
});

/**
 * What to remove. A last multi-field takes its container along: engines accept an empty `fields`, but nobody wrote one.
 */
function removals(
  state: DocumentState,
  { id, container }: FieldAddress,
  aliases: readonly FieldId[],
): readonly Pointer[] {
  const removed = [...aliases, id];
  if (container === 'properties') return removed;
  const at = parentPointer(id);
  const siblings = new Set(Object.keys(valueAt(state.body, at) as JsonObject).map((name) => joinPointer(at, name)));
  const others = removed.filter((place) => !siblings.has(place));
  return removed.length - others.length < siblings.size ? removed : [...others, at];
}

/** How many fields stand below a definition, on all levels. */
export function countBelow(definition: JsonValue | undefined): number {
  return CHILD_CONTAINERS.reduce((count, name) => {
    const container = containerOf(definition, name);
    return container === undefined ? count : count + fieldCount(summaryOf(container));
  }, 0);
}

function summaryOfRemoval({ path }: FieldAddress, definition: JsonValue, aliases: number): string {
  const below = countBelow(definition);
  const parts = [
    ...(below === 0 ? [] : [`${below} child ${below === 1 ? 'field' : 'fields'}`]),
    ...(aliases === 0 ? [] : [`${aliases} ${aliases === 1 ? 'alias' : 'aliases'}`]),
  ];
  return `Remove ${dottedPath(path)}${parts.length === 0 ? '' : ` with ${parts.join(' and ')}`}`;
}
