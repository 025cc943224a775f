import { useEffect, useRef, type ReactNode } from 'react';

/** How high the bar below the content is, for what lies over the screen. */
const HEIGHT = '--height-bottom-bar';

interface BottomBarProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** It says something that can't wait. */
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}

/** A bar with buttons below the content; toasts keep above it, however many lines it takes. At most one is shown. */
export function BottomBar({ label, className, isAlert = false, children }: BottomBarProps) {
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
    <section ref={bar} aria-label={label} className={className} {...(isAlert && { role: 'alert' })}>
      {children}
    </section>
  );
}
