import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ChevronDown } from './icons/icons.ts';
import styles from './popover.module.css';

/** The content of a button that opens a menu. */
export function MenuButtonFace({
  label,
  shortLabel,
  isShort = false,
}: {
  readonly label: string;
  readonly shortLabel?: ReactNode;
  readonly isShort?: boolean | undefined;
}) {
  return (
    <span className={styles['menuButton']} {...(isShort && { 'data-short': true })}>
      <span className={classNames(shortLabel !== undefined && styles['longLabel'])}>{label}</span>
      {shortLabel !== undefined && (
        <span aria-hidden className={styles['shortLabel']}>
          {shortLabel}
        </span>
      )}
      <ChevronDown size={16} aria-hidden />
    </span>
  );
}
