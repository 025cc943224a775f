import { valueAt } from '../json/patch.ts';
import { lastToken, parentPointer } from '../json/pointer.ts';
import { PointerSchema, exact } from '../json/schemas.ts';
import type { JsonObject } from '../json/value.ts';
import { defineCommand } from './define-command.ts';
import { nounOf, runtimeFieldAt, runtimeFieldNotFound } from './runtime-field-place.ts';

/** Removes a runtime field. */
export const runtimeFieldRemove = defineCommand({
  type: 'runtimeField.remove',
  event: 'runtimeField.removed',
  pointers: ['field'],
  payload: exact({ field: PointerSchema }),
  rejects: ['runtimeField.not_found'],
  isBatchable: true,
  decide(state, { field }) {
    if (runtimeFieldAt(state, field) === undefined) return runtimeFieldNotFound(field);
    // The last one takes its container along: nobody wrote an empty one.
    const container = parentPointer(field);
    const isLast = Object.keys(valueAt(state.body, container) as JsonObject).length === 1;
    return {
      patch: [{ op: 'remove', path: isLast ? container : field }],
      summary: `Remove ${nounOf(field)} ${lastToken(field) ?? ''}`,
    };
  },
});
