import { useEffect, useRef, type ReactNode } from 'react';
import styles from './bottom-bar.module.css';

/** How high the bar below the content is, for what lies over the screen. */
const HEIGHT = '--height-bottom-bar';

interface BottomBarProps {
  readonly label: string;
  /** What is said, on the left. */
  readonly words: ReactNode;
  /** It says something that can't wait. */
  readonly isAlert?: boolean;
  /** Buttons, on the right. */
  readonly children: ReactNode;
}

/** A bar with buttons below the content; toasts keep above it, however many lines it takes. At most one is shown. */
export function BottomBar({ label, words, isAlert = false, children }: BottomBarProps) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return (
    <section ref={bar} aria-label={label} className={styles['bar']} {...(isAlert && { role: 'alert' })}>
      {words}
      <span className={styles['spacer']} />
      {children}
    </section>
  );
}
