import { useEffect, useState, useSyncExternalStore } from 'react';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { onChunkError } from '../kit/load-chunk.ts';
import { useCore } from '../platform/services.ts';
import styles from './shell.module.css';

/** Offers to reload the page once the server has a newer version of the console. It is looked for now and then, when somebody comes back to the page, and when code is gone. */
export function NewVersionNotice() {
  const { build } = useCore();
  const latest = useSyncExternalStore(build.subscribe, build.getSnapshot);
  const [dismissed, setDismissed] = useState<string | null>(null);
  useEffect(() => {
    const check = () => void build.check();
    const stops = [build.start(), onChunkError(check)];
    window.addEventListener('focus', check);
    return () => {
      window.removeEventListener('focus', check);
      for (const stop of stops) stop();
    };
  }, [build]);
  if (latest === null || latest === dismissed) return null;
  return (
    <div className={styles['notice']} role="status">
      <Banner
        kind="info"
        title="A new version is available"
        actions={
          <>
            <Button size="small" variant="primary" onPress={() => window.location.reload()}>
              Reload
            </Button>
            <Button size="small" variant="quiet" onPress={() => setDismissed(latest)}>
              Later
            </Button>
          </>
        }
      >
        Your edits are kept. Reload when you are ready.
      </Banner>
    </div>
  );
}
