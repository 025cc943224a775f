import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

export interface PlainRow {
  readonly id: string;
  readonly name: string;
  readonly level: number;
  readonly type: string;
  readonly parameters: string;
  /** In words: what the last column says. */
  readonly below: string;
}

const ROW_HEIGHT = 64;

/** The least that a virtual list of the same rows can be: their words, and no tree, no keys, no actions. */
export function BareList({ rows }: { readonly rows: readonly PlainRow[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  return (
    <div ref={scroller} style={{ height: '100%', overflow: 'auto' }}>
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const { id, name, level, type, parameters, below } = rows[index] as PlainRow;
          return (
            <div
              key={id}
              style={{
                position: 'absolute',
                insetInline: 0,
                height: ROW_HEIGHT,
                transform: `translateY(${start}px)`,
                display: 'flex',
              }}
            >
              <div style={{ flex: 1, paddingInlineStart: 16 * level }}>
                <div>{name}</div>
                <div>{parameters}</div>
              </div>
              <div>{type}</div>
              <div>{below}</div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
