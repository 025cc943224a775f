import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef, useState } from 'react';
import { importErrorText, type ImportError } from '#domain/mapping';
import { Button } from '../../kit/button.tsx';
import styles from './import-errors.module.css';

/** How high a line is taken to be until it is measured. */
const LINE_HEIGHT = 28;

/** What is wrong in mappings: the first error, and the others on request. */
export function ImportErrors({ errors }: { readonly errors: readonly ImportError[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const id = useId();
  const [first] = errors;
  if (first === undefined) return null;
  const more = errors.length - 1;
  return (
    <div className={styles['errors']}>
      <div id={id}>
        {isExpanded ? (
          <AllErrors errors={errors} />
        ) : (
          <ul className={styles['list']} aria-label="Errors">
            <li className={styles['error']}>{importErrorText(first)}</li>
          </ul>
        )}
      </div>
      {more > 0 && (
        <Button size="small" aria-expanded={isExpanded} aria-controls={id} onPress={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? 'Hide errors' : `Show ${more.toLocaleString('en')} more errors`}
        </Button>
      )}
    </div>
  );
}

/** All of them, of which only the visible ones exist; the keyboard scrolls the list itself. */
function AllErrors({ errors }: { readonly errors: readonly ImportError[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  // Its functions change with every scroll, which is what this component is about; nothing here is memoized over them.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count: errors.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 4,
  });
  return (
    <div ref={scroller} role="list" aria-label="Errors" tabIndex={0} className={styles['list']}>
      <div role="presentation" className={styles['all']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const error = errors[index];
          if (error === undefined) return null;
          return (
            <div
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              role="listitem"
              aria-setsize={errors.length}
              aria-posinset={index + 1}
              className={styles['error']}
              style={{ transform: `translateY(${start}px)` }}
            >
              {importErrorText(error)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
