import { Type } from 'typebox';
import { exact, JsonObjectSchema } from '../json/schemas.ts';
import { templatePlaceOf } from '../template/template-place.ts';
import { defineCommand } from './define-command.ts';
import { decideSection, notComposable } from './template-section.ts';

/** Sets how long the data streams of a template retain their data; null removes the setting. */
export const templateSetLifecycle = defineCommand({
  type: 'template.setLifecycle',
  event: 'template.lifecycleSet',
  pointers: [],
  payload: exact({ lifecycle: Type.Union([JsonObjectSchema, Type.Null()]) }),
  rejects: ['template.not_a_template', 'template.not_composable', 'document.unexpected_container'],
  isBatchable: true,
  decide(state, { lifecycle }, context) {
    const place = templatePlaceOf(state);
    if (place?.isLegacy === true) return notComposable('lifecycle');
    return decideSection(state, 'lifecycle', lifecycle, context, place);
  },
});
