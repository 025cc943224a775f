import { useNavigate } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { AliasEntry } from '#domain/console';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { History, Pencil, PencilLine, Trash2 } from '../../kit/icons/icons.ts';
import { Move, RefreshCcw } from '../../kit/icons/screen-icons.ts';
import { RowMenu } from '../../lists/row-menu.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { idOfEntry } from './alias-operations.ts';
import { openAlias } from './aliases-search.ts';

interface AliasActions {
  readonly onEdit: (entry: AliasEntry) => void;
  readonly onRollOver: (entry: AliasEntry) => void;
  readonly onMove: (entry: AliasEntry) => void;
  readonly onRemove: (entry: AliasEntry) => void;
}

/** Gives the menus of the rows their actions. */
export const AliasActionsContext = createContext<AliasActions | null>(null);

/** What can be done with the alias of a row. */
export function AliasMenu({ entry }: { readonly entry: AliasEntry }) {
  const actions = use(AliasActionsContext);
  if (actions === null) throw new Error('The menu of an alias must be within <AliasActionsContext>');
  const navigate = useNavigate();
  const refusal = useIsReadOnly() && { isDisabled: true, description: READ_ONLY_REASON };
  return (
    <RowMenu
      name={idOfEntry(entry)}
      item={entry}
      entries={[
        {
          id: 'edit_mapping',
          label: 'Edit mapping',
          description: `Of ${entry.index}`,
          icon: PencilLine,
          onAction: () => void navigate({ to: ROUTES.indexMapping, params: { name: entry.index } }),
        },
        {
          id: 'history',
          label: 'History',
          icon: History,
          onAction: () => void navigate({ to: ROUTES.aliases, search: (before) => openAlias(before, entry) }),
        },
        'separator',
        { id: 'edit', label: 'Edit', icon: Pencil, ...refusal, onAction: () => actions.onEdit(entry) },
        {
          id: 'roll_over',
          label: 'Roll over',
          icon: RefreshCcw,
          ...refusal,
          onAction: () => actions.onRollOver(entry),
        },
        { id: 'move', label: 'Move', icon: Move, ...refusal, onAction: () => actions.onMove(entry) },
        'separator',
        {
          id: 'remove',
          label: 'Remove',
          icon: Trash2,
          isDanger: true,
          ...refusal,
          onAction: () => actions.onRemove(entry),
        },
      ]}
    />
  );
}
