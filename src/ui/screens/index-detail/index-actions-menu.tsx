import { EllipsisVertical } from 'lucide-react';
import { useEffect } from 'react';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { useIndexActions } from '../indices/index-actions-provider.tsx';
import { indexMenu } from '../indices/index-menu.tsx';
import { menuActions } from '../indices/menu-actions.ts';
import { useIndexDialogs } from '../indices/use-index-dialogs.tsx';
import { useActions } from '../../actions/use-actions.tsx';
import { IconMenu, type MenuEntry } from '../../kit/menu.tsx';

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
  const items = index === undefined ? NO_ITEMS : indexMenu([index], menu);
  useActions(menuActions(`Index ${name}`, items));
  if (index === undefined) return null;
  return (
    <>
      <IconMenu label={`Actions for ${name}`} icon={EllipsisVertical} items={items} />
      {dialog}
    </>
  );
}
