import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { APP_BASE } from '../app/app-base.ts';
import { Banner } from '../kit/banner.tsx';
import styles from './keep-hint.module.css';
import { useStorageStatus } from './use-storage.ts';

const KEY = 'mapledger.keepHint';

/** Whether the hint was dismissed on this device; where the page may keep nothing, for as long as it is open. */
function readDismissed(): boolean {
  try {
    return window.localStorage.getItem(KEY) === 'dismissed';
  } catch {
    return false;
  }
}

function keepDismissed(): void {
  try {
    window.localStorage.setItem(KEY, 'dismissed');
  } catch {
    // It comes back with the next page.
  }
}

/** Says, until it is dismissed, that the browser has not promised to keep what is stored. */
export function KeepHint() {
  const status = useStorageStatus();
  const [isDismissed, setIsDismissed] = useState(readDismissed);
  if (isDismissed || status?.isPersisted !== false) return null;
  return (
    <aside className={styles['hint']} aria-label="Storage">
      <Banner
        kind="info"
        title="The browser may clear what is stored here"
        onDismiss={() => {
          keepDismissed();
          setIsDismissed(true);
        }}
      >
        It does so when the device runs out of room. Under <Link to={`${APP_BASE}/storage`}>Storage</Link> it can be asked to keep it, and a backup keeps it anywhere.
      </Banner>
    </aside>
  );
}
