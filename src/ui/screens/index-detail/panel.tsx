import { useId, type ReactNode } from 'react';
import styles from './summary.module.css';

interface PanelProps {
  readonly title: string;
  /** A link or a chip at the end of the title line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of the summary. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
