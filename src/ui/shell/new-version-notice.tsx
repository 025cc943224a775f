import { useEffect, useState, useSyncExternalStore } from 'react';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { onChunkError } from '../kit/load-chunk.ts';
import { Settled } from '../kit/settled.tsx';
import { useCore } from '../platform/services.ts';
import common from '../kit/common.module.css';

/**
 * Offers to reload the page once the server has a newer version of the console. The version is checked now and then,
 * when the window gets the focus, and when code could not be loaded.
 */
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
  const isShown = latest !== null && latest !== dismissed;
  return <Settled what={isShown ? latest : null}>{isShown && <Offer onLater={() => setDismissed(latest)} />}</Settled>;
}

function Offer({ onLater }: { readonly onLater: () => void }) {
  return (
    <div className={common['strip']} role="status">
      <Banner
        kind="info"
        title="A new version is available"
        actions={
          <>
            <Button size="small" variant="primary" onPress={() => window.location.reload()}>
              Reload
            </Button>
            <Button size="small" variant="quiet" onPress={onLater}>
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
