import { digestOf } from '../events/digest.ts';
import { keepsLiterals } from '../events/rules.ts';
import { diff } from '../json/diff.ts';
import { valueAt } from '../json/patch.ts';
import { exact, JsonSchema } from '../json/schemas.ts';
import { isObject } from '../json/value.ts';
import { templatePlaceOf } from '../template/template-place.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { notATemplate } from './template-section.ts';

/** Puts the whole body of a template in the place of the present one; the event says only what differs. */
export const templateReplace = defineCommand({
  type: 'template.replace',
  event: 'template.replaced',
  pointers: [],
  payload: exact({ body: JsonSchema }),
  rejects: ['template.not_a_template', 'template.not_an_object'],
  isBatchable: true,
  decide(state, { body: after }, { rules }) {
    const place = templatePlaceOf(state);
    const before = place === null ? undefined : valueAt(state.body, place.at);
    if (place === null || before === undefined) return notATemplate();
    if (!isObject(after)) return reject('template.not_an_object', 'A template must be a JSON object.', place.at);
    const patch = diff(before, after, place.at, { asWritten: keepsLiterals(rules) });
    if (patch.length === 0) return UNCHANGED;
    return {
      patch,
      summary: `Replace template (${patch.length} ${patch.length === 1 ? 'change' : 'changes'})`,
      recorded: { body: digestOf(after, rules) },
    };
  },
});
