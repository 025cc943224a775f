import { useState } from 'react';
import { indexNameProblem, type AliasEntry, type AliasOperation, countOf } from '#domain/console';
import { aliasesCall } from '#domain/index-operations';
import { requestOf } from '#domain/ports';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useClusterId } from '../../cluster/use-cluster.ts';
import { useReason } from '../../cluster/use-reason.tsx';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { NamesList } from '../../lists/names-list.tsx';
import { onlyNames } from '../../platform/use-listed-names.ts';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { typedOver, useTypedForm, type OpenForm } from '../../platform/use-typed-form.ts';
import { ComparedNotices } from '../../review/review-dialog.tsx';
import { useComparedWrite } from '../../review/use-compared-write.ts';
import { aliasConflicts } from './alias-conflicts.ts';
import { AliasFields } from './alias-fields.tsx';
import { NO_ALIAS, readAliasForm, type AliasFaults, type AliasForm } from './alias-form.ts';
import {
  aliasOf,
  entriesIn,
  existingEntry,
  idOfEntry,
  moveOperations,
  moveProblem,
  removeOperations,
  statesAfter,
  statesBefore,
  type AliasStates,
} from './alias-operations.ts';
import { ExistingAlias, withTaken } from './edit-alias-dialog.tsx';
import { MovedAliases } from './moved-aliases.tsx';
import common from '../../kit/common.module.css';

/** The change: an alias is added, or aliases are moved or removed. */
export type AliasChange =
  | { readonly kind: 'add' }
  | { readonly kind: 'move' | 'remove'; readonly entries: readonly AliasEntry[] };

const counted = (count: number) => countOf(count, 'alias', 'aliases');
const TITLES = { move: 'Move', remove: 'Remove' } as const;

const NO_MOVE = { target: '' };

const CHANGED = ['all_aliases.list', 'aliases.get', 'indices.list', 'indices.reload'] as const;

interface AliasChangeDialogProps {
  readonly change: AliasChange;
  /** The aliases of the cluster, as they are listed. */
  readonly listed: readonly AliasEntry[];
  /** The form of a new alias; null before the stored form was looked up. */
  readonly opened: OpenForm<AliasForm> | null;
  /** Called with the alias that exists already, to be edited instead. */
  readonly onEdit: (entry: AliasEntry) => void;
  readonly onClose: () => void;
}

/** Dialog for a change of aliases: its form, the request that results, and the sending of that request. */
export function AliasChangeDialog({ change: asked, listed, opened, onEdit, onClose }: AliasChangeDialogProps) {
  const [added, edit] = typedOver(opened, NO_ALIAS);
  const clusterId = useClusterId();
  const about = asked.kind === 'move' ? asked.entries.map(idOfEntry).toSorted() : null;
  const moved = useTypedForm('moveAliases', about && typedFormStream('moveAliases', clusterId, ...about));
  const [{ target }, editMove] = typedOver(moved, NO_MOVE);
  const typed = { add: opened, move: moved, remove: null }[asked.kind];
  const [isSubmitted, setIsSubmitted] = useState(false);
  const write = useComparedWrite('all_aliases.update', {
    async read(api, { body: { actions } }) {
      const indices = new Set(actions.map(({ index }) => index));
      return statesBefore(actions, await api.call('all_aliases.list', {}, onlyNames([...indices])));
    },
    invalidates: CHANGED,
    form: typed,
    made: ({ body: { actions } }) => ({ title: `Updated ${counted(new Set(actions.map(aliasOf)).size)}` }),
    onDone: onClose,
  });
  const now = write.conflict?.now ?? NOTHING;
  const change = asked.kind === 'add' ? asked : { ...asked, entries: entriesIn(now, asked.entries) };
  // None of them exists any more.
  const isOver = change.kind !== 'add' && change.entries.length === 0;
  const targetProblem =
    change.kind === 'move'
      ? (indexNameProblem(target) ?? moveProblem(change.entries, target, entriesIn(now, listed)))
      : null;
  const taken = change.kind === 'add' ? existingEntry(added, listed, now) : undefined;
  const { operations, faults: ownFaults } = operationsOf(change, added, target);
  const conflicts =
    change.kind === 'add' ? aliasConflicts({ ...readAliasForm(added).add, index: added.index }, listed) : NO_FAULTS;
  const faults = { ...withTaken(ownFaults, taken), ...(taken === undefined && conflicts) };
  const isValid = Object.keys(faults).length === 0 && targetProblem === null && operations.length > 0;
  const title = titleOf(asked);
  const reason = useReason();
  const submit = () => {
    setIsSubmitted(true);
    if (!isValid) return;
    const shown = change.kind === 'add' ? [] : change.entries;
    reason.withReason((why) =>
      write.send({
        type: 'SEND',
        write: {
          input: { body: { actions: [...operations] } },
          expected: statesBefore(operations, [...shown, ...listed], now),
          wanted: statesAfter(operations),
          reason: why,
        },
      }),
    );
  };
  if (about !== null && moved === null) return null;
  return (
    <FormDialog
      title={title}
      size="medium"
      submitLabel={isOver ? title : titleOf(change)}
      submitVariant={change.kind === 'remove' ? 'danger' : 'primary'}
      isPending={write.isPending}
      isSubmitDisabled={isOver}
      onSubmit={submit}
      onClose={onClose}
      onCancel={() => {
        typed?.setValues(null);
        onClose();
      }}
    >
      {moved !== null && <UnreadableForms opened={moved} />}
      <ComparedNotices
        write={write}
        failureTitle="Couldn’t update the aliases"
        readAgain="the list of aliases"
        moved={(states) => <MovedAliases expected={write.write?.expected ?? {}} now={states} />}
      />
      {change.kind === 'add' && (
        <>
          <AliasFields form={added} change={edit} faults={isSubmitted || taken ? faults : conflicts} hasIndex />
          <ExistingAlias entry={taken} onEdit={onEdit} />
        </>
      )}
      {change.kind === 'move' && (
        <TextField
          label="Move to index"
          isMono
          autoFocus
          value={target}
          onChange={(text) => editMove({ target: text })}
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
      {change.kind !== 'add' && (
        <NamesList
          label={change.kind === 'remove' ? 'To be removed' : 'To be moved'}
          items={change.entries.map(idOfEntry).map((name) => ({ key: name, name }))}
        />
      )}
      {isValid || change.kind === 'remove' ? (
        <>
          <SentRequests requests={[requestOf(aliasesCall(operations))]} />
          {reason.field}
        </>
      ) : (
        <p className={common['muted']}>The request is shown here once the form is complete.</p>
      )}
    </FormDialog>
  );
}

function titleOf(change: AliasChange): string {
  return change.kind === 'add' ? 'Add alias' : `${TITLES[change.kind]} ${counted(change.entries.length)}`;
}

const NO_FAULTS: AliasFaults = {};
const NOTHING: AliasStates = {};

function operationsOf(
  change: AliasChange,
  added: AliasForm,
  target: string,
): { readonly operations: readonly AliasOperation[]; readonly faults: AliasFaults } {
  if (change.kind === 'move') return { operations: moveOperations(change.entries, target), faults: NO_FAULTS };
  if (change.kind === 'remove') return { operations: removeOperations(change.entries), faults: NO_FAULTS };
  const { add, faults } = readAliasForm(added);
  return { operations: [{ index: added.index, add }], faults };
}
