import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import type { AliasFaults, AliasForm } from './alias-form.ts';

interface AliasFieldsProps {
  readonly form: AliasForm;
  readonly change: (part: Partial<AliasForm>) => void;
  readonly faults: AliasFaults;
  /** Whether the form also asks for the index. */
  readonly hasIndex: boolean;
  /** Whether the alias exists, and only its properties are edited. */
  readonly isNamed?: boolean;
}

/** The fields of an alias. */
export function AliasFields({ form, change, faults, hasIndex, isNamed = false }: AliasFieldsProps) {
  return (
    <>
      {!isNamed && (
        <TextField
          label={hasIndex ? 'Alias' : 'Name'}
          isMono
          autoFocus
          value={form.alias}
          onChange={(alias) => change({ alias })}
          errorMessage={faults.alias}
        />
      )}
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
        autoFocus={isNamed}
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
        errorMessage={faults.isWriteIndex}
      >
        Write index
      </Switch>
      <Switch
        isSelected={form.isHidden}
        onChange={(isHidden) => change({ isHidden })}
        description="Excluded from wildcards unless hidden ones are requested."
        errorMessage={faults.isHidden}
      >
        Hidden
      </Switch>
    </>
  );
}
