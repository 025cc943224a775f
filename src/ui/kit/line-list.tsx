import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './line-list.module.css';

/** The assumed height of a line until it is measured, in px. */
const LINE_HEIGHT = 28;

interface LineListProps {
  /** Describes the lines. */
  readonly label: string;
  readonly count: number;
  /** Whether the lines are what the page is about, and may take most of its height. */
  readonly isTall?: boolean;
  /** Renders the line at an index; a long line takes more room. */
  readonly children: (index: number) => ReactNode;
}

/** Any number of lines, of which only the visible ones exist; the keyboard scrolls the list itself. */
export function LineList({ label, count, isTall = false, children }: LineListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // The functions of the virtualizer change with every scroll, as they have to here; nothing in this component is
  // memoized over them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 4,
  });
  return (
    <div
      ref={scroller}
      role="list"
      aria-label={label}
      tabIndex={0}
      className={classNames(styles['list'], isTall && styles['tall'])}
    >
      <div role="presentation" className={styles['all']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            role="listitem"
            aria-setsize={count}
            aria-posinset={index + 1}
            className={styles['line']}
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
