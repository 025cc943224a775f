import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import type { Icon } from './icons/icons.ts';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons for the next steps. */
  readonly actions?: ReactNode;
  /** The heading level of the title, by its place on the page. */
  readonly level?: 1 | 2 | 3;
}

/** Shown where there is nothing yet, nothing was found, or something failed: what happened, and what to do next. */
export function EmptyState({ icon: Icon, title, children, actions, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']}>
        <Icon size={24} strokeWidth={1.75} aria-hidden />
      </span>
      <Heading className={styles['title']}>{title}</Heading>
      {children !== undefined && <div className={styles['text']}>{children}</div>}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
