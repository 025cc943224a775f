import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import type { ClusterGateway } from '#domain/ports';
import { did, UPDATE } from './action-words.ts';
import { bodyText, write } from './calls.ts';
import type { FacetsOf, HandlersOf } from './context.ts';
import { exactIndex } from './exact-names.ts';
import { bodyOf, compared, contains, INCOMPLETE, readOrNull, type Found } from './look-ups.ts';
import { readOfIndex } from './one-index.ts';
import { acknowledged, ofScratchTest } from './outcomes.ts';
import { storedMapping } from './stored-otherwise.ts';

export const indexMapping: HandlersOf<'mapping.get' | 'mapping.update'> = {
  'mapping.get': async ({ params: { name } }, context) => ({
    mappings: objectMember(await readOfIndex(context, name, ['_mapping']), 'mappings') ?? {},
  }),
  'mapping.update': async ({ params: { name }, body }, context) =>
    write(context, { method: 'PUT', path: [await exactIndex(context, name), '_mapping'], body: bodyText(body) }),
};

export const indexMappingFacets: FacetsOf<'mapping.update' | 'mapping.try'> = {
  'mapping.try': { outcome: ofScratchTest, words: did(['Test', 'Tested'], 'mapping updates of') },
  'mapping.update': {
    outcome: acknowledged,
    words: did(UPDATE, 'mapping of'),
    stored: storedMapping,
    readBack: 'mapping.get',
    lookUp: async (action, gateway) => {
      const body = bodyOf(action);
      return body === undefined ? INCOMPLETE : lookUpMapping(action.names[0] ?? '', body, gateway);
    },
  },
};

/** Whether an index has what was requested of its mapping. */
export async function lookUpMapping(name: string, requested: JsonObject, gateway: ClusterGateway): Promise<Found> {
  const response = await readOrNull(gateway, { method: 'GET', path: [name, '_mapping'] });
  const mappings = objectMember(objectMember(response ?? {}, name) ?? {}, 'mappings');
  if (mappings === undefined) return { found: 'unknown', note: `Index "${name}" does not exist.` };
  return compared(
    Object.entries(requested).flatMap(([key, value]) => {
      const has = member(mappings, key);
      if (key !== 'properties' || !isObject(value)) return [contains(has, value)];
      return Object.entries(value).map(([field, definition]) =>
        contains(isObject(has) ? member(has, field) : undefined, definition),
      );
    }),
    `mapping of index "${name}"`,
  );
}
