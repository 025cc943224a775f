import { Type } from 'typebox';
import { exact, JsonObjectSchema } from '../json/schemas.ts';
import { defineCommand } from './define-command.ts';
import { decideSection } from './template-section.ts';

/** Puts aliases of a template in the place of the present ones; null takes them out. */
export const templateSetAliases = defineCommand({
  type: 'template.setAliases',
  event: 'template.aliasesSet',
  pointers: [],
  payload: exact({ aliases: Type.Union([JsonObjectSchema, Type.Null()]) }),
  rejects: ['template.not_a_template', 'document.unexpected_container'],
  isBatchable: true,
  decide: (state, { aliases }, context) => decideSection(state, 'aliases', aliases, context),
});
