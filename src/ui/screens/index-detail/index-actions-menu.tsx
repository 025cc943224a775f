import { Suspense, useEffect, useState } from 'react';
import type { ResizeKind } from '#domain/index-operations';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Combine, CopyPlus, EllipsisVertical, Split } from '../../kit/icons/icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { useIndexActions } from '../indices/index-actions-provider.tsx';
import { indexMenu } from '../indices/index-menu.tsx';
import { menuActions } from '../indices/menu-actions.ts';
import { useIndexDialogs } from '../indices/use-index-dialogs.tsx';
import { useActions } from '../../actions/use-actions.tsx';
import { IconMenu, type MenuEntry } from '../../kit/menu.tsx';

const ResizeDialog = lazyPart(async () => (await import('./resize-dialog.tsx')).ResizeDialog);

const RESIZES = [
  { kind: 'clone', label: 'Clone', icon: CopyPlus },
  { kind: 'shrink', label: 'Shrink', icon: Combine },
  { kind: 'split', label: 'Split', icon: Split },
] as const;

const NO_ITEMS: readonly MenuEntry[] = [];

/** What can be done with the index, as in the list; what is shown of it is read again when something was done. */
export function IndexActionsMenu({ name }: { readonly name: string }) {
  const { data } = useApiQuery('indices.reload', { body: { indexNames: [name] } });
  const actions = useIndexActions();
  const { menu, dialog } = useIndexDialogs(actions);
  const refetch = useRefetch();
  const isBusy = actions.busy.has(name);
  useEffect(() => {
    if (!isBusy) void refetch('indices.reload', 'settings.get', 'stats.get', 'shards.get', 'allocation.get');
  }, [isBusy, refetch]);
  const index = data?.find((row) => row.name === name);
  const [resized, setResized] = useState<ResizeKind | null>(null);
  const isReadOnly = useIsReadOnly();
  const resizes = RESIZES.map(({ kind, label, icon }): MenuEntry => {
    const refusal = isReadOnly ? READ_ONLY_REASON : index?.status === 'close' ? 'Open the index first.' : undefined;
    return {
      id: `resize.${kind}`,
      label,
      icon,
      ...(refusal !== undefined && { isDisabled: true, description: refusal }),
      onAction: () => setResized(kind),
    };
  });
  const items = index === undefined ? NO_ITEMS : [...resizes, 'separator' as const, ...indexMenu([index], menu)];
  useActions(menuActions(`Index ${name}`, items));
  if (index === undefined) return null;
  return (
    <>
      <IconMenu label={`Actions for ${name}`} icon={EllipsisVertical} items={items} />
      {dialog}
      {resized !== null && (
        <Suspense>
          <ResizeDialog name={name} kind={resized} onClose={() => setResized(null)} />
        </Suspense>
      )}
    </>
  );
}
