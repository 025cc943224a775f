import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useServices } from '../../platform/services.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import styles from './storage-screen.module.css';
import { fillOf, isNearFull, describeUsage } from './storage-labels.ts';
import { useStorageStatus } from '../../platform/use-storage.ts';

const REFUSED =
  'It may once you have used Mapledger for some days, bookmarked it, installed it or allowed notifications: ask again then. Until then a backup keeps your work.';

/** How much room there is, and whether the browser keeps what is stored. */
export function SpacePanel() {
  const { storage } = useServices();
  const status = useStorageStatus();
  const [answer, setAnswer] = useState<'kept' | 'refused' | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  if (status === null) return <Skeleton height="96px" />;
  const fill = fillOf(status);
  const ask = async () => {
    setIsAsking(true);
    const isKept = await storage.askToPersist();
    setAnswer(isKept ? 'kept' : 'refused');
    setIsAsking(false);
  };
  return (
    <div className={styles['panel']}>
      <div>
        <p>{describeUsage(status)}</p>
        {fill !== null && (
          <svg
            className={styles['bar']}
            role="meter"
            aria-label="Room used"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(fill * 100)}
            aria-valuetext={describeUsage(status)}
            {...(isNearFull(status) && { 'data-near': true })}
          >
            <rect className={styles['track']} width="100%" height="100%" rx="4" />
            <rect className={styles['fill']} width={`${Math.max(fill * 100, 0.5)}%`} height="100%" rx="4" />
          </svg>
        )}
      </div>
      {answer !== null && (
        <div role="status">
          <Banner
            kind={answer === 'kept' ? 'success' : 'info'}
            title={answer === 'kept' ? 'The browser will keep it' : 'The browser has not promised it'}
          >
            {answer === 'kept' ? 'It is cleared only when you clear the data of this site yourself.' : REFUSED}
          </Banner>
        </div>
      )}
      {status.isPersisted === true ? (
        <p>The browser has promised to keep what is stored here, until you clear the data of this site yourself.</p>
      ) : (
        <div className={styles['row']}>
          <p className={styles['words']}>
            {status.isPersisted === null
              ? 'This browser does not say whether it keeps what is stored here. Export a backup from time to time.'
              : 'The browser has not promised to keep what is stored here: it may clear it when the device runs out of room.'}
          </p>
          {status.isPersisted === false && (
            <Button icon={ShieldCheck} isPending={isAsking} onPress={() => void ask()}>
              Ask the browser to keep it
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
