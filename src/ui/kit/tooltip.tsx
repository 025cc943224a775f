import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger, type TooltipProps as AriaTooltipProps } from 'react-aria-components';
import { Kbd } from './kbd.tsx';
import styles from './tooltip.module.css';

interface TooltipProps {
  /** A button or link of this kit, or another element that react-aria can focus. */
  readonly children: ReactNode;
  readonly content: ReactNode;
  /** A chord such as `Mod+Z`, shown after the text. */
  readonly keys?: string | undefined;
  readonly placement?: NonNullable<AriaTooltipProps['placement']>;
}

/**
 * Describes its child on hover and focus. Not for information that users need in order to continue: touch screens have
 * no hover.
 */
export function Tooltip({ children, content, keys, placement = 'bottom' }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={60}>
      {children}
      <AriaTooltip className={styles['tooltip'] ?? ''} placement={placement} offset={6}>
        <span>{content}</span>
        {keys !== undefined && <Kbd keys={keys} className={styles['keys'] ?? ''} />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
