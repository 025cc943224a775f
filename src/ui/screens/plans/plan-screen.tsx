import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { outcomeOf } from '#domain/plan';
import { useActions } from '../../actions/use-actions.tsx';
import { ApiErrorNotice, WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { useReason, type SendWithReason } from '../../cluster/use-reason.tsx';
import { BackHeading } from '../../frame/back-heading.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { RotateCw } from '../../kit/icons/icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { IndexLink } from '../../lists/links.tsx';
import { ListClock, ListTime } from '../../lists/list-time.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { actionsFor, hasBegun, type PlanAction } from './plan-actions.ts';
import { leftWords, stateLabel, unsetWords, type Plan, type PlanStep, type PlanView } from './plan-labels.ts';
import { PlanStepView } from './plan-step.tsx';
import common from '../../kit/common.module.css';
import styles from './plans.module.css';

const ConfirmDialog = lazyPart(async () => (await import('../../kit/modal.tsx')).ConfirmDialog);
const CancelPlanDialog = lazyPart(async () => (await import('./cancel-plan-dialog.tsx')).CancelPlanDialog);
const route = getRouteApi(ROUTES.plan);
/** Interval of refreshing a running plan, in ms. */
const LIVE_MS = 1_000;

/** One plan, step by step. */
export function PlanScreen() {
  const { planId } = route.useParams();
  const { data } = useApiQuery('plans.get', { params: { name: planId } });
  const refetch = useRefetch();
  const title = data?.plan.title ?? 'Plan';
  return (
    <Screen
      title={title}
      heading={<BackHeading list="plans" title={title} />}
      actions={<IconButton icon={RotateCw} label="Refresh" onPress={() => void refetch('plans.get')} />}
    >
      <ClusterGate>
        <PlanPage key={planId} id={planId} />
      </ClusterGate>
    </Screen>
  );
}

function PlanPage({ id }: { readonly id: string }) {
  const input = { params: { name: id } };
  const isReadOnly = useIsReadOnly();
  const { data, error } = useApiQuery('plans.get', input);
  const isLive =
    data !== undefined && (data.isAtWork || data.plan.state === 'running' || data.plan.state === 'undoing');
  useApiQuery('plans.get', input, { isEnabled: isLive, ...(isLive && { refetchEveryMs: LIVE_MS }) });
  if (data === undefined)
    return (
      <div className={styles['page']}>
        {error === null ? <Skeleton height="20px" /> : <ApiErrorNotice title="Couldn’t load the plan" error={error} />}
      </div>
    );
  return (
    <ListClock>
      <div className={styles['page']}>
        {error !== null && <ApiErrorNotice title="Couldn’t refresh the plan. It may be out of date." error={error} />}
        <PlanHead view={data} />
        <ol className={styles['list']} aria-label="Steps">
          {data.plan.steps.map((step, at) => (
            <PlanStepView
              key={at}
              number={at + 1}
              step={step}
              progress={step.state === 'running' ? data.progress : undefined}
              throttled={!isReadOnly && canThrottle(data.plan, step) ? id : undefined}
            />
          ))}
        </ol>
      </div>
    </ListClock>
  );
}

/** Whether the plan has begun the reindex, and may still send it. */
function canThrottle({ state }: Plan, step: PlanStep): boolean {
  return (
    step.kind === 'reindex' &&
    (step.state === 'running' || step.state === 'unknown' || step.state === 'failed') &&
    (state === 'running' || state === 'paused' || state === 'stopped')
  );
}

const LABELS: Readonly<Record<PlanAction, string>> = {
  approve: 'Approve and run',
  resume: 'Resume',
  cancel: 'Cancel plan',
  undo: 'Undo plan',
};

function PlanHead({ view: { id, plan } }: { readonly view: PlanView }) {
  const isReadOnly = useIsReadOnly();
  const [asked, setAsked] = useState<'cancel' | 'undo' | null>(null);
  const close = () => setAsked(null);
  const options = { invalidates: ['plans.get', 'plans.list', 'indices.list'] } as const;
  const mutations = {
    approve: useApiMutation('plans.approve', options),
    resume: useApiMutation('plans.resume', options),
    cancel: useApiMutation('plans.cancel', options),
    undo: useApiMutation('plans.undo', options),
  };
  const actions = actionsFor(plan.state, hasBegun(plan));
  const send = (action: PlanAction, why?: string) => {
    for (const mutation of Object.values(mutations)) mutation.reset();
    mutations[action].mutate({ params: { name: id }, reason: why });
  };
  const asks = actions.includes('approve') || actions.includes('resume');
  const reason = useReason(plan.state);
  const run = (action: PlanAction) => {
    if (asks && action !== 'undo') reason.withReason((why) => send(action, why));
    else if (action === 'cancel' || action === 'undo') setAsked(action);
  };
  useActions(isReadOnly ? [] : actions.map((action) => ({ id: `plan.${action}` as const, run: () => run(action) })));
  const failed = Object.values(mutations).find(({ error }) => error !== null);
  const { label, tone } = stateLabel({ ...plan, keepsIndex: outcomeOf(plan).keepsIndex });
  return (
    <header className={common['stack3']}>
      <p className={common['facts']}>
        <Chip tone={tone}>{label}</Chip>
        <span>
          {plan.createdBy} · <ListTime at={plan.createdAt} />
        </span>
        {plan.draft !== undefined && (
          <Link to={ROUTES.draft} params={{ draftId: plan.draft }}>
            Open draft
          </Link>
        )}
        {plan.state === 'done' && plan.steps[0]?.creates.map((name) => <IndexLink key={name} name={name} />)}
        <span className={common['spacer']} />
        {actions.toReversed().map((action) => (
          <Button
            key={action}
            variant={action === actions[0] && action !== 'cancel' && action !== 'undo' ? 'primary' : 'secondary'}
            isDisabled={isReadOnly}
            isPending={mutations[action].isPending}
            onPress={() => run(action)}
          >
            {LABELS[action]}
          </Button>
        ))}
      </p>
      {failed?.error != null && <WriteErrorNotice title="Couldn’t do that" error={failed.error} readAgain="the plan" />}
      {isReadOnly && <p className={common['mutedBreaking']}>This server is read-only. Plans can’t be run.</p>}
      <StateNotice plan={plan} />
      {asks && !isReadOnly && <div className={styles['reason']}>{reason.field}</div>}
      <Suspense>
        {asked === 'undo' && (
          <UndoDialog
            steps={plan.steps}
            onConfirm={(why) => {
              close();
              send('undo', why);
            }}
            onCancel={close}
          />
        )}
        {asked === 'cancel' && <CancelPlanDialog plan={{ id, title: plan.title, state: plan.state }} onClose={close} />}
      </Suspense>
    </header>
  );
}

interface UndoDialogProps {
  readonly steps: readonly PlanStep[];
  readonly onConfirm: SendWithReason;
  readonly onCancel: () => void;
}

/** Asks for confirmation before a plan is undone, with the reason. */
function UndoDialog({ steps, onConfirm, onCancel }: UndoDialogProps) {
  const reason = useReason();
  return (
    <ConfirmDialog
      title="Undo this plan?"
      confirmLabel="Undo plan"
      isDanger
      onConfirm={() => reason.withReason(onConfirm)}
      onCancel={onCancel}
    >
      <UndoList steps={steps} />
      {reason.field}
    </ConfirmDialog>
  );
}

function StateNotice({ plan }: { readonly plan: Plan }) {
  const { state, reason, notes, steps, left } = plan;
  switch (state) {
    case 'proposed':
      return (
        <Banner kind="info" title="Nothing has been sent yet">
          <Notes className={styles['notes']} notes={notes} />
        </Banner>
      );
    case 'paused':
      return (
        <Banner kind="warning" title="Paused">
          <p>
            {reason} Resume to continue with your credentials. The cluster is checked before anything is sent again.
          </p>
          <Unset plan={plan} />
        </Banner>
      );
    case 'stopped': {
      const at = steps.findIndex((step) => step.error !== undefined);
      return (
        <Banner kind="danger" title={`Stopped at step ${at + 1}`}>
          <p>The reason is shown with the step. Fix the cause and resume.</p>
          <Unset plan={plan} />
        </Banner>
      );
    }
    case 'cancelled':
      return (
        <Banner kind="warning" title="Cancelled">
          {hasBegun(plan) ? (
            <>
              <p>Completed steps stay until the plan is undone:</p>
              <UndoList steps={steps} />
            </>
          ) : (
            <p>Nothing was sent to the cluster.</p>
          )}
          <Unset plan={plan} />
        </Banner>
      );
    case 'undo_stopped': {
      const [newIndex] = steps[0]?.creates ?? [];
      const isServing = steps.some((step) => step.kind === 'update_aliases' && step.state === 'undoing');
      return (
        <Banner
          kind="danger"
          title="Not everything was undone"
          actions={
            isServing && newIndex !== undefined ? (
              <Link to={ROUTES.createPlan} search={{ index: newIndex }}>
                Plan the way back
              </Link>
            ) : undefined
          }
        >
          <p>{reason ?? steps.find((step) => step.state === 'undoing')?.error?.message}</p>
        </Banner>
      );
    }
    case 'running':
    case 'done':
      return (
        <>
          {left !== undefined && (
            <Banner kind="warning" title={leftWords(left)}>
              <p>
                They were made while the plan was running, and the new index does not have them. Look at{' '}
                <IndexLink name={left.index} />, and copy what is needed.
              </p>
            </Banner>
          )}
          {state === 'done' && <Outcome plan={plan} />}
          <Notes className={styles['quietNotes']} notes={notes} />
        </>
      );
    case 'undoing':
    case 'undone':
      return null;
  }
}

/** Settings that the new index lacks where the plan ended before the step that sets them. */
function Unset({ plan }: { readonly plan: Plan }) {
  return outcomeOf(plan).unset.map(({ index, settings }) => (
    <p key={index}>
      <IndexLink name={index} /> does not have its settings yet: {unsetWords(settings)}.
    </p>
  ));
}

/** What a plan that is done has left for a person to do: an index that was not replaced, writes that are blocked. */
function Outcome({ plan }: { readonly plan: Plan }) {
  const { keepsIndex, blocked } = outcomeOf(plan);
  const [newIndex] = plan.steps[0]?.creates ?? [];
  const blocks = blocked.map((index) => (
    <p key={index}>
      The plan left writes to <IndexLink name={index} /> blocked. To allow them, remove the write block there.
    </p>
  ));
  if (keepsIndex)
    return (
      <Banner kind="warning" title={`${plan.subject} was not replaced`}>
        <p>
          It keeps its name, and clients that use it still reach it. Point them to{' '}
          {newIndex === undefined ? 'the new index' : <IndexLink name={newIndex} />}.
        </p>
        {blocks}
      </Banner>
    );
  return blocks.length > 0 ? (
    <Banner kind="info" title="Writes stay blocked">
      {blocks}
    </Banner>
  ) : null;
}

function Notes({ className, notes }: { readonly className: string | undefined; readonly notes: readonly string[] }) {
  return (
    <ul className={className}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function UndoList({ steps }: { readonly steps: readonly PlanStep[] }) {
  const begun = steps.filter((step) => step.state !== 'pending' && step.state !== 'undone' && step.undo !== undefined);
  return (
    <ul className={styles['notes']}>
      {begun.toReversed().map(({ title, undo }) => (
        <li key={title}>
          {title}: {undo}
        </li>
      ))}
    </ul>
  );
}
