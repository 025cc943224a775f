import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { LoaderCircle, type Icon } from './icons/icons.ts';

/** `danger` confirms what can't be undone; `dangerQuiet` opens such a confirmation, from where things are read. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerQuiet';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly children: ReactNode;
  readonly variant?: ButtonVariant;
  readonly size?: 'medium' | 'small';
  /** Shown before the text. */
  readonly icon?: Icon;
  /** The action is running: the button keeps its size and focus, shows a spinner, and does not react. */
  readonly isPending?: boolean;
  readonly className?: string;
}

/** A button with a text. One `primary` to a view. */
export function Button({
  children,
  variant = 'secondary',
  size = 'medium',
  icon: Icon,
  className,
  ...props
}: ButtonProps) {
  return (
    <AriaButton {...props} className={classNames(styles['button'], styles[variant], styles[size], className)}>
      {({ isPending }) => (
        <>
          {Icon && <Icon size={16} aria-hidden />}
          <span className={styles['text']}>{children}</span>
          {isPending && <LoaderCircle size={16} aria-hidden className={styles['spinner']} />}
        </>
      )}
    </AriaButton>
  );
}

/** The look of a button, for a link to the place of an action. */
export function buttonClass(variant: ButtonVariant = 'secondary'): string {
  return classNames(styles['button'], styles[variant], styles['link']);
}
