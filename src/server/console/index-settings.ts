import { flatSettings } from '#domain/console';
import { member, objectMember, type JsonObject } from '#domain/json';
import { ClusterError } from '#domain/ports';
import { did, UPDATE } from './action-words.ts';
import { bodyText, read, write } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { exactIndex } from './exact-names.ts';
import { bodyOf, compared, INCOMPLETE, settingsOf, textOf } from './look-ups.ts';
import { target } from './names.ts';
import { memberOfIndex, readOfIndex } from './one-index.ts';
import { acknowledged } from './outcomes.ts';
import { storedSettings } from './stored-otherwise.ts';

export const indexSettings: HandlersOf<'settings.get' | 'settings.update' | 'stats.get'> = {
  'settings.get': async ({ params: { name } }, context) => {
    const index = await readOfIndex(context, name, ['_settings'], { include_defaults: true, flat_settings: true });
    return { settings: objectMember(index, 'settings') ?? {}, defaults: objectMember(index, 'defaults') ?? {} };
  },

  'settings.update': async ({ params: { name }, body }, context) =>
    write(context, { method: 'PUT', path: [await exactIndex(context, name), '_settings'], body: bodyText(body) }),

  'stats.get': async ({ params: { name } }, context) => {
    const response = await readStats(context, target(name));
    return {
      _shards: member(response, '_shards') ?? {},
      stats: await memberOfIndex(context, objectMember(response, 'indices') ?? {}, name),
    };
  },
};

export const indexSettingsFacets: FacetsOf<'settings.update'> = {
  'settings.update': {
    outcome: acknowledged,
    words: did(UPDATE, 'settings of'),
    stored: storedSettings,
    lookUp: async (action, gateway) => {
      const body = bodyOf(action);
      const name = action.names[0] ?? '';
      if (body === undefined) return INCOMPLETE;
      const settings = await settingsOf(gateway, name);
      if (settings === null) return { found: 'unknown', note: `Index "${name}" does not exist.` };
      return compared(
        Object.entries(flatSettings(body)).map(([key, value]) => {
          const has = member(settings, key);
          return value === null ? has === undefined : has !== undefined && textOf(has) === textOf(value);
        }),
        `settings of index "${name}"`,
      );
    },
  },
};

/** How engines refuse what only an open index has. */
const CLOSED = 'index_closed_exception';

/** @throws RequestError where the index is closed: no shard of it is there to be asked */
async function readStats(context: ConsoleContext, name: string): Promise<JsonObject> {
  try {
    return await read(context, [name, '_stats']);
  } catch (error) {
    if (!(error instanceof ClusterError) || error.type !== CLOSED) throw error;
    throw new RequestError(409, `Index "${name}" is closed. Open it to see its statistics.`, {
      name,
      status: 'close',
    });
  }
}
