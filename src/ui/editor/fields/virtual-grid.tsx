import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { useTreeDensity, type TreeDensity } from '../../platform/tree-preferences.ts';
import styles from './virtual-grid.module.css';

/** Row height in px. */
const ROW_HEIGHTS: Readonly<Record<TreeDensity, number>> = { comfortable: 64, compact: 36 };
const HEAD_HEIGHT = 32;
const OVERSCAN = 4;
/** Space kept free below a revealed row, and below the last one, in px: a notification can cover it. */
const FOOT_HEIGHT = 76;
/** The assumed height of an inset until it is measured, in px. */
const INSET_HEIGHT = 200;

/** An element between two rows, such as the form for a new field. */
export interface GridInset {
  /** The index of the row above the inset. */
  readonly after: number;
  readonly content: ReactNode;
}

export interface GridHandle {
  focus(): void;
  /** Scrolls a row into view, to the middle where it is far away. */
  reveal(index: number): void;
}

/** The props that a row puts on its outer element, besides its own attributes. */
export interface GridRowProps {
  readonly id: string;
  readonly role: 'row';
  readonly 'aria-rowindex': number;
  readonly 'data-index': number;
  readonly 'data-active': true | undefined;
  readonly style: { readonly transform: string };
}

interface VirtualGridProps {
  readonly role: 'treegrid' | 'grid';
  readonly label: string;
  readonly count: number;
  /** Shown in the head, such as how many rows there are; screen readers are told otherwise. */
  readonly note?: string;
  /** The index of the active row, or -1. */
  readonly activeIndex: number;
  readonly onActiveIndex: (index: number) => void;
  /**
   * Returns the row that the key moves to, which becomes active and comes into view, or else whether the key was used;
   * otherwise the grid handles the arrow keys, Home, End, Page Up and Page Down.
   */
  readonly onKey?: (event: KeyboardEvent, index: number) => number | boolean;
  readonly keyAt: (index: number) => string;
  readonly renderRow: (index: number, props: GridRowProps) => ReactNode;
  readonly inset?: GridInset | null;
  readonly handle?: Ref<GridHandle>;
  /** The scroll position when the grid appears, in px. */
  readonly initialOffset?: number;
  readonly onOffset?: (offset: number) => void;
  /** The element that scrolls the grid, where that is not the grid itself. */
  readonly outer?: OuterScroller;
}

/** An element that scrolls a grid together with something above it. */
export interface OuterScroller {
  readonly scroller: RefObject<HTMLElement | null>;
  /** All content of the scroller above the grid. */
  readonly above: RefObject<HTMLElement | null>;
}

/** A compact row has a separate column for the parameters. */
const COLUMNS: Readonly<Record<TreeDensity, readonly string[]>> = {
  comfortable: ['Field', 'Type', 'Child fields'],
  compact: ['Field', 'Type', 'Parameters', 'Child fields'],
};

/**
 * A grid of fields in rows of one height, of which only the visible ones exist. The grid itself holds the focus and
 * names its active row (`aria-activedescendant`), so that the focus stays when rows come and go with scrolling.
 */
