import { EllipsisVertical } from 'lucide-react';
import { useEffect } from 'react';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { useIndexActions } from '../indices/index-actions-provider.tsx';
import { indexMenu } from '../indices/index-menu.tsx';
import { useIndexDialogs } from '../indices/use-index-dialogs.tsx';
import { IconMenu } from '../../kit/menu.tsx';

/** What can be done with the index, as in the list; what is shown of it is read again when something was done. */
export function IndexActionsMenu({ name }: { readonly name: string }) {
  const { data } = useApiQuery('indices.reload', { body: { indexNames: [name] } });
  const actions = useIndexActions();
  const { menu, dialog } = useIndexDialogs(actions);
  const refetch = useRefetch();
  const isBusy = actions.busy.has(name);
  useEffect(() => {
    if (!isBusy) void refetch('indices.reload', 'settings.get', 'stats.get');
  }, [isBusy, refetch]);
  const index = data?.find((row) => row.name === name);
  if (index === undefined) return null;
  return (
    <>
      <IconMenu label={`Actions for ${name}`} icon={EllipsisVertical} items={indexMenu([index], menu)} />
      {dialog}
    </>
  );
}
