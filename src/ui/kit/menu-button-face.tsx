import { classNames } from './class-names.ts';
import { ChevronDown } from './icons/icons.ts';
import styles from './popover.module.css';

/** What stands on a button that opens a menu. */
export function MenuButtonFace({
  label,
  shortLabel,
}: {
  readonly label: string;
  readonly shortLabel?: string | undefined;
}) {
  return (
    <span className={styles['menuButton']}>
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
