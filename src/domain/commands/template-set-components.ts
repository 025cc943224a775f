import { Type } from 'typebox';
import { valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { deepEqual, isObject } from '../json/value.ts';
import { templatePlaceOf } from '../template/template-place.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { notATemplate, notComposable } from './template-section.ts';

/** Sets the component templates of a template, in order. Only the cluster checks that they exist. */
export const templateSetComponents = defineCommand({
  type: 'template.setComponents',
  event: 'template.componentsSet',
  pointers: [],
  payload: exact({ components: Type.Array(Type.String({ minLength: 1 })) }),
  rejects: ['template.not_a_template', 'template.not_composable', 'template.component_twice'],
  isBatchable: true,
  decide(state, { components }) {
    const place = templatePlaceOf(state);
    if (place === null || !isObject(valueAt(state.body, place.at))) return notATemplate();
    if (place.isLegacy) return notComposable('component templates');
    const twice = components.find((name, index) => components.indexOf(name) < index);
    const at = joinPointer(place.at, 'composed_of');
    if (twice !== undefined)
      return reject('template.component_twice', `Component template "${twice}" is in the list already.`, at);
    const before = valueAt(state.body, at);
    if (deepEqual(before ?? [], components)) return UNCHANGED;
    const patch = [{ op: before === undefined ? 'add' : 'replace', path: at, value: components }] as const;
    return { patch, summary: summaryOf(Array.isArray(before) ? before : [], components) };
  },
});

function summaryOf(before: readonly unknown[], after: readonly string[]): string {
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => typeof name === 'string' && !after.includes(name));
  if (added.length + removed.length === 0) return 'Reorder component templates';
  const parts = [
    ...(added.length > 0 ? [`add ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`remove ${removed.join(', ')}`] : []),
  ];
  return `Edit component templates: ${parts.join(', ')}`;
}
