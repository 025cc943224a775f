import { Type } from 'typebox';
import { exact, JsonObjectSchema } from '../json/schemas.ts';
import type { JsonObject } from '../json/value.ts';
import { templatePlaceOf } from '../template/template-place.ts';
import { defineCommand } from './define-command.ts';
import { decideSection, notComposable } from './template-section.ts';

/** Says how long the data streams of a template keep their data; null takes it out. */
export const templateSetLifecycle = defineCommand({
  type: 'template.setLifecycle',
  event: 'template.lifecycleSet',
  pointers: [],
  payload: exact({ lifecycle: Type.Union([JsonObjectSchema, Type.Null()]) }),
  rejects: ['template.not_a_template', 'template.not_composable', 'document.unexpected_container'],
  isBatchable: true,
  decide(state, { lifecycle }) {
    const place = templatePlaceOf(state);
    if (place?.isLegacy === true) return notComposable('lifecycle');
    return decideSection(state, 'lifecycle', lifecycle as JsonObject | null, place);
  },
});
