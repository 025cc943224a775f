import { aliasNameProblem, readAliasFilter } from '#domain/console';
import {
  copyObject,
  formatJson,
  isObject,
  member,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '#domain/json';

/** The inputs of the form for one alias. `of` is the alias that is edited; empty for a new one. */
const ALIAS_TEXTS = ['filter', 'routing', 'index_routing', 'search_routing'] as const;
const ALIAS_SWITCHES = ['is_write_index', 'is_hidden'] as const;

type Values = Readonly<Record<string, string>>;

export interface AliasFaults {
  readonly alias?: string;
  readonly filter?: string;
}

interface ReadAlias {
  readonly of: string;
  readonly alias: string;
  readonly value: JsonObject;
}

/** The texts of the form for an existing alias, or for a new one. */
export function aliasTexts(of: string, aliases: JsonObject): Values {
  const value = member(aliases, of);
  const definition = isObject(value) ? value : {};
  const texts = ALIAS_TEXTS.flatMap((name) => {
    const item = member(definition, name);
    return item === undefined ? [] : [[name, typeof item === 'string' ? item : formatJson(item, 2)] as const];
  });
  const switches = ALIAS_SWITCHES.flatMap((name) => {
    const item = member(definition, name);
    return item === undefined ? [] : [[name, item === true || item === 'true' ? 'true' : 'false'] as const];
  });
  return { of, alias: of, ...Object.fromEntries([...texts, ...switches]) };
}

/** Whether the form for an alias is open. */
export function isAliasOpen(typed: Values): boolean {
  return typed['alias'] !== undefined;
}

/** The alias that the form describes; null where the form is not open. Members without an input are kept. */
export function readAlias(typed: Values, aliases: JsonObject): ReadAlias | { readonly faults: AliasFaults } | null {
  const alias = typed['alias'];
  const of = typed['of'] ?? '';
  if (alias === undefined) return null;
  const before = member(aliases, of);
  const taken = alias !== of && Object.hasOwn(aliases, alias);
  const problem = aliasNameProblem(alias) ?? (taken ? 'This template already has an alias with this name.' : null);
  const filter = readAliasFilter(typed['filter'] ?? '');
  if (problem !== null || 'fault' in filter)
    return {
      faults: { ...(problem !== null && { alias: problem }), ...('fault' in filter && { filter: filter.fault }) },
    };
  const value: MutableJsonObject = isObject(before) ? copyObject(before) : {};
  // Values that were not edited are kept as written.
  const shown: Values = before === undefined ? {} : aliasTexts(of, aliases);
  for (const name of ALIAS_TEXTS) {
    if (typed[name] === shown[name]) continue;
    const item: JsonValue | undefined = name === 'filter' ? filter.value : typed[name] === '' ? undefined : typed[name];
    if (item === undefined) delete value[name];
    else setMember(value, name, item);
  }
  for (const name of ALIAS_SWITCHES) {
    if (typed[name] === shown[name]) continue;
    if (typed[name] === undefined) delete value[name];
    else setMember(value, name, typed[name] === 'true');
  }
  return { of, alias, value };
}

/** The aliases with the edited alias in the place of the former one. */
export function withAlias(aliases: JsonObject, { of, alias, value }: ReadAlias): JsonObject {
  const after: MutableJsonObject = {};
  for (const [name, item] of Object.entries(aliases))
    if (name === of) setMember(after, alias, value);
    else setMember(after, name, item);
  if (!Object.hasOwn(after, alias)) setMember(after, alias, value);
  return after;
}
