import styles from './skeleton.module.css';

interface SkeletonProps {
  /** The size of the content that is being loaded, as CSS lengths. */
  readonly width?: string;
  readonly height?: string;
}

/** A placeholder for content that is being loaded. Say beside it, in text, that something is loading. */
export function Skeleton({ width = '100%', height = '12px' }: SkeletonProps) {
  return <span aria-hidden className={styles['skeleton']} style={{ width, height }} />;
}
