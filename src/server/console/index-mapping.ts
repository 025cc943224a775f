import { objectMember } from '#domain/json';
import { bodyText, write } from './calls.ts';
import type { HandlersOf } from './context.ts';
import { exactIndex } from './exact-names.ts';
import { readOfIndex } from './one-index.ts';

export const indexMapping: HandlersOf<'mapping.get' | 'mapping.update'> = {
  'mapping.get': async ({ params: { name } }, context) => ({
    mappings: objectMember(await readOfIndex(context, name, ['_mapping']), 'mappings') ?? {},
  }),
  'mapping.update': async ({ params: { name }, body }, context) =>
    write(context, { method: 'PUT', path: [await exactIndex(context, name), '_mapping'], body: bodyText(body) }),
};
