import { useState } from 'react';
import { ShieldCheck } from '../../kit/icons/icons.ts';
import { useServices, useTrail } from '../../platform/services.ts';
import { isRecording } from '../../platform/trail.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import common from '../../kit/common.module.css';
import styles from './storage-screen.module.css';
import { fillOf, isNearFull, describeUsage } from './storage-labels.ts';
import { useStorageStatus } from '../../platform/use-storage.ts';

const REFUSED =
  'Try again after you have used Mapledger for a few days, bookmarked it, installed it or allowed notifications. Until then, export backups to protect your work.';

/** Disk usage, and whether the storage is persistent. */
export function SpacePanel() {
  const { storage } = useServices();
  const status = useStorageStatus();
  const trail = useTrail();
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
    <div className={common['stack3']}>
      <div>
        <p>{describeUsage(status)}</p>
        {fill !== null && (
          <svg
            className={styles['bar']}
            role="meter"
            aria-label="Disk usage"
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
            title={answer === 'kept' ? 'Storage is now persistent' : 'Persistent storage denied'}
          >
            {answer === 'kept' ? 'Your data is only deleted if you clear this site’s data yourself.' : REFUSED}
          </Banner>
        </div>
      )}
      {status.isPersisted === true ? (
        <p>Storage is persistent. Your data is only deleted if you clear this site’s data yourself.</p>
      ) : (
        <div className={styles['row']}>
          <p className={styles['words']}>
            {status.isPersisted === null
              ? 'This browser doesn’t report whether storage is persistent. Export a backup from time to time.'
              : trail !== null && isRecording(trail)
                ? 'Storage is not persistent, but the server has your changes: drafts can be restored from it.'
                : 'Storage is not persistent. The browser may delete your data when disk space is low.'}
          </p>
          {status.isPersisted === false && (
            <Button icon={ShieldCheck} isPending={isAsking} onPress={() => void ask()}>
              Request persistent storage
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
