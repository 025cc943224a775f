import { useEffect, useRef, type ReactNode } from 'react';
import styles from './bottom-bar.module.css';

/** The CSS property with the height of the bar below the content, for elements that lie over the screen. */
const HEIGHT = '--height-bottom-bar';

interface BottomBarProps {
  readonly label: string;
  /** The text, on the left. */
  readonly words: ReactNode;
  /** Whether the text is announced at once. */
  readonly isAlert?: boolean;
  /** Buttons, on the right. */
  readonly children?: ReactNode;
}

/** A bar with buttons below the content; toasts stay above it, whatever its height. At most one is shown. */
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
      {children !== undefined && <span className={styles['buttons']}>{children}</span>}
    </section>
  );
}
