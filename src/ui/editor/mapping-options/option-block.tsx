import { useId, type ReactNode } from 'react';
import styles from './option-block.module.css';

interface OptionBlockProps {
  readonly title: string;
  readonly description: ReactNode;
  readonly children: ReactNode;
}

/** One part of a form: title and description on the left, the inputs on the right. */
export function OptionBlock({ title, description, children }: OptionBlockProps) {
  const id = useId();
  return (
    <section className={styles['block']} aria-labelledby={id}>
      <div className={styles['about']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        <p className={styles['description']}>{description}</p>
      </div>
      <div className={styles['settings']}>{children}</div>
    </section>
  );
}
