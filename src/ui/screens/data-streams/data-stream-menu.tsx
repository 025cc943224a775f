import { useNavigate } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { writeIndexOf, type DataStream } from '#domain/console';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { History, ListTree, PencilLine } from '../../kit/icons/icons.ts';
import { RefreshCcw } from '../../kit/icons/screen-icons.ts';
import { RowMenu } from '../../lists/row-menu.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import type { UnreadSearch } from '../../platform/search-schema.ts';
import { readDataStreamsSearch } from './data-streams-search.ts';

interface DataStreamActions {
  readonly onRollOver: (name: string) => void;
}

/** Gives the menus of the rows their actions. */
export const DataStreamActionsContext = createContext<DataStreamActions | null>(null);

/** What can be done with the data stream of a row. */
export function DataStreamMenu({ stream }: { readonly stream: DataStream }) {
  const actions = use(DataStreamActionsContext);
  if (actions === null) throw new Error('The menu of a data stream must be within <DataStreamActionsContext>');
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const { name } = stream;
  const writeIndex = writeIndexOf(stream);
  return (
    <RowMenu
      name={name}
      item={stream}
      entries={[
        ...(writeIndex === undefined
          ? []
          : [
              {
                id: 'edit_mapping',
                label: 'Edit mapping',
                description: `Of the write index ${writeIndex}`,
                icon: PencilLine,
                onAction: () => void navigate({ to: ROUTES.indexMapping, params: { name: writeIndex } }),
              },
            ]),
        {
          id: 'fields',
          label: 'Show fields',
          description: 'Of all backing indices together',
          icon: ListTree,
          onAction: () => void navigate({ to: ROUTES.indexFields, search: { of: name } }),
        },
        {
          id: 'history',
          label: 'History',
          icon: History,
          onAction: () => void navigate({ to: ROUTES.dataStream, params: { name }, search: openHistory }),
        },
        'separator',
        {
          id: 'roll_over',
          label: 'Roll over',
          icon: RefreshCcw,
          ...(isReadOnly && { isDisabled: true, description: READ_ONLY_REASON }),
          onAction: () => actions.onRollOver(name),
        },
      ]}
    />
  );
}

function openHistory(before: UnreadSearch) {
  return { ...readDataStreamsSearch(before), tab: 'history' as const };
}
