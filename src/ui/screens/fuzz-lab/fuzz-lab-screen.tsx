import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Screen } from '../../frame/screen.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FlaskConical } from '../../kit/icons/icons.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { ListClock } from '../../lists/list-time.tsx';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { CodeBlock } from '../../kit/code-block.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { RunFormPanel } from './run-form-panel.tsx';
import { RunsTable } from './runs-table.tsx';
import { CaseSteps } from './failures-panel.tsx';
import type { LabOffer } from './run-form.ts';
import styles from './fuzz-lab.module.css';

/** Interval of refreshing the runs, in ms; one of them may be running. */
const REFRESH_MS = 3_000;

/** Fuzz runs on the server: starts a run, replays a file, and lists past runs. */
export function FuzzLabScreen() {
  return (
    <Screen title="Fuzz lab">
      <ListClock>
        <div className={styles['page']}>
          <p className={styles['words']}>
            Generates random edits, mappings and sessions and checks them against Mapledger’s invariants.
          </p>
          <Lab />
        </div>
      </ListClock>
    </Screen>
  );
}

function Lab() {
  const offer = useApiQuery('lab.get', {});
  const clusters = useApiQuery('clusters.list', {});
  const runs = useApiQuery('lab.runs', {}, { refetchEveryMs: REFRESH_MS });
  const refetch = useRefetch();
  const isReadOnly = clusters.data?.isReadOnly === true;
  const running = runs.data?.runs.find(({ state }) => state === 'running');
  if (offer.data === undefined)
    return offer.error === null ? (
      <Skeleton width="100%" height="240px" />
    ) : (
      <ApiErrorNotice
        title="Couldn’t load the fuzz lab"
        error={offer.error}
        onRetry={() => void refetch('lab.get', 'lab.runs', 'clusters.list')}
      />
    );
  const refusal = isReadOnly
    ? 'This server is read-only. Runs can’t be started.'
    : running === undefined
      ? undefined
      : 'A run is running. Stop it, or wait until it has ended, to start another one.';
  return (
    <>
      <section className={styles['section']} aria-labelledby="lab-new">
        <h2 id="lab-new">New run</h2>
        <RunFormPanel offer={offer.data} refusal={refusal} />
        <ExampleFailure example={offer.data.example} />
      </section>
      <section className={styles['section']} aria-labelledby="lab-runs">
        <h2 id="lab-runs">Runs</h2>
        {runs.error !== null && (
          <ApiErrorNotice
            title={
              runs.data === undefined ? 'Couldn’t load the runs' : 'Couldn’t refresh the runs. They may be out of date.'
            }
            error={runs.error}
            onRetry={() => void refetch('lab.runs')}
          />
        )}
        {runs.data === undefined && runs.error === null && <Skeleton width="100%" height="96px" />}
        {runs.data !== undefined &&
          (runs.data.runs.length === 0 ? (
            <EmptyState icon={FlaskConical} title="No runs yet" level={3}>
              <p>Start a run above. Its results are kept on the server.</p>
            </EmptyState>
          ) : (
            <RunsTable runs={runs.data.runs} isReadOnly={isReadOnly} />
          ))}
      </section>
      <section className={styles['section']} aria-labelledby="lab-replay">
        <h2 id="lab-replay">Replay</h2>
        <ReplayPanel isReadOnly={isReadOnly} example={offer.data.example.caseFile} />
      </section>
    </>
  );
}

/** An example of a failed case, for people who have not seen one yet. */
function ExampleFailure({ example: { target, law, message, steps } }: { readonly example: LabOffer['example'] }) {
  return (
    <details className={styles['example']} data-tour="failed-case">
      <summary>What a failed case looks like</summary>
      <p className={styles['words']}>
        Found by the target “{target}” after a fault was planted in Mapledger: an undo brought back the opposite of a
        boolean.
      </p>
      <h3 className={styles['subtitle']}>{law}</h3>
      <CaseSteps label="Steps of the example" steps={steps} />
      <CodeBlock label="Reason of the example" isWrapped>
        {message}
      </CodeBlock>
    </details>
  );
}
