import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { countOf } from '#domain/console';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { BackHeading } from '../../frame/back-heading.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Chip } from '../../kit/chip.tsx';
import { ProgressBar } from '../../kit/progress-bar.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Facts } from '../../lists/facts.tsx';
import { ListClock, ListTime } from '../../lists/list-time.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { CoveragePanel } from './coverage-panel.tsx';
import { FailuresPanel } from './failures-panel.tsx';
import common from '../../kit/common.module.css';
import styles from './fuzz-lab.module.css';
import {
  acceptanceLabel,
  budgetLabel,
  casesLabel,
  durationLabel,
  progressOf,
  rateLabel,
  rateOf,
  RUN_STATES,
  shown,
  type LabRunDetails,
} from './lab-labels.ts';
import { RunActions } from './run-actions.tsx';
import { RunPlot } from './run-plot.tsx';

const route = getRouteApi(ROUTES.fuzzRun);
/** Interval of refreshing a running run, in ms. */
const LIVE_MS = 1_000;

/** One fuzz run: its progress, its coverage and its failures. */
export function FuzzRunScreen() {
  const { runId } = route.useParams();
  const { data } = useApiQuery('lab.run', { params: { name: runId } });
  const title = data === undefined ? 'Fuzz run' : `${data.target}, seed ${data.seed}`;
  return (
    <Screen title={title} heading={<BackHeading list="fuzzLab" title={title} />}>
      <ListClock>
        <div className={styles['page']}>
          <RunPage key={runId} id={runId} />
        </div>
      </ListClock>
    </Screen>
  );
}

function RunPage({ id }: { readonly id: string }) {
  const input = { params: { name: id } };
  const navigate = useNavigate();
  const refetch = useRefetch();
  const { data: run, error } = useApiQuery('lab.run', input);
  const isLive = run?.state === 'running';
  useApiQuery('lab.run', input, { isEnabled: isLive, ...(isLive && { refetchEveryMs: LIVE_MS }) });
  const { data: clusters } = useApiQuery('clusters.list', {});
  const isReadOnly = clusters?.isReadOnly === true;
  const retry = () => void refetch('lab.run');
  if (run === undefined)
    return error === null ? (
      <Skeleton width="100%" height="240px" />
    ) : (
      <ApiErrorNotice title="Couldn’t load the run" error={error} onRetry={retry} />
    );
  return (
    <>
      {error !== null && (
        <ApiErrorNotice title="Couldn’t refresh the run. It may be out of date." error={error} onRetry={retry} />
      )}
      <RunHead run={run} />
      <RunActions run={run} isReadOnly={isReadOnly} onRemoved={() => void navigate({ to: ROUTES.fuzzLab })} />
      {isReadOnly && <p className={styles['words']}>This server is read-only. Runs can’t be changed.</p>}
      <section className={styles['section']} aria-labelledby="run-progress">
        <h2 id="run-progress">Progress</h2>
        <Progress run={run} />
        <RunPlot samples={run.samples} state={run.state} />
      </section>
      <section className={styles['section']} aria-labelledby="run-failed">
        <h2 id="run-failed">Failed cases</h2>
        <FailuresPanel run={run} isReadOnly={isReadOnly} />
      </section>
      <section className={styles['section']} aria-labelledby="run-coverage">
        <h2 id="run-coverage">Coverage</h2>
        <CoveragePanel coverage={run.coverage} />
      </section>
    </>
  );
}

function RunHead({ run }: { readonly run: LabRunDetails }) {
  const { label, tone } = RUN_STATES[run.state];
  return (
    <>
      <p className={common['facts']} role="status">
        <Chip tone={tone}>{label}</Chip>
        {run.failures > 0 && <Chip tone="danger">{countOf(run.failures, 'law broken', 'laws broken')}</Chip>}
        <span>
          {run.startedBy} · <ListTime at={run.startedAt} />
        </span>
        {run.cluster !== null && <span>on {run.cluster.label}</span>}
        {run.isOnSandbox && <span>on a sandbox in memory: tests the sandbox, not an engine</span>}
        {run.beginsWith !== null && <span>begins with {run.beginsWith}</span>}
      </p>
      {run.state === 'interrupted' && (
        <Banner kind="warning" title="Interrupted">
          {run.reason} Its results are kept. Resume to continue with the next case.
        </Banner>
      )}
      {run.state === 'failed' && (
        <Banner kind="danger" title="The run couldn’t continue">
          {run.reason} Its results are kept. Fix the cause and resume.
        </Banner>
      )}
      {run.state === 'done' && run.reason !== undefined && (
        <Banner kind="info" title="Ended early">
          {run.reason}
        </Banner>
      )}
    </>
  );
}

function Progress({ run }: { readonly run: LabRunDetails }) {
  return (
    <>
      {run.state === 'running' && run.cases === 0 && (
        <p className={styles['words']}>
          Starting {run.threads === 1 ? 'the thread' : `${shown(run.threads)} threads`}...
        </p>
      )}
      <ProgressBar label="Budget used" value={progressOf(run)} max={1} />
      <Facts
        facts={[
          ['Cases', casesLabel(run.cases)],
          ['Budget', budgetLabel(run)],
          ['Time', durationLabel(run.activeMs)],
          ['Cases per second', rateLabel(rateOf(run))],
          ['Acceptance', acceptanceLabel(run)],
          ['Threads', shown(run.threads)],
        ]}
      />
    </>
  );
}
