import { useState } from 'react';
import { aliasEntries, type AliasAction, type AliasEntry } from '#domain/console';
import { aliasesCall } from '#domain/index-operations';
import { requestOf } from '#domain/ports';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { ConfirmDialog } from '../../kit/modal.tsx';
import type { SentForm } from '../../platform/typed-form-source.ts';
import { typedOver, type OpenForm } from '../../platform/use-typed-form.ts';
import { ComparedNotices } from '../../review/review-dialog.tsx';
import { useComparedWrite } from '../../review/use-compared-write.ts';
import { useAliasConflicts } from '../aliases/alias-conflicts.ts';
import { AliasFields } from '../aliases/alias-fields.tsx';
import { NO_ALIAS, readAliasForm, type AliasForm } from '../aliases/alias-form.ts';
import { statesAfter, statesBefore } from '../aliases/alias-operations.ts';
import { ExistingAlias, withTaken } from '../aliases/edit-alias-dialog.tsx';
import { MovedAliases } from '../aliases/moved-aliases.tsx';
import { asJson } from './index-data.ts';

interface AliasDialogProps {
  /** The name of the index. */
  readonly index: string;
  /** The aliases of the index. */
  readonly aliases: readonly AliasEntry[];
  readonly onClose: () => void;
}

interface AddAliasDialogProps extends AliasDialogProps {
  readonly opened: OpenForm<AliasForm>;
  /** Called with the alias that exists already, to be edited instead. */
  readonly onEdit: (entry: AliasEntry) => void;
}

/** Form for a new alias of an index. */
export function AddAliasDialog({ opened, onEdit, ...props }: AddAliasDialogProps) {
  const { index, aliases, onClose } = props;
  const [form, change] = typedOver(opened, NO_ALIAS);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const update = useAliasUpdate(props, opened);
  const { add, faults } = readAliasForm(form);
  const conflicts = useAliasConflicts({ ...add, index });
  const taken = aliases.find((entry) => entry.alias === form.alias);
  const { alias } = withTaken(faults, taken);
  const isValid = alias === undefined && faults.filter === undefined && Object.keys(conflicts).length === 0;
  const reason = useReason();
  const submit = () => {
    setIsSubmitted(true);
    if (isValid) reason.withReason((why) => update.send({ add }, why));
  };
  return (
    <FormDialog
      title="Add alias"
      size="medium"
      submitLabel="Add alias"
      isPending={update.isPending}
      onSubmit={submit}
      onClose={onClose}
      onCancel={() => {
        opened.setValues(null);
        onClose();
      }}
    >
      {update.noticesOf('Couldn’t add the alias')}
      <AliasFields
        form={form}
        change={change}
        faults={{
          ...((isSubmitted || taken) && alias !== undefined && { alias }),
          ...(faults.filter !== undefined && { filter: faults.filter }),
          ...conflicts,
        }}
        hasIndex={false}
      />
      <ExistingAlias entry={taken} onEdit={onEdit} />
      {isValid && (
        <>
          <SentRequests requests={[requestOf(aliasesCall([{ index, add }]))]} />
          {reason.field}
        </>
      )}
    </FormDialog>
  );
}

/** Asks before an alias is removed from an index. */
export function RemoveAliasDialog({ alias, ...props }: AliasDialogProps & { readonly alias: string }) {
  const update = useAliasUpdate(props, null);
  const reason = useReason();
  return (
    <ConfirmDialog
      title={`Remove alias ${alias}?`}
      confirmLabel="Remove"
      isDanger
      isPending={update.isPending}
      onConfirm={() => reason.withReason((why) => update.send({ remove: { alias } }, why))}
      onCancel={props.onClose}
    >
      {update.noticesOf('Couldn’t remove the alias')}
      <p>Requests using this alias will no longer reach {props.index}. The index and its documents are kept.</p>
      <SentRequests requests={[requestOf(aliasesCall([{ index: props.index, remove: { alias } }]))]} />
      {reason.field}
    </ConfirmDialog>
  );
}

/** The change of one alias of an index. The state that is compared is what the dialog has shown first. */
function useAliasUpdate({ index, aliases, onClose }: AliasDialogProps, form: SentForm | null) {
  const [shown] = useState(aliases);
  const write = useComparedWrite('aliases.update', {
    read: async (api, { params, body: { actions } }) => {
      const response = await api.call('aliases.get', { params });
      return statesBefore(operationsOf(index, actions), aliasEntries(index, asJson(response)));
    },
    invalidates: ['aliases.get', 'indices.reload', 'indices.list'],
    form,
    made: ({ body: { actions } }) => ({ title: actions.map(doneTitle).join(', ') }),
    onDone: onClose,
  });
  return {
    isPending: write.isPending,
    send(action: AliasAction, reason: string | undefined) {
      const operations = operationsOf(index, [action]);
      write.send({
        type: 'SEND',
        write: {
          input: { params: { name: index }, body: { actions: [action] } },
          expected: statesBefore(operations, shown, write.conflict?.now),
          wanted: statesAfter(operations),
          reason,
        },
      });
    },
    noticesOf: (failureTitle: string) => (
      <ComparedNotices
        write={write}
        failureTitle={failureTitle}
        readAgain="the aliases"
        moved={(now) => <MovedAliases expected={write.write?.expected ?? {}} now={now} />}
      />
    ),
  };
}

const operationsOf = (index: string, actions: readonly AliasAction[]) =>
  actions.map((action) => ({ index, ...action }));

function doneTitle(action: AliasAction): string {
  return 'add' in action ? `Added alias ${action.add.alias}` : `Removed alias ${action.remove.alias}`;
}
