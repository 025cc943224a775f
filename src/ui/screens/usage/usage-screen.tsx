import { useSyncExternalStore } from 'react';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { Screen } from '../../frame/screen.tsx';
import { useServices } from '../../platform/services.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Switch } from '../../kit/switch.tsx';
import { UsageFigures } from './usage-figures.tsx';
import type { UsageReporter } from '../../platform/usage-reporter.ts';
import styles from './usage-screen.module.css';

/** What is counted, what was, and the way to turn it off. */
export function UsageScreen() {
  const { reporter } = useServices();
  const { data, error } = useApiQuery('usage.get', {});
  return (
    <Screen title="Usage">
      <div className={styles['page']}>
        <section className={styles['section']} aria-labelledby="usage-what">
          <h2 id="usage-what">What is counted</h2>
          <p className={styles['words']}>
            How often each kind of action was done, such as closing one index or several; for each screen, the minutes
            that it was shown and the clicks in it; and the name that the browser gives itself. Never the name of an
            index, a template, a cluster or a person, and nothing that was typed.
          </p>
          <p className={styles['words']}>
            {reporter === null
              ? 'The application that Mapledger is part of does the counting here: it decides what becomes of it, and you turn it off there.'
              : 'It is sent to the Mapledger server that this page came from, which adds it up and keeps it. It goes nowhere else.'}
          </p>
          {reporter !== null && <Waiting reporter={reporter} />}
        </section>
        <section className={styles['section']} aria-labelledby="usage-totals">
          <h2 id="usage-totals">On the server, added up</h2>
          {error !== null && <ApiErrorNotice error={error} title="What the server has can’t be shown" />}
          {data === undefined && error === null && <Skeleton width="100%" height="96px" />}
          {data !== undefined && (
            <UsageFigures
              label="On the server"
              events={data.uiCounter}
              views={data.application_usage}
              agents={data.userAgent}
              empty="Nothing was reported yet."
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
        description="Kept on this device. Off, nothing is counted here any more, and what was not sent is forgotten."
      >
        Count on this device
      </Switch>
      {isOn && (
        <>
          <h3>Not sent yet</h3>
          <UsageFigures
            label="Not sent yet"
            events={Object.values(uiCounter)}
            views={Object.values(views)}
            agents={Object.values(userAgent)}
            empty="Everything is sent. The screen that you look at is added when you leave it, or after 90 seconds."
          />
        </>
      )}
    </>
  );
}
