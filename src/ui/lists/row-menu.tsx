import { use } from 'react';
import { copyText } from '../kit/copy-text.ts';
import { ClipboardCopy, Ellipsis, Trash2 } from '../kit/icons/icons.ts';
import { IconMenu, type MenuEntry } from '../kit/menu.tsx';
import { RowDeletionContext } from './row-deletion.ts';

interface RowMenuProps {
  readonly name: string;
  readonly item: unknown;
  readonly entries: readonly (MenuEntry | 'separator')[];
}

/** Copies what an item is called. */
export function copyEntry(what: 'name' | 'ID', text: string): MenuEntry {
  return {
    id: 'copy',
    label: `Copy ${what}`,
    icon: ClipboardCopy,
    onAction: () => void copyText(text, `Copied ${what}`),
  };
}

/** The menu of a row: what can be done with its item, and its deletion where the list offers it. */
export function RowMenu({ name, item, entries }: RowMenuProps) {
  const deletion = use(RowDeletionContext);
  const refusal = deletion?.refusalOf(item);
  const items: readonly (MenuEntry | 'separator')[] =
    deletion === null
      ? entries
      : [
          ...entries,
          'separator',
          {
            id: 'delete',
            label: deletion.label,
            icon: Trash2,
            isDanger: true,
            ...(refusal !== undefined && { isDisabled: true, description: refusal }),
            onAction: () => deletion.request([item]),
          },
        ];
  return <IconMenu label={`Actions for ${name}`} icon={Ellipsis} items={items} />;
}
