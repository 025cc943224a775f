import { ALIAS_MEMBERS } from '#domain/catalogue';
import {
  isObject,
  member,
  objectMember,
  pickMembers,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '#domain/json';
import { EngineError } from './engine-error.ts';
import type { EngineState } from './engine-state.ts';
import { FORBIDDEN_CHARACTERS_MESSAGE, hasForbiddenCharacter, nameProblem } from './names.ts';

const invalidAlias = (name: string, problem: string) =>
  new EngineError(400, 'invalid_alias_name_exception', `Invalid alias name [${name}]: ${problem}`);

/** @throws EngineError where the name breaks a rule */
export function checkAliasName(name: string): void {
  const problem = hasForbiddenCharacter(name) ? FORBIDDEN_CHARACTERS_MESSAGE : nameProblem(name);
  if (problem !== null) throw invalidAlias(name, problem);
}

/** What an alias says about an index, as the engine keeps it: `routing` is both of the others. @throws EngineError */
export function aliasDefinition(alias: string, value: JsonValue): JsonObject {
  if (!isObject(value)) throw new EngineError(400, 'parse_exception', `Failed to parse alias [${alias}]`);
  const definition: MutableJsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (!Object.hasOwn(ALIAS_MEMBERS, key))
      throw new EngineError(400, 'x_content_parse_exception', `Unknown field [${key}] in alias [${alias}]`);
    if (item === null) continue;
    if (key === 'filter') {
      if (!isObject(item) || Object.keys(item).length === 0) {
        throw new EngineError(400, 'illegal_argument_exception', `failed to parse filter for alias [${alias}]`);
      }
      setMember(definition, key, item);
    } else if (key === 'routing') {
      definition['index_routing'] ??= String(item);
      definition['search_routing'] ??= String(item);
    } else if (key.endsWith('routing')) setMember(definition, key, String(item));
    else setMember(definition, key, item === true || item === 'true');
  }
  if (definition['is_hidden'] === false) delete definition['is_hidden'];
  return definition;
}

/**
 * An alias as the engine keeps it in composable and component templates: what it does not know, or what is of another
 * kind, is dropped. Measured on Elasticsearch 8.19 and 9.5. @throws EngineError
 */
export function templateAlias(alias: string, value: JsonValue): JsonObject {
  if (!isObject(value)) return aliasDefinition(alias, value);
  const isKept = (key: string) => {
    const [item, known] = [member(value, key), Object.hasOwn(ALIAS_MEMBERS, key) ? ALIAS_MEMBERS[key] : undefined];
    if (known?.kind === 'object') return typeof item === 'string' || (isObject(item) && Object.keys(item).length > 0);
    return known !== undefined && typeof item === known.kind;
  };
  return aliasDefinition(alias, pickMembers(value, isKept));
}

/** Aliases of a new index. @throws EngineError for a name that breaks a rule, or is one of an index */
export function newAliases(
  state: EngineState,
  index: string,
  aliases: JsonObject,
): { readonly [alias: string]: JsonObject } {
  const result: { [alias: string]: JsonObject } = {};
  for (const [alias, value] of Object.entries(aliases)) {
    checkAliasName(alias);
    if (alias === index || state.indices.has(alias) || state.dataStreams.has(alias)) throw taken(alias);
    const definition = aliasDefinition(alias, value);
    setMember(result, alias, definition);
    checkWriteIndices(alias, [
      ...state.indicesOfAlias(alias).filter((name) => isWrittenThrough(state, name, alias)),
      ...(definition['is_write_index'] === true ? [index] : []),
    ]);
    checkHidden(alias, [...state.indicesOfAlias(alias), index], (name) => {
      const held = name === index ? definition : objectMember(state.indices.get(name)?.aliases ?? {}, alias);
      return member(held ?? {}, 'is_hidden') === true;
    });
  }
  return result;
}

export const taken = (alias: string) =>
  invalidAlias(alias, 'an index or data stream exists with the same name as the alias');

function isWrittenThrough(state: EngineState, index: string, alias: string): boolean {
  const definition = member(state.indices.get(index)?.aliases ?? {}, alias);
  return isObject(definition) && member(definition, 'is_write_index') === true;
}

/** @throws EngineError where an alias would write to several indices */
export function checkWriteIndices(alias: string, indices: readonly string[]): void {
  if (indices.length > 1)
    throw new EngineError(
      500,
      'illegal_state_exception',
      `alias [${alias}] has more than one write index [${indices.join(',')}]`,
    );
}

/** Checks the indices that have an alias. @throws EngineError where it is hidden on some of them alone */
export function checkHidden(alias: string, indices: readonly string[], isHidden: (index: string) => boolean): void {
  const hidden = indices.filter(isHidden);
  if (hidden.length === 0 || hidden.length === indices.length) return;
  const others = indices.filter((index) => !isHidden(index));
  throw new EngineError(
    500,
    'illegal_state_exception',
    `alias [${alias}] has is_hidden set to true on indices [${hidden.join(',')}] but does not have is_hidden set to true on indices [${others.join(',')}]; alias must have the same is_hidden setting on all indices`,
  );
}
