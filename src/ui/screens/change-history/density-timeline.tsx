import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { countOf } from '#domain/console';
import type { TimeSlice } from './density.ts';
import styles from './density-timeline.module.css';

interface DensityTimelineProps {
  readonly slices: readonly TimeSlice[];
  /** Without slices, their space is kept for those that are loaded. */
  readonly isLoading: boolean;
  /** Called with a span of time, in ms since 1970; its end is exclusive. */
  readonly onSpan: (from: number, to: number) => void;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const second = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Span {
  readonly anchor: number;
  readonly end: number;
}

/**
 * A bar for each slice of time, as high as its number of changes: a list box in which a range can be selected by mouse
 * and keyboard.
 */
export function DensityTimeline({ slices, isLoading, onSpan }: DensityTimelineProps) {
  const id = useId();
  const [span, setSpan] = useState<Span | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  const last = slices.length - 1;
  if (last < 0)
    return isLoading ? (
      <div aria-hidden>
        <div className={styles['bars']} />
        <p className={styles['ends']}>&nbsp;</p>
      </div>
    ) : null;
  const time = slices[0] !== undefined && isShort(slices[0]) ? second : minute;
  const most = Math.max(...slices.map(({ count }) => count));
  const inSpan = (index: number) =>
    span !== null && index >= Math.min(span.anchor, span.end) && index <= Math.max(span.anchor, span.end);
  const choose = ({ anchor, end }: Span) => {
    const [first, final] = [slices[Math.min(anchor, end)], slices[Math.max(anchor, end)]];
    if (first !== undefined && final !== undefined) onSpan(first.from, final.to);
    setSpan(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Math.min(span?.end ?? last, last);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      const end = span === null && event.key.startsWith('Arrow') ? at : Math.min(Math.max(to, 0), last);
      setSpan({ anchor: event.shiftKey && span !== null ? span.anchor : end, end });
    } else if ((event.key === 'Enter' || event.key === ' ') && span !== null) choose(span);
    else if (event.key === 'Escape' && span !== null) setSpan(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const indexAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(Math.max(Math.floor(((clientX - left) / width) * slices.length), 0), last);
  };
  return (
    <div>
      <div
        role="listbox"
        aria-label="Changes over time"
        aria-multiselectable
        aria-orientation="horizontal"
        aria-describedby={`${id}-help`}
        tabIndex={0}
        className={styles['bars']}
        onKeyDown={onKeyDown}
        onBlur={() => setSpan(null)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          const at = indexAt(event);
          event.currentTarget.setPointerCapture(event.pointerId);
          setIsDragging(true);
          setSpan({ anchor: at, end: at });
        }}
        onPointerMove={(event) => {
          if (isDragging && span !== null) setSpan({ anchor: span.anchor, end: indexAt(event) });
        }}
        onPointerUp={() => {
          setIsDragging(false);
          if (isDragging && span !== null) choose(span);
        }}
        onPointerCancel={() => {
          setIsDragging(false);
          setSpan(null);
        }}
        {...(span !== null && { 'aria-activedescendant': `${id}-${span.end}` })}
      >
        {slices.map((slice, index) => (
          <div
            key={slice.from}
            id={`${id}-${index}`}
            role="option"
            aria-label={describeSlice(slice)}
            aria-selected={inSpan(index)}
            className={styles['slice']}
            title={describeSlice(slice)}
            {...(span?.end === index && { 'data-active': true })}
          >
            <span className={styles['bar']} style={{ height: barHeight(slice.count, most) }} />
          </div>
        ))}
      </div>
      <p className={styles['ends']}>
        <span>{time.format(slices[0]?.from)}</span>
        <span id={`${id}-help`} className={styles['help']}>
          Drag or use arrow keys and Enter to choose a time range.
        </span>
        <span>{time.format(slices[last]?.to)}</span>
      </p>
    </div>
  );
}

function barHeight(count: number, most: number): string {
  return count === 0 ? '0' : `${Math.max(8, Math.round((count / most) * 100))}%`;
}

function isShort({ from, to }: TimeSlice): boolean {
  return to - from < MINUTE_MS;
}

function describeSlice(slice: TimeSlice): string {
  const { from, to, count } = slice;
  const changes = countOf(count, 'change');
  const when = (to - from >= DAY_MS ? day : isShort(slice) ? second : minute).format(from);
  return `${when}: ${changes}`;
}
