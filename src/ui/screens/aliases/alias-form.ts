import {
  aliasEntries,
  aliasNameProblem,
  aliasProperties,
  indexNameProblem,
  readAliasFilter,
  type AddedAlias,
  type AliasEntry,
} from '#domain/console';
import { formatJson, type JsonObject } from '#domain/json';
import type { TypedForm } from '../../platform/typed-forms.ts';

/** The form of an alias; `index` is empty where the index is known. */
export type AliasForm = TypedForm<'addAlias'>;

export const NO_ALIAS: AliasForm = {
  alias: '',
  index: '',
  filter: '',
  indexRouting: '',
  searchRouting: '',
  isWriteIndex: false,
  isHidden: false,
};

export type AliasFaults = Readonly<Partial<Record<'alias' | 'index' | 'filter' | 'isWriteIndex' | 'isHidden', string>>>;

/** The form that an alias is edited in. */
export function aliasFormOf(entry: AliasEntry): AliasForm {
  return {
    alias: entry.alias,
    index: entry.index,
    filter: entry.filter === undefined ? '' : formatJson(entry.filter, 2),
    indexRouting: entry.index_routing ?? '',
    searchRouting: entry.search_routing ?? '',
    isWriteIndex: entry.is_write_index === true,
    isHidden: entry.is_hidden === true,
    before: aliasProperties(entry),
  };
}

/**
 * The alias that a form describes, and the errors in the form. What was not edited is as in `now`, the properties of
 * the alias as they were read last.
 */
export function readAliasForm(
  form: AliasForm,
  now: JsonObject = form.before ?? {},
): { readonly add: AddedAlias; readonly faults: AliasFaults } {
  const { alias, index } = form;
  const filter = readAliasFilter(form.filter);
  const [aliasProblem, indexProblem] = [aliasNameProblem(alias), indexNameProblem(index)];
  const shown = aliasFormOf(entryOf(form, form.before ?? {}));
  const current = entryOf(form, now);
  const isEdited = (name: keyof AliasForm) => form[name] !== shown[name];
  const edited: Pick<AliasEntry, 'filter' | 'index_routing' | 'search_routing' | 'is_write_index' | 'is_hidden'> = {
    ...(isEdited('filter')
      ? 'value' in filter && filter.value !== undefined && { filter: filter.value }
      : current.filter && { filter: current.filter }),
    ...textOf('index_routing', isEdited('indexRouting') ? form.indexRouting : current.index_routing),
    ...textOf('search_routing', isEdited('searchRouting') ? form.searchRouting : current.search_routing),
    ...flagOf('is_write_index', isEdited('isWriteIndex') ? form.isWriteIndex : current.is_write_index),
    ...flagOf('is_hidden', isEdited('isHidden') ? form.isHidden || undefined : current.is_hidden),
  };
  return {
    add: { alias, ...edited, ...(current.others && { others: current.others }) },
    faults: {
      ...(aliasProblem !== null && { alias: aliasProblem }),
      ...(indexProblem !== null && { index: indexProblem }),
      ...('fault' in filter && { filter: filter.fault }),
    },
  };
}

/** An alias with these properties. */
function entryOf({ alias, index }: Pick<AliasForm, 'alias' | 'index'>, properties: JsonObject): AliasEntry {
  const [entry] = aliasEntries(index, { aliases: { [alias]: properties } });
  return entry ?? { alias, index };
}

function textOf<Key extends string>(key: Key, text: string | undefined): { readonly [K in Key]?: string } {
  return text === undefined || text === '' ? {} : ({ [key]: text } as { readonly [K in Key]?: string });
}

function flagOf<Key extends string>(key: Key, flag: boolean | undefined): { readonly [K in Key]?: boolean } {
  return flag === undefined ? {} : ({ [key]: flag } as { readonly [K in Key]?: boolean });
}
