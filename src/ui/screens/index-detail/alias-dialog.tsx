import { useState } from 'react';
import { aliasNameProblem, readAliasFilter, type AliasAction } from '#domain/console';
import type { ApiError } from '../../platform/console-api.ts';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';

export type AddedAlias = Extract<AliasAction, { readonly add: unknown }>['add'];

interface AliasDialogProps {
  readonly taken: readonly string[];
  readonly error: ApiError | null;
  readonly isPending: boolean;
  readonly onAdd: (alias: AddedAlias) => void;
  readonly onClose: () => void;
}

/** Asks for a new alias of an index. */
export function AliasDialog({ taken, error, isPending, onAdd, onClose }: AliasDialogProps) {
  const [alias, setAlias] = useState('');
  const [filterText, setFilterText] = useState('');
  const [indexRouting, setIndexRouting] = useState('');
  const [searchRouting, setSearchRouting] = useState('');
  const [isWriteIndex, setIsWriteIndex] = useState(false);
  const [isHidden, setIsHidden] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problem =
    aliasNameProblem(alias) ?? (taken.includes(alias) ? 'This index already has an alias with this name.' : null);
  const filter = readAliasFilter(filterText);
  const add = () => {
    setIsSubmitted(true);
    if (problem !== null || 'fault' in filter) return;
    onAdd({
      alias,
      ...(filter.value !== undefined && { filter: filter.value }),
      ...(indexRouting !== '' && { index_routing: indexRouting }),
      ...(searchRouting !== '' && { search_routing: searchRouting }),
      ...(isWriteIndex && { is_write_index: true }),
      ...(isHidden && { is_hidden: true }),
    });
  };
  return (
    <FormDialog
      title="Add alias"
      size="medium"
      submitLabel="Add alias"
      isPending={isPending}
      onSubmit={add}
      onClose={onClose}
    >
      {error !== null && <WriteErrorNotice title="Couldn’t add the alias" error={error} readAgain="the aliases" />}
      <TextField
        label="Name"
        isMono
        autoFocus
        value={alias}
        onChange={setAlias}
        errorMessage={isSubmitted ? (problem ?? undefined) : undefined}
      />
      <TextField
        label="Filter"
        isMono
        isMultiline
        value={filterText}
        onChange={setFilterText}
        description="A JSON query. Only matching documents are found through the alias."
        errorMessage={'fault' in filter ? filter.fault : undefined}
      />
      <TextField label="Index routing" value={indexRouting} onChange={setIndexRouting} />
      <TextField label="Search routing" value={searchRouting} onChange={setSearchRouting} />
      <Switch isSelected={isWriteIndex} onChange={setIsWriteIndex} description="Writes to the alias go to this index.">
        Write index
      </Switch>
      <Switch
        isSelected={isHidden}
        onChange={setIsHidden}
        description="Excluded from wildcards unless hidden ones are requested."
      >
        Hidden
      </Switch>
    </FormDialog>
  );
}
