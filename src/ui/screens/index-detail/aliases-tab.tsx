import { useState } from 'react';
import { aliasEntries, type AliasEntry } from '#domain/console';
import { formatJson } from '#domain/json';
import { Pencil, Trash2 } from '../../kit/icons/icons.ts';
import { useClusterId, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { useTypedForm } from '../../platform/use-typed-form.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { EditAliasDialog } from '../aliases/edit-alias-dialog.tsx';
import { AddAliasDialog, RemoveAliasDialog } from './alias-dialog.tsx';
import { asJson, useIndexData } from './index-data.ts';
import common from '../../kit/common.module.css';
import { Facts } from './facts.tsx';
import { Loaded } from './loaded.tsx';

type AliasDialog = { readonly kind: 'add' } | { readonly kind: 'edit' | 'remove'; readonly entry: AliasEntry };

/** The aliases of an index with their properties, and how to add and remove them. */
export function AliasesTab({ name }: { readonly name: string }) {
  const query = useIndexData('aliases', name);
  const isReadOnly = useIsReadOnly();
  const opened = useTypedForm('addAlias', typedFormStream('addAlias', useClusterId(), name));
  const [dialog, setDialog] = useState<AliasDialog | null>(null);
  return (
    <Loaded query={query} what="the aliases">
      {(data) => {
        const aliases = aliasEntries(name, asJson(data));
        const shared = { index: name, aliases, onClose: () => setDialog(null) };
        return (
          <>
            <div className={common['centredRow']}>
              <p className={common['explanation']}>
                {aliases.length === 0
                  ? 'No aliases. An alias is a secondary name for one or more indices.'
                  : 'Secondary names of this index.'}
              </p>
              <span className={common['spacer']} />
              {opened !== null && opened.values !== null && dialog?.kind !== 'add' && (
                <Chip tone="warning">Not applied</Chip>
              )}
              {isReadOnly && <span className={common['explanation']}>This server is read-only.</span>}
              <Button variant="primary" isDisabled={isReadOnly} onPress={() => setDialog({ kind: 'add' })}>
                Add alias
              </Button>
            </div>
            {aliases.map((entry) => (
              <section key={entry.alias} aria-label={`Alias ${entry.alias}`}>
                <div className={common['centredRow']}>
                  <h2 className={common['mono']}>{entry.alias}</h2>
                  {entry.is_write_index === true && <Chip tone="accent">Write index</Chip>}
                  {entry.is_hidden === true && <Chip>Hidden</Chip>}
                  <span className={common['spacer']} />
                  <IconButton
                    icon={Pencil}
                    label={`Edit alias ${entry.alias}`}
                    isDisabled={isReadOnly}
                    onPress={() => setDialog({ kind: 'edit', entry })}
                  />
                  <IconButton
                    icon={Trash2}
                    label={`Remove alias ${entry.alias}`}
                    isDisabled={isReadOnly}
                    onPress={() => setDialog({ kind: 'remove', entry })}
                  />
                </div>
                <Facts
                  facts={[
                    ['Filter', entry.filter && formatJson(entry.filter)],
                    ['Index routing', entry.index_routing],
                    ['Search routing', entry.search_routing],
                    ...Object.entries(entry.others ?? {}).map(([name, value]) => [name, formatJson(value)] as const),
                  ]}
                />
              </section>
            ))}
            {opened !== null && <UnreadableForms opened={opened} />}
            {dialog?.kind === 'add' && opened !== null && (
              <AddAliasDialog {...shared} opened={opened} onEdit={(entry) => setDialog({ kind: 'edit', entry })} />
            )}
            {dialog?.kind === 'edit' && <EditAliasDialog entry={dialog.entry} onClose={shared.onClose} />}
            {dialog?.kind === 'remove' && <RemoveAliasDialog {...shared} alias={dialog.entry.alias} />}
          </>
        );
      }}
    </Loaded>
  );
}
