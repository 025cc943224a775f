import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly count?: number | undefined;
  /** What the tab has to say, in a word or two that may change: its room does not. */
  readonly state?: ReactNode;
}

interface TabsProps<Id extends string> {
  /** For screen readers. */
  readonly label: string;
  readonly items: readonly TabItem<Id>[];
  readonly value: Id;
  /** Called with the requested tab; it is shown once `value` names it. */
  readonly onChange: (id: Id) => void;
  /** Shown beside the tabs, at the end of their line. */
  readonly end?: ReactNode;
  /** The tabs stay on one line, which scrolls where it is too narrow, instead of on several. */
  readonly isOneLine?: boolean;
  readonly children: ReactNode;
}

/** Parts of one subject, one of which is shown as `children`. */
export function Tabs<Id extends string>({
  label,
  items,
  value,
  onChange,
  end,
  isOneLine = false,
  children,
}: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const showSelected = () =>
      list.current
        ?.querySelector('[role=tab][aria-selected=true]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The selected tab is only marked one render later.
    const frame = requestAnimationFrame(showSelected);
    // A form beside the tabs takes some of their width.
    const observer = new ResizeObserver(showSelected);
    if (list.current !== null) observer.observe(list.current);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [value]);
  return (
    <AriaTabs
      selectedKey={value}
      onSelectionChange={(key) => {
        const chosen = items.find(({ id }) => id === key);
        if (chosen !== undefined && chosen.id !== value) onChange(chosen.id);
      }}
      keyboardActivation="manual"
      className={styles['tabs'] ?? ''}
    >
      <div
        className={styles['line']}
        // A mouse wheel turns one way only.
        onWheel={({ deltaX, deltaY }) => deltaX === 0 && list.current?.scrollBy({ left: deltaY })}
      >
        <TabList
          ref={list}
          aria-label={label}
          className={styles['list'] ?? ''}
          {...(isOneLine && { 'data-one-line': true })}
        >
          {items.map(({ id, label: text, count, state }) => (
            <Tab key={id} id={id} className={styles['tab'] ?? ''}>
              {text}
              {count !== undefined && count > 0 && (
                <span className={styles['count']}>{count.toLocaleString('en')}</span>
              )}
              {state !== undefined && <span className={styles['state']}>{state}</span>}
            </Tab>
          ))}
        </TabList>
        {end !== undefined && <div className={styles['end']}>{end}</div>}
      </div>
      {items.map(({ id }) => (
        <TabPanel key={id} id={id} className={styles['panel'] ?? ''}>
          {id === value && children}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
