import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator, type PopoverProps } from 'react-aria-components';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Kbd } from './kbd.tsx';
import styles from './popover.module.css';

/** One line of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  /** Why it can't be done, say. */
  readonly description?: string;
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
export function IconMenu({
  label,
  icon,
  items,
  placement = 'bottom end',
  size,
}: MenuProps & { readonly icon: LucideIcon; readonly size?: 'medium' | 'small' }) {
  return (
    <MenuTrigger>
      <IconButton icon={icon} label={label} {...(size && { size })} />
      <MenuPopover label={label} items={items} placement={placement} />
    </MenuTrigger>
  );
}

/** A button with words that opens a menu. */
export function ButtonMenu({
  label,
  items,
  placement = 'bottom start',
  ...button
}: MenuProps & Pick<ButtonProps, 'variant' | 'isDisabled' | 'icon'>) {
  return (
    <MenuTrigger>
      <Button {...button}>
        <span className={styles['menuButton']}>
          {label}
          <ChevronDown size={16} aria-hidden />
        </span>
      </Button>
      <MenuPopover label={label} items={items} placement={placement} />
    </MenuTrigger>
  );
}

interface ChoiceMenuProps<Id extends string> {
  /** The name of the button and of the menu. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly items: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: ReadonlySet<Id>;
  readonly onChange: (chosen: ReadonlySet<Id>) => void;
}

/** An icon that opens a list of which any number can be chosen; it stays open meanwhile. */
export function ChoiceMenu<Id extends string>({ label, icon, items, chosen, onChange }: ChoiceMenuProps<Id>) {
  return (
    <MenuTrigger>
      <IconButton icon={icon} label={label} />
      <Popover className={styles['popover'] ?? ''} placement="bottom end" offset={4}>
        <AriaMenu
          className={styles['list'] ?? ''}
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) =>
            onChange(new Set(items.filter(({ id }) => keys === 'all' || keys.has(id)).map(({ id }) => id)))
          }
        >
          {items.map((item) => (
            <MenuItem key={item.id} id={item.id} textValue={item.label} className={styles['item'] ?? ''}>
              {({ isSelected }) => (
                <>
                  <Check
                    size={16}
                    aria-hidden
                    className={classNames(styles['check'], !isSelected && styles['unchecked'])}
                  />
                  {item.label}
                </>
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
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
              <span className={styles['words']}>
                <span className={styles['itemLabel']}>{item.label}</span>
                {item.description !== undefined && (
                  <span className={styles['itemDescription']}>{item.description}</span>
                )}
              </span>
              {item.keys !== undefined && <Kbd keys={item.keys} />}
            </MenuItem>
          ),
        )}
      </AriaMenu>
    </Popover>
  );
}
