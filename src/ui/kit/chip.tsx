import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

export type ChipTone = 'neutral' | 'accent' | 'info' | 'violet' | 'green' | 'success' | 'warning' | 'danger';

interface ChipProps {
  readonly children: ReactNode;
  readonly tone?: ChipTone;
  /** For names of the engine, such as `scaled_float`. */
  readonly isMono?: boolean;
  readonly title?: string;
}

/** A small label: the type of a field, the kind of a draft. */
export function Chip({ children, tone = 'neutral', isMono = false, title }: ChipProps) {
  return (
    <span className={classNames(styles['chip'], styles[tone], isMono && styles['mono'])} title={title}>
      {children}
    </span>
  );
}
