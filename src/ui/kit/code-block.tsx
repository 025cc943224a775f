import { classNames } from './class-names.ts';
import styles from './code-block.module.css';

interface CodeBlockProps {
  readonly label: string;
  /** Long lines are broken; without it they are scrolled to. */
  readonly isWrapped?: boolean;
  readonly children: string;
}

/** Text in the letters of code: a request, an answer, a reason. It scrolls in itself, by the keyboard too. */
export function CodeBlock({ label, isWrapped = false, children }: CodeBlockProps) {
  return (
    <pre className={classNames(styles['code'], isWrapped && styles['wrapped'])} tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
