import { useSyncExternalStore } from 'react';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { Screen } from '../../frame/screen.tsx';
import { ScreenTabs } from '../../frame/screen-tabs.tsx';
import { useServices } from '../../platform/services.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Switch } from '../../kit/switch.tsx';
import { UsageFigures } from './usage-figures.tsx';
import type { UsageReporter } from '../../platform/usage-reporter.ts';
import common from '../../kit/common.module.css';
import styles from './usage-screen.module.css';

/** What is counted, the counts so far, and a switch to turn counting off. */
export function UsageScreen() {
  const { reporter } = useServices();
  const { data, error, refetch } = useApiQuery('usage.get', {});
  return (
    <Screen title="Usage" tabs={<ScreenTabs of="settings" />}>
      <div className={styles['page']}>
        <section className={styles['section']} aria-labelledby="usage-what">
          <h2 id="usage-what">Collected data</h2>
          <p className={common['muted']}>
            Action counts, minutes and clicks per screen, and the browser’s user agent. Names of indices, templates,
            clusters or people and anything you type are never collected.
          </p>
          <p className={common['muted']}>
            {reporter === null
              ? 'Usage is collected by the application that embeds Mapledger. You can turn it off there.'
              : 'Data is only sent to your own Mapledger server, which stores the totals.'}
          </p>
          {reporter !== null && <Waiting reporter={reporter} />}
        </section>
        <section className={styles['section']} aria-labelledby="usage-totals">
          <h2 id="usage-totals">Totals on the server</h2>
          {error !== null && (
            <ApiErrorNotice error={error} title="Couldn’t load the totals" onRetry={() => void refetch()} />
          )}
          {data === undefined && error === null && <Skeleton width="100%" height="96px" />}
          {data !== undefined && (
            <UsageFigures
              label="On the server"
              events={data.uiCounter}
              views={data.application_usage}
              agents={data.userAgent}
              empty="No usage reported yet."
            />
          )}
        </section>
      </div>
    </Screen>
  );
}

function Waiting({ reporter }: { readonly reporter: UsageReporter }) {
  const { isOn, unsent } = useSyncExternalStore(reporter.subscribe, reporter.getSnapshot);
  const { uiCounter = {}, userAgent = {}, application_usage: views = {} } = unsent ?? {};
  return (
    <>
      <Switch
        isSelected={isOn}
        onChange={reporter.setOn}
        description="Off until you turn it on. When off, nothing is recorded and unsent data is discarded."
      >
        Collect usage data
      </Switch>
      {isOn && (
        <>
          <h3>Not yet sent</h3>
          <UsageFigures
            label="Not yet sent"
            events={Object.values(uiCounter)}
            views={Object.values(views)}
            agents={Object.values(userAgent)}
            empty="All data sent. The current screen is added when you leave it or after 90 seconds."
          />
        </>
      )}
    </>
  );
}
