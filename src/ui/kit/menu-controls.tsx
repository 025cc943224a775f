import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Check } from './icons/icons.ts';
import { Kbd } from './kbd.tsx';
import { MenuButtonFace } from './menu-button-face.tsx';
import type { ButtonMenuProps, ChoiceMenuProps, IconMenuProps, MenuProps, OpenAtFirst } from './menu-props.ts';
import styles from './popover.module.css';

/** An icon button that opens a menu. */
export function IconMenuControl({
  label,
  icon,
  items,
  placement = 'bottom end',
  size,
  isOpenAtFirst,
}: IconMenuProps & OpenAtFirst) {
  return (
    <MenuTrigger defaultOpen={isOpenAtFirst}>
      <IconButton icon={icon} label={label} {...(size && { size })} />
      <MenuPopover label={label} items={items} placement={placement} isOpenAtFirst={isOpenAtFirst} />
    </MenuTrigger>
  );
}

/** A button with a text that opens a menu. */
export function ButtonMenuControl({
  label,
  shortLabel,
  isShort,
  items,
  placement = 'bottom start',
  isOpenAtFirst,
  ...button
}: ButtonMenuProps & OpenAtFirst) {
  return (
    <MenuTrigger defaultOpen={isOpenAtFirst}>
      <Button {...button}>
        <MenuButtonFace label={label} shortLabel={shortLabel} isShort={isShort} />
      </Button>
      <MenuPopover label={label} items={items} placement={placement} isOpenAtFirst={isOpenAtFirst} />
    </MenuTrigger>
  );
}

/** An icon button that opens a list with any number of choices, which stays open while choosing, or with one. */
export function ChoiceMenuControl({
  label,
  icon,
  items,
  isSingle = false,
  chosen,
  onChange,
  isOpenAtFirst,
}: ChoiceMenuProps<string> & OpenAtFirst) {
  return (
    <MenuTrigger defaultOpen={isOpenAtFirst}>
      <IconButton icon={icon} label={label} />
      <Popover className={styles['popover'] ?? ''} placement="bottom end" offset={4}>
        <AriaMenu
          className={styles['list'] ?? ''}
          aria-label={label}
          selectionMode={isSingle ? 'single' : 'multiple'}
          disallowEmptySelection={isSingle}
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

function MenuPopover({ label, items, placement, isOpenAtFirst }: Required<MenuProps> & OpenAtFirst) {
  return (
    <Popover className={styles['popover'] ?? ''} placement={placement} offset={4}>
      <AriaMenu
        className={styles['list'] ?? ''}
        aria-label={label}
        // For a menu that was opened before its code was loaded, the key that opened it is not known.
        {...(isOpenAtFirst && { autoFocus: 'first' as const })}
      >
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
