import { Skeleton } from '../kit/skeleton.tsx';
import hidden from '../kit/visually-hidden.module.css';
import styles from './draft-loading.module.css';
import { Screen } from './screen.tsx';

/** Holds the place of the tree while a draft is read. */
export function DraftLoading() {
  return (
    <Screen title="Draft">
      <p className={hidden['text']} role="status">
        Opening the draft
      </p>
      <div className={styles['rows']}>
        {[38, 24, 52, 30, 44, 20, 36, 48].map((width) => (
          <div key={width} className={styles['row']}>
            <Skeleton width={`${width}%`} />
            <Skeleton width="64px" height="20px" />
          </div>
        ))}
      </div>
    </Screen>
  );
}
