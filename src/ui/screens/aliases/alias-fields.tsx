import { aliasNameProblem, indexNameProblem, readAliasFilter, type AliasAction } from '#domain/console';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import type { TypedForm } from '../../platform/typed-forms.ts';

/** The form of a new alias; `index` is empty where the index is known. */
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

/** The alias in the form that the engine expects, without its index. */
export type AddedAlias = Extract<AliasAction, { readonly add: unknown }>['add'];
export type AliasFaults = Readonly<Partial<Record<'alias' | 'index' | 'filter', string>>>;

/** The alias that a form describes, and the errors in the form. */
export function readAliasForm(form: AliasForm): { readonly add: AddedAlias; readonly faults: AliasFaults } {
  const { alias, index, indexRouting, searchRouting, isWriteIndex, isHidden } = form;
  const filter = readAliasFilter(form.filter);
  const [aliasProblem, indexProblem] = [aliasNameProblem(alias), indexNameProblem(index)];
  return {
    add: {
      alias,
      ...('value' in filter && filter.value !== undefined && { filter: filter.value }),
      ...(indexRouting !== '' && { index_routing: indexRouting }),
      ...(searchRouting !== '' && { search_routing: searchRouting }),
      ...(isWriteIndex && { is_write_index: true }),
      ...(isHidden && { is_hidden: true }),
    },
    faults: {
      ...(aliasProblem !== null && { alias: aliasProblem }),
      ...(indexProblem !== null && { index: indexProblem }),
      ...('fault' in filter && { filter: filter.fault }),
    },
  };
}

interface AliasFieldsProps {
  readonly form: AliasForm;
  readonly change: (part: Partial<AliasForm>) => void;
  readonly faults: AliasFaults;
  /** Whether the form also asks for the index. */
  readonly hasIndex: boolean;
}

/** The fields of a new alias. */
export function AliasFields({ form, change, faults, hasIndex }: AliasFieldsProps) {
  return (
    <>
      <TextField
        label={hasIndex ? 'Alias' : 'Name'}
        isMono
        autoFocus
        value={form.alias}
        onChange={(alias) => change({ alias })}
        errorMessage={faults.alias}
      />
      {hasIndex && (
        <TextField
          label="Index"
          isMono
          value={form.index}
          onChange={(index) => change({ index })}
          errorMessage={faults.index}
        />
      )}
      <TextField
        label="Filter"
        isMono
        isMultiline
        value={form.filter}
        onChange={(filter) => change({ filter })}
        description="A JSON query. Only matching documents are found through the alias."
        errorMessage={faults.filter}
      />
      <TextField
        label="Index routing"
        value={form.indexRouting}
        onChange={(indexRouting) => change({ indexRouting })}
      />
      <TextField
        label="Search routing"
        value={form.searchRouting}
        onChange={(searchRouting) => change({ searchRouting })}
      />
      <Switch
        isSelected={form.isWriteIndex}
        onChange={(isWriteIndex) => change({ isWriteIndex })}
        description="Writes to the alias go to this index."
      >
        Write index
      </Switch>
      <Switch
        isSelected={form.isHidden}
        onChange={(isHidden) => change({ isHidden })}
        description="Excluded from wildcards unless hidden ones are requested."
      >
        Hidden
      </Switch>
    </>
  );
}
