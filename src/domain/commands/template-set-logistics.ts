import { valueAt } from '../json/patch.ts';
import { joinPointer, lastToken } from '../json/pointer.ts';
import { exact, SetSchema, UnsetSchema } from '../json/schemas.ts';
import { isObject } from '../json/value.ts';
import { templatePlaceOf } from '../template/template-place.ts';
import { memberOperations, namesOf } from './changes.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { notATemplate } from './template-section.ts';

/** Members of a template that have their own commands. */
const NOT_LOGISTICS: ReadonlySet<string> = new Set(['template', 'settings', 'mappings', 'aliases', 'composed_of']);

/** Sets and removes properties of a template: patterns, priority, version, `_meta` and the like. */
export const templateSetLogistics = defineCommand({
  type: 'template.setLogistics',
  event: 'template.logisticsSet',
  pointers: [],
  payload: exact({ set: SetSchema, unset: UnsetSchema }),
  rejects: ['template.not_a_template', 'template.not_logistics'],
  isBatchable: true,
  decide(state, { set = {}, unset = [] }) {
    const place = templatePlaceOf(state);
    const template = place === null ? undefined : valueAt(state.body, place.at);
    if (place === null || !isObject(template)) return notATemplate();
    const foreign = [...Object.keys(set), ...unset].find((name) => NOT_LOGISTICS.has(name));
    if (foreign !== undefined)
      return reject('template.not_logistics', `"${foreign}" has its own step.`, joinPointer(place.at, foreign));
    const patch = memberOperations(template, place.at, { set, unset });
    return patch.length === 0 ? UNCHANGED : { patch, summary: `Edit logistics: ${namesOf(patch, lastToken)}` };
  },
});
