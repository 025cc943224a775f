import type { ReactNode } from 'react';
import { aliasEntries, type AliasEntry } from '#domain/console';
import { aliasesCall } from '#domain/index-operations';
import { formatJson } from '#domain/json';
import { requestOf } from '#domain/ports';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useClusterId } from '../../cluster/use-cluster.ts';
import { useReason } from '../../cluster/use-reason.tsx';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { Button } from '../../kit/button.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Facts } from '../../lists/facts.tsx';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { typedOver, useTypedForm } from '../../platform/use-typed-form.ts';
import { ComparedNotices } from '../../review/review-dialog.tsx';
import { useComparedWrite } from '../../review/use-compared-write.ts';
import { useAliasConflicts } from './alias-conflicts.ts';
import { AliasFields } from './alias-fields.tsx';
import { aliasFormOf, readAliasForm, type AliasFaults } from './alias-form.ts';
import { idOfEntry, statesAfter, statesBefore } from './alias-operations.ts';
import { MovedAliases } from './moved-aliases.tsx';
import common from '../../kit/common.module.css';

interface EditAliasDialogProps {
  readonly entry: AliasEntry;
  readonly onClose: () => void;
}

/** Form for the properties of an alias on one index. What the form does not show is sent as it was read. */
export function EditAliasDialog({ entry, onClose }: EditAliasDialogProps) {
  const { alias, index } = entry;
  const id = idOfEntry(entry);
  const opened = useTypedForm('addAlias', typedFormStream('addAlias', useClusterId(), index, alias));
  const [form, change] = typedOver(opened, aliasFormOf(entry));
  const write = useComparedWrite('aliases.update', {
    read: async (api, { params, body: { actions } }) =>
      statesBefore(
        actions.map((action) => ({ index, ...action })),
        aliasEntries(index, await api.call('aliases.get', { params })),
      ),
    invalidates: ['all_aliases.list', 'aliases.get', 'indices.list', 'indices.reload'],
    form: opened,
    made: () => ({ title: `Updated alias ${alias}` }),
    onDone: onClose,
  });
  const reason = useReason();
  // Null where the alias is gone, so that it would be added anew.
  const now = write.conflict === null ? (form.before ?? {}) : (write.conflict.now[id] ?? null);
  const { add, faults } = readAliasForm(form, now ?? undefined);
  const conflicts = useAliasConflicts({ ...add, index });
  const isValid = faults.filter === undefined && Object.keys(conflicts).length === 0;
  if (opened === null) return null;
  const submit = () => {
    if (!isValid) return;
    const operations = [{ index, add: { ...add, ...(now !== null && { replaces: now }) } }];
    reason.withReason((why) =>
      write.send({
        type: 'SEND',
        write: {
          input: { params: { name: index }, body: { actions: operations.map(({ add: added }) => ({ add: added })) } },
          expected: { [id]: now },
          wanted: statesAfter(operations),
          reason: why,
        },
      }),
    );
  };
  return (
    <FormDialog
      title={`Edit alias ${id}`}
      size="medium"
      submitLabel={now === null ? 'Add alias' : 'Update alias'}
      isPending={write.isPending}
      onSubmit={submit}
      onClose={onClose}
      onCancel={() => {
        opened.setValues(null);
        onClose();
      }}
    >
      <UnreadableForms opened={opened} />
      <ComparedNotices
        write={write}
        failureTitle="Couldn’t update the alias"
        readAgain="the aliases"
        moved={(states) => <MovedAliases expected={write.write?.expected ?? {}} now={states} />}
      />
      <AliasFields
        form={form}
        change={change}
        faults={{ ...(faults.filter !== undefined && { filter: faults.filter }), ...conflicts }}
        hasIndex={false}
        isNamed
      />
      {add.others && (
        <Facts
          facts={Object.entries(add.others).map(([name, value]) => [name, `${formatJson(value)}. Not changed.`])}
        />
      )}
      {isValid && (
        <>
          <SentRequests requests={[requestOf(aliasesCall([{ index, add }]))]} />
          {reason.field}
        </>
      )}
    </FormDialog>
  );
}

interface ExistingAliasProps {
  /** The alias that the form of a new one names; undefined where there is none. */
  readonly entry: AliasEntry | undefined;
  readonly onEdit: (entry: AliasEntry) => void;
}

const TAKEN = 'This index already has an alias with this name.';

/** Leads from the form of a new alias to the existing one that it would replace. */
export function ExistingAlias({ entry, onEdit }: ExistingAliasProps): ReactNode {
  return (
    entry !== undefined && (
      <div className={common['row']}>
        <Button size="small" onPress={() => onEdit(entry)}>
          Edit existing alias
        </Button>
      </div>
    )
  );
}

/** The faults of a form with the name that is taken. */
export function withTaken(faults: AliasFaults, entry: AliasEntry | undefined): AliasFaults {
  return entry === undefined ? faults : { alias: TAKEN, ...faults };
}
