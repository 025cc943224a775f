import type { LucideIcon } from 'lucide-react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator, type PopoverProps } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Kbd } from './kbd.tsx';
import styles from './popover.module.css';

/** One line of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly keys?: string;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
  readonly onAction: () => void;
}

interface MenuProps {
  /** The name of the button and of the menu. */
  readonly label: string;
  readonly items: readonly (MenuEntry | 'separator')[];
  readonly placement?: NonNullable<PopoverProps['placement']>;
}

/** An icon that opens a menu. */
export function IconMenu({ label, icon, items, placement = 'bottom end', size }: MenuProps & { readonly icon: LucideIcon; readonly size?: 'medium' | 'small' }) {
  return (
    <MenuTrigger>
      <IconButton icon={icon} label={label} {...(size && { size })} />
      <MenuPopover label={label} items={items} placement={placement} />
    </MenuTrigger>
  );
}

function MenuPopover({ label, items, placement }: Required<MenuProps>) {
  return (
    <Popover className={styles['popover'] ?? ''} placement={placement} offset={4}>
      <AriaMenu className={styles['list'] ?? ''} aria-label={label}>
        {items.map((item, index) =>
          item === 'separator' ? (
            <Separator key={`separator-${index}`} className={styles['separator'] ?? ''} />
          ) : (
            <MenuItem
              key={item.id}
              id={item.id}
              textValue={item.label}
              isDisabled={item.isDisabled === true}
              onAction={item.onAction}
              className={classNames(styles['item'], item.isDanger === true && styles['danger'])}
            >
              {item.icon && <item.icon size={16} aria-hidden className={styles['itemIcon']} />}
              <span className={classNames(styles['words'], styles['itemLabel'])}>{item.label}</span>
              {item.keys !== undefined && <Kbd keys={item.keys} />}
            </MenuItem>
          ),
        )}
      </AriaMenu>
    </Popover>
  );
}