export function VirtualGrid(props: VirtualGridProps) {
  const {
    role,
    label,
    count,
    note,
    activeIndex,
    onActiveIndex,
    onKey,
    keyAt,
    renderRow,
    inset = null,
    handle,
    initialOffset = 0,
    onOffset,
    outer,
  } = props;
  const prefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [insetHeight, setInsetHeight] = useState(INSET_HEIGHT);
  const scrollMargin = useHeightAbove(outer);
  const scrollerNow = () => (outer?.scroller ?? scroller).current;
  const insetAt = inset === null ? -1 : inset.after + 1;
  const density = useTreeDensity();
  const columns = COLUMNS[density];
  const rowHeight = ROW_HEIGHTS[density];
  // The functions of the virtualizer change with every scroll, as they have to here; nothing in this component is
  // memoized over them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: count + (insetAt === -1 ? 0 : 1),
    getScrollElement: scrollerNow,
    scrollMargin,
    estimateSize: (index) => (index === insetAt ? insetHeight : rowHeight),
    overscan: OVERSCAN,
    scrollPaddingStart: HEAD_HEIGHT,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: FOOT_HEIGHT,
    paddingEnd: FOOT_HEIGHT,
    initialOffset,
  });
  const hadInset = useRef(false);
  useLayoutEffect(() => {
    // Without an inset, before and now, all heights are as assumed.
    if (insetAt !== -1 || hadInset.current) virtualizer.measure();
    hadInset.current = insetAt !== -1;
    if (insetAt !== -1) virtualizer.scrollToIndex(insetAt, { align: 'auto' });
  }, [virtualizer, insetAt, insetHeight]);

  const shownHeight = useRef(rowHeight);
  useLayoutEffect(() => {
    if (shownHeight.current === rowHeight) return;
    const first = Math.max(0, Math.floor(((virtualizer.scrollOffset ?? 0) - scrollMargin) / shownHeight.current));
    shownHeight.current = rowHeight;
    virtualizer.measure();
    // The first row in view stays the first one.
    virtualizer.scrollToIndex(first, { align: 'start' });
  }, [virtualizer, rowHeight, scrollMargin]);

  const itemOf = (index: number) => (insetAt !== -1 && index >= insetAt ? index + 1 : index);
  const reveal = (index: number) => {
    if (index >= 0 && index < count) virtualizer.scrollToIndex(itemOf(index), { align: 'auto' });
  };
  useImperativeHandle(handle, () => ({ focus: () => scroller.current?.focus({ preventScroll: true }), reveal }));

  const moveTo = (index: number) => {
    if (count === 0) return;
    const next = Math.min(Math.max(index, 0), count - 1);
    onActiveIndex(next);
    reveal(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.defaultPrevented) return;
    const page = Math.max(1, Math.floor(((scrollerNow()?.clientHeight ?? 0) - HEAD_HEIGHT) / rowHeight) - 1);
    const used = onKey?.(event, activeIndex) ?? false;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const target =
      typeof used === 'number' ? used : !used && isPlain ? targetOf(event.key, activeIndex, count, page) : undefined;
    if (used !== false || target !== undefined) event.preventDefault();
    if (target !== undefined) moveTo(target);
  };
  const onFocus = (event: { readonly target: EventTarget; readonly currentTarget: EventTarget }) => {
    if (event.target === event.currentTarget && activeIndex === -1 && count > 0)
      onActiveIndex(
        Math.min(count - 1, Math.max(0, Math.ceil(((virtualizer.scrollOffset ?? 0) - scrollMargin) / rowHeight))),
      );
  };

  const items = virtualizer.getVirtualItems();
  const isActiveShown = items.some(({ index }) => index === itemOf(activeIndex));
  return (
    <div
      ref={scroller}
      role={role}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      tabIndex={0}
      {...(activeIndex >= 0 && isActiveShown && { 'aria-activedescendant': `${prefix}${activeIndex}` })}
      className={styles['grid']}
      data-density={density}
      {...(outer !== undefined && { 'data-outer': true })}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onScroll={({ currentTarget }) => onOffset?.(currentTarget.scrollTop)}
    >
      <div role="row" aria-rowindex={1} className={styles['head']}>
        {columns.map((column, index) => (
          <span role="columnheader" key={column}>
            {column}
            {index === 0 && note !== undefined && (
              <span aria-hidden className={styles['note']}>
                {note}
              </span>
            )}
          </span>
        ))}
      </div>
      <div role="rowgroup" className={styles['rows']} style={{ height: virtualizer.getTotalSize() - HEAD_HEIGHT }}>
        {items.map(({ index: item, start }) => {
          const top = { transform: `translateY(${start - HEAD_HEIGHT - scrollMargin}px)` };
          if (item === insetAt) {
            return (
              <InsetRow key="inset" top={top} columns={columns.length} onHeight={setInsetHeight}>
                {inset?.content}
              </InsetRow>
            );
          }
          const index = insetAt !== -1 && item > insetAt ? item - 1 : item;
          const isActive = index === activeIndex;
          return (
            <Keyed key={keyAt(index)}>
              {renderRow(index, {
                id: `${prefix}${index}`,
                role: 'row',
                'aria-rowindex': index + 2,
                'data-index': index,
                'data-active': isActive ? true : undefined,
                style: top,
              })}
            </Keyed>
          );
        })}
      </div>
    </div>
  );
}

/** The height of the content above a grid in its outer scroller, in px. */
function useHeightAbove(outer: OuterScroller | undefined): number {
  const [height, setHeight] = useState(0);
  const above = outer?.above;
  useEffect(() => {
    const element = above?.current;
    if (element === null || element === undefined) return;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [above]);
  return height;
}

function Keyed({ children }: { readonly children: ReactNode }) {
  return children;
}

function targetOf(key: string, active: number, count: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return Math.max(active - 1, 0);
    case 'PageDown':
      return active + page;
    case 'PageUp':
      return active - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

interface InsetRowProps {
  readonly top: { readonly transform: string };
  readonly columns: number;
  readonly onHeight: (height: number) => void;
  readonly children: ReactNode;
}

/** A row whose height is that of its content. */
function InsetRow({ top, columns, onHeight, children }: InsetRowProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(() => onHeight(Math.ceil(observed.getBoundingClientRect().height)));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [onHeight]);
  return (
    <div ref={element} role="row" className={styles['inset']} style={top}>
      <div role="gridcell" aria-colspan={columns}>
        {children}
      </div>
    </div>
  );
}
