import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './code-block.module.css';

interface CodeBlockProps {
  readonly label: string;
  /** Long lines are wrapped; without it they can be scrolled to. */
  readonly isWrapped?: boolean;
  readonly children: ReactNode;
}

/** Text in a monospaced font: a request, a response, a reason. It scrolls within itself, by keyboard too. */
export function CodeBlock({ label, isWrapped = false, children }: CodeBlockProps) {
  return (
    <pre className={classNames(styles['code'], isWrapped && styles['wrapped'])} tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
