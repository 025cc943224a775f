import { useId } from 'react';
import common from '../../kit/common.module.css';
import styles from './fuzz-lab.module.css';
import { rateLabel, shown, type LabRunDetails } from './lab-labels.ts';
import { axisEnd, plotPoints, thinned, type PlotPoint } from './plot-data.ts';

/** Maximum number of rows in the table of values. */
const MAX_ROWS = 24;
const WIDTH = 400;
const HEIGHT = 100;

/** Cases per second and acceptance over the time of a run: two lines, and the same as a table. */
export function RunPlot({ samples, state }: Pick<LabRunDetails, 'samples' | 'state'>) {
  const points = plotPoints(samples);
  const last = points.at(-1);
  const isRunning = state === 'running';
  if (last === undefined)
    return (
      <p className={styles['words']}>
        {isRunning ? 'The first values appear after a moment.' : 'It ended before there were values.'}
      </p>
    );
  const when = isRunning ? 'now' : 'last';
  const fastest = axisEnd(Math.max(...points.map(({ casesPerSecond }) => casesPerSecond)));
  return (
    <div className={styles['plots']}>
      <Plot
        title="Cases per second"
        points={points}
        valueOf={({ casesPerSecond }) => casesPerSecond / fastest}
        top={rateLabel(fastest)}
        bottom="0"
        now={`${rateLabel(last.casesPerSecond)} ${when}`}
      />
      <Plot
        title="Acceptance"
        points={points}
        valueOf={({ acceptance }) => acceptance}
        top="100 %"
        bottom="0 %"
        now={`${percent(last.acceptance)} ${when}`}
      />
      <details className={styles['values']}>
        <summary>Show values</summary>
        <div className={styles['scroller']} role="region" aria-label="Values" tabIndex={0}>
          <table className={styles['table']} aria-label="Values over time">
            <thead>
              <tr>
                <th scope="col">Second</th>
                <th scope="col">Cases per second</th>
                <th scope="col">Acceptance</th>
              </tr>
            </thead>
            <tbody>
              {thinned(points, MAX_ROWS).map(({ second, casesPerSecond, acceptance }) => (
                <tr key={second}>
                  <th scope="row">{second.toFixed(1)}</th>
                  <td>{rateLabel(casesPerSecond)}</td>
                  <td>{percent(acceptance)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}

function percent(acceptance: number | null): string {
  return acceptance === null ? '–' : `${Math.round(acceptance * 100)} %`;
}

interface PlotProps {
  readonly title: string;
  readonly points: readonly PlotPoint[];
  /** From 0 to 1; null leaves a gap. */
  readonly valueOf: (point: PlotPoint) => number | null;
  readonly top: string;
  readonly bottom: string;
  readonly now: string;
}

function Plot({ title, points, valueOf, top, bottom, now }: PlotProps) {
  const id = useId();
  const end = points.at(-1)?.second ?? 1;
  const d = pathOf(points, valueOf, end);
  return (
    <figure className={styles['plot']} aria-labelledby={id}>
      <figcaption className={styles['plotTitle']}>
        <span id={id}>{title}</span>
        <span className={common['mutedFigure']}>{now}</span>
      </figcaption>
      <div className={styles['plotBody']}>
        <div className={styles['axis']} aria-hidden>
          <span>{top}</span>
          <span>{bottom}</span>
        </div>
        <svg
          className={styles['lines']}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}: ${now}, from ${bottom} to ${top}`}
        >
          <path className={styles['grid']} d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          <path className={styles['line']} d={d} />
        </svg>
      </div>
      <p className={styles['axisX']} aria-hidden>
        <span>0 s</span>
        <span>{shown(Math.round(end))} s</span>
      </p>
    </figure>
  );
}

function pathOf(points: readonly PlotPoint[], valueOf: PlotProps['valueOf'], end: number): string {
  let isDrawn = false;
  return points
    .map((point) => {
      const value = valueOf(point);
      if (value === null) {
        isDrawn = false;
        return '';
      }
      const at = `${((point.second / end) * WIDTH).toFixed(1)} ${((1 - value) * HEIGHT).toFixed(1)}`;
      const step = isDrawn ? `L${at}` : `M${at}h0.1`;
      isDrawn = true;
      return step;
    })
    .join('');
}
