import { useState, useSyncExternalStore } from 'react';
import { useOfferedActions } from '../../actions/use-actions.tsx';
import { SANDBOX_WORDS } from '../../cluster/cluster-words.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { keepPreference, keptPreference } from '../../platform/device-preferences.ts';
import { TOUR_WORDS, tourPreference } from '../../platform/tour.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';

const SANDBOX_DISMISSED = 'mapledger.sandbox-notice';

/**
 * Explains on the first screen that the data is sample data and how to connect a cluster, and offers the tour; each
 * notice is shown until it is dismissed on this device. Dismissing both at once takes one press.
 */
export function WelcomeNotice() {
  const { clusterId } = useApi();
  const { data } = useApiQuery('clusters.list', {});
  const [isDismissed, setIsDismissed] = useState(() => keptPreference(SANDBOX_DISMISSED) !== null);
  const tour = useSyncExternalStore(tourPreference.subscribe, tourPreference.getSnapshot);
  const start = useOfferedActions().find(({ id }) => id === 'app.tour');
  const chosen = clusterId === null ? data?.clusters[0] : data?.clusters.find(({ id }) => id === clusterId);
  const isSandbox = chosen?.kind === 'sandbox' && !isDismissed;
  const offersTour = tour === 'new' && start?.isEnabled === true;
  if (chosen === undefined || !(isSandbox || offersTour)) return null;
  const dismiss = () => {
    if (offersTour) tourPreference.set('seen');
    if (!isSandbox) return;
    keepPreference(SANDBOX_DISMISSED, 'yes');
    setIsDismissed(true);
  };
  return (
    <aside aria-label={isSandbox ? 'Sandbox' : 'Tour'}>
      <Banner
        kind="info"
        title={isSandbox ? 'You are using the sandbox' : 'New to Mapledger?'}
        onDismiss={dismiss}
        {...(offersTour && {
          actions: (
            <Button size="small" onPress={start.run}>
              {start.title}
            </Button>
          ),
        })}
      >
        {isSandbox ? SANDBOX_WORDS : TOUR_WORDS}
      </Banner>
    </aside>
  );
}
