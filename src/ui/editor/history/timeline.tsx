import { useMemo } from 'react';
import type { HistoryNode } from '#domain/document';
import { relativeEventTime } from '../../files/event-times.ts';
import styles from './timeline.module.css';

interface TimelineProps {
  /** Newest first. */
  readonly nodes: readonly HistoryNode[];
  readonly undone: ReadonlySet<string>;
  readonly at: number | null;
  readonly onAt: (version: number | null) => void;
  readonly now: string;
}

const WIDTH = 1_000;
const HEIGHT = 32;

/** One mark for each event, whose height grows with the size of its patch, and a slider to any version. */
export function Timeline({ nodes, undone, at, onAt, now }: TimelineProps) {
  const last = nodes[0];
  const marks = useMemo(
    () => ({
      standing: markPath(nodes, ({ event }) => !undone.has(event.id)),
      undone: markPath(nodes, ({ event }) => undone.has(event.id)),
    }),
    [nodes, undone],
  );
  if (last === undefined) return null;
  const count = last.version;
  const version = at ?? count;
  const shown = nodes[count - version];
  const first = nodes.at(-1);
  const words =
    shown === undefined
      ? ''
      : `Version ${version} of ${count}: ${shown.event.summary}, ${relativeEventTime(shown.event, now)}`;
  return (
    <div className={styles['timeline']}>
      <svg className={styles['marks']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <path className={styles['undone']} d={marks.undone} vectorEffect="non-scaling-stroke" />
        <path className={styles['standing']} d={marks.standing} vectorEffect="non-scaling-stroke" />
        <path className={styles['here']} d={`M${xOf(version, count)} 0V${HEIGHT}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <input
        type="range"
        className={styles['slider']}
        aria-label="Version"
        aria-valuetext={words}
        min={1}
        max={count}
        step={1}
        value={version}
        disabled={count < 2}
        onChange={({ currentTarget }) =>
          onAt(Number(currentTarget.value) === count ? null : Number(currentTarget.value))
        }
      />
      <p className={styles['ends']}>
        <span>{first === undefined ? '' : relativeEventTime(first.event, now)}</span>
        <span>{at === null ? 'Current version' : `Version ${version} of ${count}`}</span>
      </p>
    </div>
  );
}

/** The horizontal position of a version; half a thumb of space at both ends, as on the slider. */
function xOf(version: number, count: number): number {
  const share = count < 2 ? 0.5 : (version - 1) / (count - 1);
  return Math.round((0.02 + share * 0.96) * WIDTH * 10) / 10;
}

function markPath(nodes: readonly HistoryNode[], isWanted: (node: HistoryNode) => boolean): string {
  const count = nodes.length;
  return nodes
    .filter(isWanted)
    .map(
      (node) =>
        `M${xOf(node.version, count)} ${HEIGHT}V${HEIGHT - Math.min(HEIGHT - 4, 8 + 5 * Math.log2(node.event.patch.length))}`,
    )
    .join('');
}
