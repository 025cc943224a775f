import { aliasNameProblem, objectMember } from '../../domain/index.ts';
import { bodyText, write } from './calls.ts';
import type { HandlersOf } from './context.ts';
import { checked, target } from './names.ts';
import { readOfIndex } from './one-index.ts';

export const aliases: HandlersOf<'aliases.get' | 'aliases.update'> = {
  'aliases.get': async ({ params: { name } }, context) => ({ aliases: objectMember(await readOfIndex(context, name, ['_alias']), 'aliases') ?? {} }),

  'aliases.update': ({ params: { name }, body }, context) => {
    const index = target(name);
    const actions = body.actions.map((action) => {
      const [kind, parts] = 'add' in action ? (['add', action.add] as const) : (['remove', action.remove] as const);
      checked(parts.alias, aliasNameProblem(parts.alias));
      return { [kind]: { ...parts, index } };
    });
    return write(context, { method: 'POST', path: ['_aliases'], body: bodyText({ actions }) });
  },
};
