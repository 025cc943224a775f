import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './flyout.module.css';
import { X } from './icons/icons.ts';

interface FlyoutProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Fixed at the bottom: buttons, the main one last. */
  readonly footer?: ReactNode;
  /** Shown beside the title, before the close button. */
  readonly actions?: ReactNode;
  /** Called for the close button and for Escape, wherever the focus is, unless a layer above handles the key. */
  readonly onClose: () => void;
}

const FOCUSABLE =
  '[data-autofocus], input:not([disabled]), textarea:not([disabled]), button:not([disabled]), [tabindex="0"], .cm-content';

/**
 * A panel at the right that leaves the rest of the screen usable: 680 to 720 px wide, the full width on a narrow
 * screen. It takes the focus when it opens (an element with `data-autofocus`, or else the first field) and returns it
 * when it closes. Render it while it is open.
 */
export function Flyout({ title, children, footer, actions, onClose }: FlyoutProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    const body = element?.querySelector(`.${styles['body'] ?? ''}`);
    const first =
      element?.querySelector<HTMLElement>('[data-autofocus]') ?? body?.querySelector<HTMLElement>(FOCUSABLE) ?? element;
    if (element?.contains(before) !== true) first?.focus();
    return () => {
      const isLost = document.activeElement === document.body || element?.contains(document.activeElement) === true;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Layers above (menus, modals, tooltips, an editor's search) stop the key or mark it as handled.
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      close.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section ref={panel} role="dialog" aria-labelledby={titleId} tabIndex={-1} className={styles['flyout']}>
      <header className={styles['header']}>
        <h2 id={titleId} className={styles['title']}>
          {title}
        </h2>
        {actions}
        <IconButton icon={X} label="Close" keys="Escape" onPress={onClose} placement="left" />
      </header>
      <div className={styles['body']}>{children}</div>
      {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
    </section>
  );
}
