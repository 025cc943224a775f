import type { ReactNode } from 'react';
import type { PopoverProps } from 'react-aria-components';
import type { ButtonProps } from './button.tsx';
import type { Icon } from './icons/icons.ts';

/** One line of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  /** For example, why the action is not available. */
  readonly description?: string;
  readonly icon?: Icon;
  readonly keys?: string;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
  readonly onAction: () => void;
}

export interface MenuProps {
  /** The name of the button and of the menu. */
  readonly label: string;
  readonly items: readonly (MenuEntry | 'separator')[];
  readonly placement?: NonNullable<PopoverProps['placement']>;
}

export interface IconMenuProps extends MenuProps {
  readonly icon: Icon;
  readonly size?: 'medium' | 'small';
}

export interface ButtonMenuProps extends MenuProps, Pick<ButtonProps, 'variant' | 'isDisabled' | 'icon'> {
  /** Shown instead of the label on a narrow screen; the accessible name stays. */
  readonly shortLabel?: ReactNode;
  /** The short label is shown on every screen; the label should begin with it. */
  readonly isShort?: boolean;
}

export interface ChoiceMenuProps<Id extends string> {
  /** The name of the button and of the menu. */
  readonly label: string;
  readonly icon: Icon;
  readonly items: readonly { readonly id: Id; readonly label: string }[];
  /** Exactly one is chosen, which closes the list. */
  readonly isSingle?: boolean;
  readonly chosen: ReadonlySet<Id>;
  readonly onChange: (chosen: ReadonlySet<Id>) => void;
}

/** Whether the control is open when it appears: its button was pressed before its code was loaded. */
export interface OpenAtFirst {
  readonly isOpenAtFirst: boolean;
}
