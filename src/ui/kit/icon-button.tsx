import { Button as AriaButton, type ButtonProps as AriaButtonProps, type TooltipProps } from 'react-aria-components';
import type { ButtonVariant } from './button.tsx';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import type { Icon } from './icons/icons.ts';
import { ariaKeys } from './keys.ts';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  readonly icon: Icon;
  /** Its name, and the tooltip unless `tooltip` says more. */
  readonly label: string;
  readonly tooltip?: string | undefined;
  /** A chord such as `Mod+Z`, shown in the tooltip. It is bound elsewhere: see `src/ui/actions`. */
  readonly keys?: string | undefined;
  readonly variant?: ButtonVariant;
  readonly size?: 'medium' | 'small';
  readonly placement?: NonNullable<TooltipProps['placement']>;
  readonly className?: string;
}

/** A button whose face is an icon. Its keys are set by hand: react-aria lets no `aria-keyshortcuts` through. */
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
