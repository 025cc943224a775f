import { useState } from 'react';
import { Banner } from '../../kit/banner.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { keepPreference, keptPreference } from '../../platform/device-preferences.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';

const DISMISSED = 'mapledger.sandbox-notice';

/** Says on the first screen that the data is made up, and how to connect a cluster; until it is dismissed on this device. */
export function SandboxNotice() {
  const { clusterId } = useApi();
  const { data } = useApiQuery('clusters.list', {});
  const [isDismissed, setIsDismissed] = useState(() => keptPreference(DISMISSED) !== null);
  const chosen = clusterId === null ? data?.clusters[0] : data?.clusters.find(({ id }) => id === clusterId);
  if (isDismissed || chosen?.kind !== 'sandbox') return null;
  return (
    <aside aria-label="Sandbox">
      <Banner
        kind="info"
        title="You are using the sandbox"
        onDismiss={() => {
          keepPreference(DISMISSED, 'yes');
          setIsDismissed(true);
        }}
      >
        Sample data in an engine on this machine. No real cluster is affected. To connect one, restart the server with{' '}
        <code>npm start -- --cluster https://your-cluster:9200</code>.
      </Banner>
    </aside>
  );
}
