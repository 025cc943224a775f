import { isObject, member, objectMember, type JsonValue } from '../json/value.ts';
import type { AliasEntry } from './operation-entities.ts';

/** The aliases of an index, out of the engine's response for it: `{ aliases: { name: options } }`. */
export function aliasEntries(index: string, response: JsonValue): AliasEntry[] {
  const aliases = (isObject(response) && objectMember(response, 'aliases')) || {};
  return Object.entries(aliases).map(([alias, given]): AliasEntry => {
    const options = isObject(given) ? given : {};
    const filter = objectMember(options, 'filter');
    const [indexRouting, searchRouting] = [member(options, 'index_routing'), member(options, 'search_routing')];
    const [isWrite, isHidden] = [member(options, 'is_write_index'), member(options, 'is_hidden')];
    return {
      alias,
      index,
      ...(filter && { filter }),
      ...(typeof indexRouting === 'string' && { index_routing: indexRouting }),
      ...(typeof searchRouting === 'string' && { search_routing: searchRouting }),
      ...(typeof isWrite === 'boolean' && { is_write_index: isWrite }),
      ...(typeof isHidden === 'boolean' && { is_hidden: isHidden }),
    };
  });
}
