import { useState } from 'react';
import type { AliasAction } from '#domain/console';
import { formatJson, isObject, member } from '#domain/json';
import { Trash2 } from '../../kit/icons/icons.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { ConfirmDialog } from '../../kit/modal.tsx';
import { showToast } from '../../kit/toast.tsx';
import { AliasDialog } from './alias-dialog.tsx';
import { asJson, useIndexData } from './index-data.ts';
import styles from './index-detail.module.css';
import { Facts } from './facts.tsx';
import { Loaded } from './loaded.tsx';

/** The aliases of an index: what each leads to, and how to add and remove them. */
export function AliasesTab({ name }: { readonly name: string }) {
  const query = useIndexData('aliases', name);
  const isReadOnly = useIsReadOnly();
  const [dialog, setDialog] = useState<'add' | { readonly remove: string } | null>(null);
  const {
    mutate: update,
    reset,
    isPending,
    error,
  } = useApiMutation('aliases.update', {
    invalidates: ['aliases.get', 'indices.reload', 'indices.list'],
    onSuccess: (_response, { body }) =>
      body.actions.forEach((action) => showToast({ kind: 'success', title: doneTitle(action) })),
  });
  const send = (action: AliasAction) =>
    update({ params: { name }, body: { actions: [action] } }, { onSuccess: () => setDialog(null) });
  const close = () => {
    setDialog(null);
    reset();
  };
  return (
    <Loaded query={query} what="the aliases">
      {(data) => {
        const aliases = Object.entries(asJson(data.aliases));
        return (
          <>
            <div className={styles['row']}>
              <p className={styles['intro']}>
                {aliases.length === 0
                  ? 'No aliases. An alias is a secondary name for one or more indices.'
                  : 'Secondary names of this index.'}
              </p>
              <span className={styles['spacer']} />
              {isReadOnly && <span className={styles['intro']}>This server is read-only.</span>}
              <Button variant="primary" isDisabled={isReadOnly} onPress={() => setDialog('add')}>
                Add alias
              </Button>
            </div>
            {aliases.map(([alias, settings]) => (
              <section key={alias} aria-label={`Alias ${alias}`}>
                <div className={styles['row']}>
                  <h2 className={styles['mono']}>{alias}</h2>
                  {isOn(settings, 'is_write_index') && <Chip tone="accent">Write index</Chip>}
                  {isOn(settings, 'is_hidden') && <Chip>Hidden</Chip>}
                  <span className={styles['spacer']} />
                  <IconButton
                    icon={Trash2}
                    label={`Remove alias ${alias}`}
                    isDisabled={isReadOnly}
                    onPress={() => setDialog({ remove: alias })}
                  />
                </div>
                <Facts
                  facts={[
                    ['Filter', textOf(settings, 'filter')],
                    ['Index routing', textOf(settings, 'index_routing')],
                    ['Search routing', textOf(settings, 'search_routing')],
                  ]}
                />
              </section>
            ))}
            {dialog === 'add' && (
              <AliasDialog
                taken={aliases.map(([alias]) => alias)}
                error={error}
                isPending={isPending}
                onAdd={(add) => send({ add })}
                onClose={close}
              />
            )}
            {dialog !== null && dialog !== 'add' && (
              <ConfirmDialog
                title={`Remove alias ${dialog.remove}?`}
                confirmLabel="Remove"
                isDanger
                isPending={isPending}
                onConfirm={() => send({ remove: { alias: dialog.remove } })}
                onCancel={close}
              >
                {error !== null && (
                  <WriteErrorNotice title="Couldn’t remove the alias" error={error} readAgain="the aliases" />
                )}
                <p>Requests using this alias will no longer reach {name}. The index and its documents are kept.</p>
              </ConfirmDialog>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function doneTitle(action: AliasAction): string {
  return 'add' in action ? `Added alias ${action.add.alias}` : `Removed alias ${action.remove.alias}`;
}

function isOn(settings: unknown, name: string): boolean {
  return isObject(settings) && member(settings, name) === true;
}

function textOf(settings: unknown, name: string): string | undefined {
  const value = isObject(settings) ? member(settings, name) : undefined;
  return value === undefined || typeof value === 'string' ? value : formatJson(value);
}
