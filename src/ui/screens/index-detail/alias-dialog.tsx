import { useId, useState } from 'react';
import { aliasNameProblem, type AliasAction } from '#domain/console';
import { isObject, JsonTextError, parseJson, type JsonObject } from '#domain/json';
import type { ApiError } from '../../platform/console-api.ts';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Button } from '../../kit/button.tsx';
import { Modal } from '../../kit/modal.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import styles from './index-detail.module.css';

export type AddedAlias = Extract<AliasAction, { readonly add: unknown }>['add'];

interface AliasDialogProps {
  readonly taken: readonly string[];
  readonly error: ApiError | null;
  readonly isPending: boolean;
  readonly onAdd: (alias: AddedAlias) => void;
  readonly onClose: () => void;
}

/** Reads the JSON of a query that filters; empty is none. */
function readFilter(text: string): { readonly filter?: JsonObject } | { readonly fault: string } {
  if (text.trim() === '') return {};
  try {
    const filter = parseJson(text);
    return isObject(filter) ? { filter } : { fault: 'The filter must be a query as a JSON object.' };
  } catch (error) {
    if (error instanceof JsonTextError)
      return { fault: `Line ${error.line}, column ${error.column}: ${error.reason}.` };
    throw error;
  }
}

/** Asks for a new alias of an index. */
export function AliasDialog({ taken, error, isPending, onAdd, onClose }: AliasDialogProps) {
  const form = useId();
  const [alias, setAlias] = useState('');
  const [filterText, setFilterText] = useState('');
  const [indexRouting, setIndexRouting] = useState('');
  const [searchRouting, setSearchRouting] = useState('');
  const [isWriteIndex, setIsWriteIndex] = useState(false);
  const [isHidden, setIsHidden] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problem =
    aliasNameProblem(alias) ?? (taken.includes(alias) ? 'This index already has an alias with this name.' : null);
  const filter = readFilter(filterText);
  const add = () => {
    setIsSubmitted(true);
    if (problem !== null || 'fault' in filter) return;
    onAdd({
      alias,
      ...filter,
      ...(indexRouting !== '' && { index_routing: indexRouting }),
      ...(searchRouting !== '' && { search_routing: searchRouting }),
      ...(isWriteIndex && { is_write_index: true }),
      ...(isHidden && { is_hidden: true }),
    });
  };
  return (
    <Modal
      title="Add alias"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} isPending={isPending}>
            Add alias
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
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
        <Switch
          isSelected={isWriteIndex}
          onChange={setIsWriteIndex}
          description="Writes to the alias go to this index."
        >
          Write index
        </Switch>
        <Switch
          isSelected={isHidden}
          onChange={setIsHidden}
          description="Excluded from wildcards unless hidden ones are requested."
        >
          Hidden
        </Switch>
      </form>
    </Modal>
  );
}
