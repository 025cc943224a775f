import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths, of what comes. */
  readonly width?: string;
  readonly height?: string;
}

/** Holds the place of what is being loaded. Say beside it, in text, that something loads. */
export function Skeleton({ width = '100%', height = '12px' }: SkeletonProps) {
  return <span aria-hidden className={styles['skeleton']} style={{ width, height }} />;
}
