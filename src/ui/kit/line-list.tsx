import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import styles from './line-list.module.css';

/** How high a line is taken to be until it is measured. */
const LINE_HEIGHT = 28;

interface LineListProps {
  /** Says what the lines are. */
  readonly label: string;
  readonly count: number;
  /** The line at an index; a long one takes more room. */
  readonly children: (index: number) => ReactNode;
}

/** Any number of lines, of which only the visible ones exist; the keyboard scrolls the list itself. */
export function LineList({ label, count, children }: LineListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // Its functions change with every scroll, which is what this component is about; nothing here is memoized over them.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 4,
  });
  return (
    <div ref={scroller} role="list" aria-label={label} tabIndex={0} className={styles['list']}>
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
