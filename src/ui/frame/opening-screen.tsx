import { Skeleton } from '../kit/skeleton.tsx';
import hidden from '../kit/visually-hidden.module.css';
import styles from './opening-screen.module.css';
import { Screen } from './screen.tsx';

interface OpeningScreenProps {
  readonly title: string;
  /** What is opened, for example "the draft". */
  readonly what: string;
}

/** A placeholder while the content of a screen is read. */
export function OpeningScreen({ title, what }: OpeningScreenProps) {
  return (
    <Screen title={title}>
      <p className={hidden['text']} role="status">
        Opening {what}
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
