import type { OfferedAction } from '../../actions/action-registry.ts';
import type { MenuEntry } from '../../kit/menu.tsx';

/** The items of a menu as actions of the palette, in a separate group. The palette leaves out disabled items. */
export function menuActions(group: string, items: readonly (MenuEntry | 'separator')[]): readonly OfferedAction[] {
  return items.flatMap((item) =>
    item === 'separator'
      ? []
      : [
          {
            id: `${group}/${item.id}`,
            title: item.label,
            group,
            isEnabled: item.isDisabled !== true,
            run: item.onAction,
          },
        ],
  );
}
