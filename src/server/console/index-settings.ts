import { member, objectMember } from '#domain/json';
import { bodyText, read, write } from './calls.ts';
import type { HandlersOf } from './context.ts';
import { exactIndex } from './exact-names.ts';
import { target } from './names.ts';
import { memberOfIndex, readOfIndex } from './one-index.ts';

export const indexSettings: HandlersOf<'settings.get' | 'settings.update' | 'stats.get'> = {
  'settings.get': async ({ params: { name } }, context) => {
    const index = await readOfIndex(context, name, ['_settings'], { include_defaults: true, flat_settings: true });
    return { settings: objectMember(index, 'settings') ?? {}, defaults: objectMember(index, 'defaults') ?? {} };
  },

  'settings.update': async ({ params: { name }, body }, context) =>
    write(context, { method: 'PUT', path: [await exactIndex(context, name), '_settings'], body: bodyText(body) }),

  'stats.get': async ({ params: { name } }, context) => {
    const response = await read(context, [target(name), '_stats']);
    return {
      _shards: member(response, '_shards') ?? {},
      stats: memberOfIndex(objectMember(response, 'indices') ?? {}, name),
    };
  },
};
