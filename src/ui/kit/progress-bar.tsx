import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** What it is the progress of, for screen readers. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

/** How much of something is done, as a bar as wide as its place. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return <progress className={styles['bar']} aria-label={label} value={value} max={max} />;
}
