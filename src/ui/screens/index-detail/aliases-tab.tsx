import { useState } from 'react';
import { aliasEntries } from '#domain/console';
import { formatJson } from '#domain/json';
import { Trash2 } from '../../kit/icons/icons.ts';
import { useClusterId, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { useTypedForm } from '../../platform/use-typed-form.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { AddAliasDialog, RemoveAliasDialog } from './alias-dialog.tsx';
import { asJson, useIndexData } from './index-data.ts';
import common from '../../kit/common.module.css';
import { Facts } from './facts.tsx';
import { Loaded } from './loaded.tsx';

/** The aliases of an index with their properties, and how to add and remove them. */
export function AliasesTab({ name }: { readonly name: string }) {
  const query = useIndexData('aliases', name);
  const isReadOnly = useIsReadOnly();
  const opened = useTypedForm('addAlias', typedFormStream('addAlias', useClusterId(), name));
  const [dialog, setDialog] = useState<'add' | { readonly remove: string } | null>(null);
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
              {opened !== null && opened.values !== null && dialog !== 'add' && <Chip tone="warning">Not applied</Chip>}
              {isReadOnly && <span className={common['explanation']}>This server is read-only.</span>}
              <Button variant="primary" isDisabled={isReadOnly} onPress={() => setDialog('add')}>
                Add alias
              </Button>
            </div>
            {aliases.map(({ alias, filter, ...options }) => (
              <section key={alias} aria-label={`Alias ${alias}`}>
                <div className={common['centredRow']}>
                  <h2 className={common['mono']}>{alias}</h2>
                  {options.is_write_index === true && <Chip tone="accent">Write index</Chip>}
                  {options.is_hidden === true && <Chip>Hidden</Chip>}
                  <span className={common['spacer']} />
                  <IconButton
                    icon={Trash2}
                    label={`Remove alias ${alias}`}
                    isDisabled={isReadOnly}
                    onPress={() => setDialog({ remove: alias })}
                  />
                </div>
                <Facts
                  facts={[
                    ['Filter', filter && formatJson(filter)],
                    ['Index routing', options.index_routing],
                    ['Search routing', options.search_routing],
                  ]}
                />
              </section>
            ))}
            {opened !== null && <UnreadableForms opened={opened} />}
            {dialog === 'add' && opened !== null && <AddAliasDialog {...shared} opened={opened} />}
            {dialog !== null && dialog !== 'add' && <RemoveAliasDialog {...shared} alias={dialog.remove} />}
          </>
        );
      }}
    </Loaded>
  );
}
