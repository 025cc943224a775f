import type { ReplayTimeline } from '../../../machines/replay/replay-timeline.ts';
import { exactTime } from '../../files/relative-time.ts';
import { Chip } from '../../kit/chip.tsx';
import { describeMoment } from './moment-labels.ts';
import styles from './replay-screen.module.css';

/** How many steps before and after the present one are listed. */
const AROUND = 4;
const KINDS = { start: 'Start', event: 'Change', session: 'Session' } as const;
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 1,
});

interface StepListProps {
  readonly timeline: ReplayTimeline;
  readonly mappingsAt: string;
  readonly position: number;
  readonly onSeek: (position: number) => void;
}

/** The steps around the present one; each is the way to it. */
export function StepList({ timeline, mappingsAt, position, onSeek }: StepListProps) {
  const first = Math.max(0, position - AROUND);
  return (
    <ol className={styles['steps']} aria-label="Steps" start={first}>
      {timeline.moments.slice(first, position + AROUND + 1).map((moment, offset) => {
        const index = first + offset;
        return (
          <li key={index}>
            <button
              type="button"
              className={styles['step']}
              onClick={() => onSeek(index)}
              {...(index === position && { 'aria-current': 'step' as const })}
            >
              <span>{describeMoment(moment, mappingsAt)}</span>
              <span className={styles['when']}>
                {KINDS[moment.kind]} ·{' '}
                <time dateTime={moment.at} title={exactTime(moment.at)}>
                  {clockTime(moment.at)}
                </time>
              </span>
              {timeline.isStray(index) && <Chip tone="warning">differs from recording</Chip>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** To a tenth of a second; the date stands above the player. */
function clockTime(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : clock.format(time);
}
