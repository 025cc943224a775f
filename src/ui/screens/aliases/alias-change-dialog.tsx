import { useState } from 'react';
import {
  aliasNameProblem,
  readAliasFilter,
  indexNameProblem,
  type AliasEntry,
  type AliasOperation,
} from '#domain/console';
import { CopyRequest, WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { RequestBlock } from '../../cluster/request-block.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { moveOperations, removeOperations, requestOfOperations } from './alias-operations.ts';
import styles from './aliases.module.css';

/** What is to be done: an alias added, or some moved or removed. */
export type AliasChange =
  { readonly kind: 'add' } | { readonly kind: 'move' | 'remove'; readonly entries: readonly AliasEntry[] };

const counted = (count: number) => (count === 1 ? '1 alias' : `${count.toLocaleString('en')} aliases`);
const TITLES = { add: 'Add alias', move: 'Move', remove: 'Remove' } as const;

/** A change of aliases: its form, the one request that it comes to, and that request sent. */
export function AliasChangeDialog({ change, onClose }: { readonly change: AliasChange; readonly onClose: () => void }) {
  const [added, setAdded] = useState<AddedForm>(EMPTY);
  const [target, setTarget] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const update = useApiMutation('all_aliases.update', {
    invalidates: ['all_aliases.list', 'aliases.get', 'indices.list', 'indices.reload'],
    onSuccess: (_, { body: { actions } }) =>
      void showToast({ kind: 'success', title: `Updated ${counted(new Set(actions.map(aliasOf)).size)}` }),
  });
  const targetProblem = change.kind === 'move' ? indexNameProblem(target) : null;
  const { operations, faults } = operationsOf(change, added, target);
  const isValid = Object.keys(faults).length === 0 && targetProblem === null && operations.length > 0;
  const title = change.kind === 'add' ? TITLES.add : `${TITLES[change.kind]} ${counted(change.entries.length)}`;
  const submit = () => {
    setIsSubmitted(true);
    if (isValid) update.mutate({ body: { actions: [...operations] } }, { onSuccess: onClose });
  };
  const request = requestOfOperations(operations);
  return (
    <FormDialog
      title={title}
      size="medium"
      submitLabel={title}
      submitVariant={change.kind === 'remove' ? 'danger' : 'primary'}
      isPending={update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {update.error && (
        <WriteErrorNotice title="Couldn’t update the aliases" error={update.error} readAgain="the list of aliases" />
      )}
      {change.kind === 'add' && (
        <AddFields value={added} onChange={setAdded} faults={isSubmitted ? faults : NO_FAULTS} />
      )}
      {change.kind === 'move' && (
        <TextField
          label="Move to index"
          isMono
          autoFocus
          value={target}
          onChange={setTarget}
          description="Each alias is removed where it is and added there, with its filter, routing and flags, in one step."
          errorMessage={isSubmitted ? (targetProblem ?? undefined) : undefined}
        />
      )}
      {change.kind === 'remove' && (
        <p>
          Requests using {change.entries.length === 1 ? 'this alias' : 'these aliases'} will no longer reach the index.
          Indices and documents are kept.
        </p>
      )}
      {isValid || change.kind === 'remove' ? (
        <section className={styles['request']} aria-label="Request">
          <p className={styles['muted']}>One request, all or nothing:</p>
          <RequestBlock request={request} label="What is sent" />
          <div className={styles['copy']}>
            <CopyRequest request={request} />
          </div>
        </section>
      ) : (
        <p className={styles['muted']}>The request is shown here once the form is complete.</p>
      )}
    </FormDialog>
  );
}

interface AddedForm {
  readonly alias: string;
  readonly index: string;
  readonly filter: string;
  readonly indexRouting: string;
  readonly searchRouting: string;
  readonly isWriteIndex: boolean;
  readonly isHidden: boolean;
}

const EMPTY: AddedForm = {
  alias: '',
  index: '',
  filter: '',
  indexRouting: '',
  searchRouting: '',
  isWriteIndex: false,
  isHidden: false,
};

type Faults = Readonly<Partial<Record<'alias' | 'index' | 'filter', string>>>;
const NO_FAULTS: Faults = {};

function aliasOf(operation: AliasOperation): string {
  return 'add' in operation ? operation.add.alias : operation.remove.alias;
}

function operationsOf(
  change: AliasChange,
  added: AddedForm,
  target: string,
): { readonly operations: readonly AliasOperation[]; readonly faults: Faults } {
  if (change.kind === 'move') return { operations: moveOperations(change.entries, target), faults: NO_FAULTS };
  if (change.kind === 'remove') return { operations: removeOperations(change.entries), faults: NO_FAULTS };
  const { alias, index, indexRouting, searchRouting, isWriteIndex, isHidden } = added;
  const filter = readAliasFilter(added.filter);
  const [aliasProblem, indexProblem] = [aliasNameProblem(alias), indexNameProblem(index)];
  const faults: Faults = {
    ...(aliasProblem !== null && { alias: aliasProblem }),
    ...(indexProblem !== null && { index: indexProblem }),
    ...('fault' in filter && { filter: filter.fault }),
  };
  const add = {
    alias,
    ...('value' in filter && filter.value !== undefined && { filter: filter.value }),
    ...(indexRouting !== '' && { index_routing: indexRouting }),
    ...(searchRouting !== '' && { search_routing: searchRouting }),
    ...(isWriteIndex && { is_write_index: true }),
    ...(isHidden && { is_hidden: true }),
  };
  return { operations: [{ index, add }], faults };
}

interface AddFieldsProps {
  readonly value: AddedForm;
  readonly onChange: (value: AddedForm) => void;
  readonly faults: Faults;
}

function AddFields({ value, onChange, faults }: AddFieldsProps) {
  const set = (part: Partial<AddedForm>) => onChange({ ...value, ...part });
  return (
    <>
      <TextField
        label="Alias"
        isMono
        autoFocus
        value={value.alias}
        onChange={(alias) => set({ alias })}
        errorMessage={faults.alias}
      />
      <TextField
        label="Index"
        isMono
        value={value.index}
        onChange={(index) => set({ index })}
        errorMessage={faults.index}
      />
      <TextField
        label="Filter"
        isMono
        isMultiline
        value={value.filter}
        onChange={(filter) => set({ filter })}
        description="A JSON query. Only matching documents are found through the alias."
        errorMessage={faults.filter}
      />
      <TextField label="Index routing" value={value.indexRouting} onChange={(indexRouting) => set({ indexRouting })} />
      <TextField
        label="Search routing"
        value={value.searchRouting}
        onChange={(searchRouting) => set({ searchRouting })}
      />
      <Switch
        isSelected={value.isWriteIndex}
        onChange={(isWriteIndex) => set({ isWriteIndex })}
        description="Writes to the alias go to this index."
      >
        Write index
      </Switch>
      <Switch
        isSelected={value.isHidden}
        onChange={(isHidden) => set({ isHidden })}
        description="Excluded from wildcards unless hidden ones are requested."
      >
        Hidden
      </Switch>
    </>
  );
}
