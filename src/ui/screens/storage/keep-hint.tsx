import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ROUTES } from '../../platform/route-table.ts';
import { Banner } from '../../kit/banner.tsx';
import { keepPreference, keptPreference } from '../../platform/device-preferences.ts';
import { useStorageStatus } from '../../platform/use-storage.ts';

const KEY = 'mapledger.keepHint';
const DISMISSED = 'dismissed';

/** Says, until it is dismissed, that the browser has not promised to keep what is stored. */
export function KeepHint() {
  const status = useStorageStatus();
  const [isDismissed, setIsDismissed] = useState(() => keptPreference(KEY) === DISMISSED);
  if (isDismissed || status?.isPersisted !== false) return null;
  return (
    <aside aria-label="Storage">
      <Banner
        kind="info"
        title="The browser may clear what is stored here"
        onDismiss={() => {
          keepPreference(KEY, DISMISSED);
          setIsDismissed(true);
        }}
      >
        It does so when the device runs out of room. Under <Link to={ROUTES.storage}>Storage</Link> it can be asked to
        keep it, and a backup keeps it anywhere.
      </Banner>
    </aside>
  );
}
