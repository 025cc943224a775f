import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type KeyboardEvent } from 'react';
import type { HistoryNode } from '#domain/document';
import { whoOf } from '#domain/history';
import { EventTime } from '../../files/event-time.tsx';
import { Button } from '../../kit/button.tsx';
import styles from './event-list.module.css';

interface EventListProps {
  readonly stream: string;
  /** Newest first. */
  readonly nodes: readonly HistoryNode[];
  readonly undone: ReadonlySet<string>;
  readonly at: number | null;
  readonly onAt: (version: number | null) => void;
  readonly now: string;
  readonly words: string;
  readonly onClear: () => void;
}

const ROW_HEIGHT = 60;

/** The events, of which only the visible ones exist: a list box whose selected option is the version that is shown. */
export function EventList({ stream, nodes, undone, at, onAt, now, words, onClear }: EventListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // The functions of the virtualizer change with every scroll, as they have to here; nothing in this component is
  // memoized over them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  if (nodes.length === 0) {
    return (
      <div className={styles['none']}>
        <p>{words === '' ? 'No events yet.' : 'No matching events.'}</p>
        {words !== '' && <Button onPress={onClear}>Clear filter</Button>}
      </div>
    );
  }
  const newest = nodes[0]?.version ?? 0;
  const chosen = nodes.findIndex(({ version }) => version === at);
  const go = (index: number) => {
    const node = nodes[Math.min(Math.max(index, 0), nodes.length - 1)];
    if (node === undefined) return;
    onAt(node.version);
    virtualizer.scrollToIndex(nodes.indexOf(node), { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = {
      ArrowDown: chosen + 1,
      ArrowUp: Math.max(chosen - 1, 0),
      Home: 0,
      End: nodes.length - 1,
      PageDown: chosen + 8,
      PageUp: chosen - 8,
    }[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(target);
  };
  const items = virtualizer.getVirtualItems();
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Events, newest first"
      tabIndex={0}
      className={styles['list']}
      onKeyDown={onKeyDown}
      {...(items.some(({ index }) => index === chosen) && {
        'aria-activedescendant': `event-${nodes[chosen]?.version ?? 0}`,
      })}
    >
      <div role="presentation" className={styles['all']} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const node = nodes[index];
          if (node === undefined) return null;
          const { event, version } = node;
          const isUndone = undone.has(event.id);
          return (
            <div
              key={event.id}
              id={`event-${version}`}
              role="option"
              aria-selected={version === at}
              aria-setsize={nodes.length}
              aria-posinset={index + 1}
              className={styles['event']}
              style={{ transform: `translateY(${start}px)` }}
              {...(isUndone && { 'data-undone': true })}
              onClick={() => onAt(version)}
            >
              <span className={styles['summary']} title={event.summary}>
                {event.summary}
              </span>
              <span className={styles['facts']}>
                <span className={styles['version']}>{version}</span>
                <span className={styles['author']}>{whoOf(event, { stream, version })}</span>
                <EventTime event={event} now={now} />
                {isUndone && <span className={styles['mark']}>undone</span>}
                {version === newest && words === '' && <span className={styles['mark']}>current</span>}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
