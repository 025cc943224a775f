import { ALIAS_ACTION_MEMBERS, ALIAS_MEMBERS } from '../catalogue/alias-members.ts';
import {
  isObject,
  member,
  objectMember,
  pickMembers,
  withMembers,
  type JsonObject,
  type JsonValue,
} from '../json/value.ts';
import type { AliasAction } from './index-entities.ts';
import type { AliasEntry } from './operation-entities.ts';

/** The properties of an alias that are known here, and what else an action on it may name. */
const KNOWN: readonly string[] = Object.keys(ALIAS_MEMBERS).filter((name) => name !== 'routing');
const OF_THE_ACTION: readonly string[] = [...ALIAS_ACTION_MEMBERS, 'routing'];

/** An alias that is added to an index, with its properties. */
export type AddedAlias = Extract<AliasAction, { readonly add: unknown }>['add'];

/** The aliases of an index, out of the engine's response for it: `{ aliases: { name: options } }`. */
export function aliasEntries(index: string, response: JsonValue): AliasEntry[] {
  const aliases = (isObject(response) && objectMember(response, 'aliases')) || {};
  return Object.entries(aliases).map(([alias, given]): AliasEntry => {
    const options = isObject(given) ? given : {};
    const filter = objectMember(options, 'filter');
    const [indexRouting, searchRouting] = [member(options, 'index_routing'), member(options, 'search_routing')];
    const [isWrite, isHidden] = [member(options, 'is_write_index'), member(options, 'is_hidden')];
    const others = pickMembers(options, (key) => !KNOWN.includes(key));
    return {
      alias,
      index,
      ...(filter && { filter }),
      ...(typeof indexRouting === 'string' && { index_routing: indexRouting }),
      ...(typeof searchRouting === 'string' && { search_routing: searchRouting }),
      ...(typeof isWrite === 'boolean' && { is_write_index: isWrite }),
      ...(typeof isHidden === 'boolean' && { is_hidden: isHidden }),
      ...(Object.keys(others).length > 0 && { others }),
    };
  });
}

/**
 * The properties of an alias as an engine has them, to be compared: a hidden flag that is off means the same as one
 * that is absent. A write flag that is off does not: the only index of an alias is written to unless it says no.
 */
export function aliasProperties({
  filter,
  index_routing,
  search_routing,
  is_write_index,
  is_hidden,
  others = {},
}: Partial<AliasEntry>): JsonObject {
  const known: JsonObject = {
    ...(filter && { filter }),
    ...(index_routing !== undefined && { index_routing }),
    ...(search_routing !== undefined && { search_routing }),
    ...(is_write_index !== undefined && { is_write_index }),
    ...(is_hidden === true && { is_hidden }),
  };
  return withMembers(known, others);
}

/** The action of an engine that adds an alias to an index. */
export function aliasAddition(index: string, { others = {}, replaces: _, ...known }: AddedAlias): JsonObject {
  return withMembers({ index, ...known }, others);
}

/** One of the unknown properties of an alias that means something else in an action; undefined where none does. */
export function reservedAliasProperty(others: JsonObject): string | undefined {
  return Object.keys(others).find((key) => KNOWN.includes(key) || OF_THE_ACTION.includes(key));
}
