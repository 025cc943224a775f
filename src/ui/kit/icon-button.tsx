import { Button as AriaButton, type ButtonProps as AriaButtonProps, type TooltipProps } from 'react-aria-components';
import type { ButtonVariant } from './button.tsx';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import type { Icon } from './icons/icons.ts';
import { ariaKeys } from './keys.ts';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  readonly icon: Icon;
  /** The name of the button, and the tooltip unless `tooltip` is given. */
  readonly label: string;
  readonly tooltip?: string | undefined;
  /** A chord such as `Mod+Z`, shown in the tooltip. The shortcut itself is bound elsewhere: see `src/ui/actions`. */
  readonly keys?: string | undefined;
  readonly variant?: ButtonVariant;
  readonly size?: 'medium' | 'small';
  readonly placement?: NonNullable<TooltipProps['placement']>;
  readonly className?: string;
}

/** A button with an icon. Its keys are set on the element: react-aria does not pass `aria-keyshortcuts` on. */
export function IconButton({
  icon: Icon,
  label,
  tooltip,
  keys,
  variant = 'quiet',
  size = 'medium',
  placement,
  className,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip content={tooltip ?? label} keys={keys} {...(placement && { placement })}>
      <AriaButton
        {...props}
        aria-label={label}
        {...(keys !== undefined && { ref: (button) => button?.setAttribute('aria-keyshortcuts', ariaKeys(keys)) })}
        className={classNames(styles['button'], styles['icon'], styles[variant], styles[size], className)}
      >
        <Icon size={16} aria-hidden />
      </AriaButton>
    </Tooltip>
  );
}
