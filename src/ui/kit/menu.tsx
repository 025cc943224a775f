import { useState, type ComponentType } from 'react';
import type { ButtonProps } from 'react-aria-components';
import { Button } from './button.tsx';
import { Deferred } from './deferred.tsx';
import { IconButton } from './icon-button.tsx';
import { lazyPart } from './lazy-part.tsx';
import { MenuButtonFace } from './menu-button-face.tsx';
import type { ButtonMenuProps, ChoiceMenuProps, IconMenuProps, OpenAtFirst } from './menu-props.ts';

export type { MenuEntry } from './menu-props.ts';

const IconMenuControl = lazyPart(async () => (await import('./menu-controls.tsx')).IconMenuControl);
const ButtonMenuControl = lazyPart(async () => (await import('./menu-controls.tsx')).ButtonMenuControl);
const ChoiceMenuControl = lazyPart(async () => (await import('./menu-controls.tsx')).ChoiceMenuControl);

const CLOSED = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const;

/**
 * Opens like the menu itself: for a key or a mouse on press, for a finger on release. If the menu's code arrives
 * between press and release, the button has been replaced when the key is released.
 */
function opening(setIsPressed: (isPressed: boolean) => void): Pick<ButtonProps, 'onPressStart' | 'onPress'> {
  return {
    onPressStart: ({ pointerType }) => pointerType !== 'touch' && setIsPressed(true),
    onPress: () => setIsPressed(true),
  };
}

/** An icon button that opens a menu. */
export function IconMenu(props: IconMenuProps) {
  const [isPressed, setIsPressed] = useState(false);
  const { icon, label, size } = props;
  return (
    <Deferred
      fallback={<IconButton {...CLOSED} icon={icon} label={label} {...(size && { size })} {...opening(setIsPressed)} />}
    >
      <IconMenuControl {...props} isOpenAtFirst={isPressed} />
    </Deferred>
  );
}

/** A button with a text that opens a menu. */
export function ButtonMenu(props: ButtonMenuProps) {
  const [isPressed, setIsPressed] = useState(false);
  const { label, shortLabel, isShort, items: _items, placement: _placement, ...button } = props;
  return (
    <Deferred
      fallback={
        <Button {...CLOSED} {...button} {...opening(setIsPressed)}>
          <MenuButtonFace label={label} shortLabel={shortLabel} isShort={isShort} />
        </Button>
      }
    >
      <ButtonMenuControl {...props} isOpenAtFirst={isPressed} />
    </Deferred>
  );
}

/** An icon button that opens a list with any number of choices, which stays open while choosing, or with one. */
export function ChoiceMenu<Id extends string>(props: ChoiceMenuProps<Id>) {
  const [isPressed, setIsPressed] = useState(false);
  const Control = ChoiceMenuControl as ComponentType<unknown> as ComponentType<ChoiceMenuProps<Id> & OpenAtFirst>;
  return (
    <Deferred fallback={<IconButton {...CLOSED} icon={props.icon} label={props.label} {...opening(setIsPressed)} />}>
      <Control {...props} isOpenAtFirst={isPressed} />
    </Deferred>
  );
}
