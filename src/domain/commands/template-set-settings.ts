import { Type } from 'typebox';
import { exact, JsonObjectSchema } from '../json/schemas.ts';
import { defineCommand } from './define-command.ts';
import { decideSection } from './template-section.ts';

/** Puts settings of a template in the place of the present ones; null takes them out. */
export const templateSetSettings = defineCommand({
  type: 'template.setSettings',
  event: 'template.settingsSet',
  pointers: [],
  payload: exact({ settings: Type.Union([JsonObjectSchema, Type.Null()]) }),
  rejects: ['template.not_a_template', 'document.unexpected_container'],
  isBatchable: true,
  decide: (state, { settings }, context) => decideSection(state, 'settings', settings, context),
});
