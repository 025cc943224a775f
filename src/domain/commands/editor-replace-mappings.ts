import { digestOf } from '../events/digest.ts';
import { keepsLiterals } from '../events/rules.ts';
import { diff } from '../json/diff.ts';
import { valueAt } from '../json/patch.ts';
import { parsePointer } from '../json/pointer.ts';
import { isObject } from '../json/value.ts';
import { rootContainer } from '../mapping/field.ts';
import { fieldCount, summaryOf } from '../mapping/folds.ts';
import { addAt, defineCommand, reject, UNCHANGED } from './define-command.ts';
import { JsonSchema, exact } from '../json/schemas.ts';

/** Puts a whole mappings object in the place of the present one; the event says only what differs. */
export const editorReplaceMappings = defineCommand({
  type: 'editor.replaceMappings',
  event: 'editor.mappingsReplaced',
  pointers: [],
  payload: exact({ mappings: JsonSchema }),
  rejects: ['mappings.not_an_object', 'document.unexpected_container'],
  isBatchable: true,
  decide(state, { mappings: after }, { rules }) {
    if (!isObject(after)) return reject('mappings.not_an_object', 'Mappings must be a JSON object.', state.mappingsAt);
    const before = valueAt(state.body, state.mappingsAt);
    const patch =
      before === undefined
        ? addAt(state, parsePointer(state.mappingsAt), '', after)
        : diff(before, after, state.mappingsAt, { asWritten: keepsLiterals(rules) });
    if (patch === null)
      return reject(
        'document.unexpected_container',
        `The value at "${state.mappingsAt}" can't hold mappings.`,
        state.mappingsAt,
      );
    if (patch.length === 0) return UNCHANGED;
    const root = rootContainer(after, '');
    const count = root === undefined ? 0 : fieldCount(summaryOf(root));
    return {
      patch,
      summary: `Replace mappings (${count} ${count === 1 ? 'field' : 'fields'})`,
      recorded: { mappings: digestOf(after, rules) },
    };
  },
});
