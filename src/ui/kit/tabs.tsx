import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Id extends string> {
  /** For screen readers. */
  readonly label: string;
  readonly items: readonly { readonly id: Id; readonly label: string; readonly count?: number | undefined }[];
  readonly value: Id;
  /** What is asked for; it is shown once `value` says so. */
  readonly onChange: (id: Id) => void;
  /** Beside the tabs, at the end of their line. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** Parts of one thing, one of them shown as `children`. */
export function Tabs<Id extends string>({ label, items, value, onChange, end, children }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Which tab is selected is said a render later.
    const frame = requestAnimationFrame(() =>
      list.current
        ?.querySelector('[role=tab][aria-selected=true]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
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
      <div className={styles['line']}>
        <TabList ref={list} aria-label={label} className={styles['list'] ?? ''}>
          {items.map(({ id, label: text, count }) => (
            <Tab key={id} id={id} className={styles['tab'] ?? ''}>
              {text}
              {count !== undefined && count > 0 && (
                <span className={styles['count']}>{count.toLocaleString('en')}</span>
              )}
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
