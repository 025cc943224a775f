import type { ReactNode } from 'react';
import styles from './lists.module.css';

interface NamesListProps {
  /** What happens to them: "To be deleted". */
  readonly label: string;
  readonly items: readonly { readonly key: string; readonly name: string; readonly note?: ReactNode }[];
}

/** The exact names that a dialog is about; it scrolls where they are many. */
export function NamesList({ label, items }: NamesListProps) {
  return (
    <ul className={styles['names']} tabIndex={0} aria-label={label}>
      {items.map(({ key, name, note }) => (
        <li key={key}>
          {name}
          {note !== undefined && <div className={styles['note']}>{note}</div>}
        </li>
      ))}
    </ul>
  );
}
