import type { OfferedAction } from '../../actions/action-registry.ts';
import type { MenuEntry } from '../../kit/menu.tsx';

/** The lines of a menu as actions of the palette, under a group of their own. What is disabled is left out there. */
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
