import { Link } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { ROUTES } from '../../platform/route-table.ts';
import { Banner } from '../../kit/banner.tsx';
import { keepPreference, keptPreference } from '../../platform/device-preferences.ts';
import { useServices } from '../../platform/services.ts';
import { isRecording } from '../../platform/trail.ts';
import { useStorageStatus } from '../../platform/use-storage.ts';
import styles from './storage-banner.module.css';

const KEY = 'mapledger.keepHint';
const DISMISSED = 'dismissed';

/**
 * Warns, until it is dismissed, that storage is not persistent; not where the server records what is stored here, nor
 * before that is known.
 */
export function KeepHint() {
  const status = useStorageStatus();
  const { trail } = useServices();
  const recording = useSyncExternalStore(trail.subscribe, trail.getSnapshot);
  const reach = useSyncExternalStore(trail.reach.subscribe, trail.reach.getSnapshot);
  const [isDismissed, setIsDismissed] = useState(() => keptPreference(KEY) === DISMISSED);
  if (isDismissed || status?.isPersisted !== false) return null;
  if (reach === 'unknown' || (recording !== null && isRecording(recording))) return null;
  return (
    <aside aria-label="Storage">
      <Banner
        kind="info"
        title="Your browser may delete drafts when disk space is low"
        actions={
          <>
            <Link className={styles['link']} to={ROUTES.storage} hash="storage-room">
              Protect storage
            </Link>
            <Link className={styles['link']} to={ROUTES.storage} hash="storage-backup">
              Back up
            </Link>
          </>
        }
        onDismiss={() => {
          keepPreference(KEY, DISMISSED);
          setIsDismissed(true);
        }}
      />
    </aside>
  );
}
