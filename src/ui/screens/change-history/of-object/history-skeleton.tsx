import { Skeleton } from '../../../kit/skeleton.tsx';
import hidden from '../../../kit/visually-hidden.module.css';
import rowStyles from '../save-row.module.css';
import styles from './object-history.module.css';

/** What stands for rows while they are loaded, as high as rows are. */
export function HistorySkeleton() {
  return (
    <div className={styles['panel']} role="status">
      <span className={hidden['text']}>Loading history...</span>
      <div className={styles['tools']} />
      <div className={styles['rows']}>
        {[0, 1, 2].map((row) => (
          <div key={row} className={styles['row']}>
            <div className={rowStyles['words']}>
              <Skeleton width="56%" height="20px" />
              <Skeleton width="72%" height="20px" />
              <Skeleton width="32%" height="20px" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
