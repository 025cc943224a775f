import { Skeleton } from '../../kit/skeleton.tsx';
import styles from './index-list.module.css';

const ROWS = Array.from({ length: 12 }, (_, at) => `${28 - (at % 4) * 4}%`);

/** Holds the place of the table until the indices have been read. */
export function IndexSkeleton() {
  return (
    <div role="status" aria-label="Reading the indices" className={styles['skeleton']}>
      {ROWS.map((width, at) => (
        <div key={at} className={styles['skeletonRow']}>
          <Skeleton width={width} />
          <Skeleton width="64px" />
          <Skeleton width="64px" />
        </div>
      ))}
    </div>
  );
}
