import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ROUTES } from '../../platform/route-table.ts';
import { Banner } from '../../kit/banner.tsx';
import { keepPreference, keptPreference } from '../../platform/device-preferences.ts';
import { useStorageStatus } from '../../platform/use-storage.ts';
import styles from './storage-banner.module.css';

const KEY = 'mapledger.keepHint';
const DISMISSED = 'dismissed';

/** Warns, until it is dismissed, that storage is not persistent. */
export function KeepHint() {
  const status = useStorageStatus();
  const [isDismissed, setIsDismissed] = useState(() => keptPreference(KEY) === DISMISSED);
  if (isDismissed || status?.isPersisted !== false) return null;
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
