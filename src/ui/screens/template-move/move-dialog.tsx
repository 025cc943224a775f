import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Bundle, MoveStep } from '#domain/template-move';
import type { RouteAnswer } from '#domain/wire';
import { kindTitle } from '#domain/code';
import { countOf } from '#domain/console';
import { ApiErrorNotice, WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { AwaitedNotice } from '../../cluster/awaited-notice.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip, type ChipTone } from '../../kit/chip.tsx';
import { JsonDiff } from '../../kit/json-diff.tsx';
import { Modal } from '../../kit/modal.tsx';
import { Select } from '../../kit/select.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError } from '../../platform/console-api.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery, useRetry } from '../../platform/use-api-query.ts';
import common from '../../kit/common.module.css';
import styles from './template-move.module.css';
import { moveKey, useMove, type MoveOrigin } from './use-move.ts';

interface MoveDialogProps {
  readonly bundle: Bundle;
  /**
   * Name of the file that the templates are from. Where it is absent, they come from the cluster in the address and go
   * to another cluster.
   */
  readonly file?: string;
  readonly onClose: () => void;
}

type PlanView = RouteAnswer<'plans.get'>;
type PlanStep = PlanView['plan']['steps'][number];

const ACTIONS = {
  create: { label: 'Create', tone: 'success' },
  update: { label: 'Update', tone: 'warning' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
} as const;
/** Labels of the outcome of a step, by its state; none before the step has begun. */
const OUTCOMES: Readonly<Partial<Record<PlanStep['state'], readonly [string, ChipTone]>>> = {
  running: ['Sending', 'info'],
  done: ['Sent', 'success'],
  failed: ['Failed', 'danger'],
  unknown: ['Result unknown', 'warning'],
  undone: ['Undone', 'neutral'],
};
const counted = (count: number) => countOf(count, 'template');

/** Compares templates with those of a cluster, and sends the differing ones as a plan of that cluster. */
export function MoveDialog({ bundle, file, onClose }: MoveDialogProps) {
  const { clusterId } = useApi();
  const clusters = useApiQuery('clusters.list', {});
  const retryClusters = useRetry('clusters.list');
  const here = clusterId ?? clusters.data?.clusters[0]?.id;
  const others = (clusters.data?.clusters ?? []).filter(({ id }) => id !== here);
  const [chosen, setChosen] = useState<string | null>(null);
  const target = file !== undefined ? null : (chosen ?? others[0]?.id ?? null);
  const verb = file !== undefined ? 'Import' : 'Promote';
  const title = `${verb} templates`;
  const origin = file !== undefined ? { file } : here === undefined ? undefined : { cluster: here };
  if (origin === undefined || (file === undefined && target === null))
    return (
      <Modal title={title} onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
        <AwaitedNotice
          what="the clusters"
          isLoading={clusters.data === undefined}
          error={clusters.error}
          onRetry={retryClusters}
        />
        {clusters.data !== undefined && (
          <p>No other cluster is configured on this server. Export the templates to a file instead.</p>
        )}
      </Modal>
    );
  return (
    <Move
      key={target}
      bundle={bundle}
      origin={origin}
      target={target}
      verb={verb}
      isReadOnly={clusters.data?.isReadOnly === true}
      onClose={onClose}
      choice={(isDisabled) =>
        file === undefined && (
          <Select
            label="Cluster"
            items={others.map(({ id, label }) => ({ id, label }))}
            value={target}
            onChange={setChosen}
            isDisabled={isDisabled}
          />
        )
      }
    />
  );
}

interface MoveProps {
  readonly bundle: Bundle;
  readonly origin: MoveOrigin;
  readonly target: string | null;
  readonly verb: 'Import' | 'Promote';
  readonly choice: (isDisabled: boolean) => React.ReactNode;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

function Move({ bundle, origin, target, verb, choice, isReadOnly, onClose }: MoveProps) {
  const { comparison, retryComparison, propose, approve, view, planError, isRunning, compareAgain } = useMove(
    bundle,
    origin,
    target,
  );
  const moves = comparison.data;
  const differing = moves?.filter(({ action }) => action !== 'unchanged') ?? [];
  const missing = moves?.flatMap((move) => move.missing.map((name) => ({ name, usedBy: move.name }))) ?? [];
  const steps = new Map(view?.plan.steps.map((step) => [keyOf(step), step]));
  const state = view?.plan.state;
  const hasChanged = propose.error?.attributes['code'] === 'templates.changed';
  const mustCompare = hasChanged || (view !== undefined && !isRunning && state !== 'proposed' && state !== 'done');
  const reason = useReason();
  const main = () => {
    if (mustCompare)
      return (
        <Button variant="primary" onPress={compareAgain}>
          Compare again
        </Button>
      );
    if (view !== undefined)
      return (
        state !== 'done' && (
          <Button
            variant="primary"
            isPending={approve.isPending || isRunning}
            isDisabled={isReadOnly}
            onPress={() => reason.withReason((why) => approve.mutate({ name: view.id, reason: why }))}
          >
            {verb} {counted(differing.length)}
          </Button>
        )
      );
    return (
      <Button
        variant="primary"
        isPending={propose.isPending}
        isDisabled={isReadOnly || differing.length === 0 || comparison.isFetching}
        onPress={() => propose.mutate(moves ?? [])}
      >
        Review and save
      </Button>
    );
  };
  return (
    <Modal
      title={`${verb} templates`}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{view === undefined ? 'Cancel' : 'Close'}</Button>
          {main()}
        </>
      }
    >
      <div className={styles['body']}>
        {choice(view !== undefined || propose.isPending)}
        {isReadOnly && (
          <p className={common['muted']}>This server is read-only. Clusters can’t be changed from here.</p>
        )}
        <AwaitedNotice
          what="the templates of the cluster"
          isLoading={comparison.isFetching}
          error={comparison.error}
          failureTitle="Couldn’t compare with the cluster"
          onRetry={retryComparison}
        />
        {propose.error !== null && !hasChanged && <ApiErrorNotice title="Nothing was sent" error={propose.error} />}
        {hasChanged && (
          <Banner kind="warning" title="Nothing was sent">
            The templates on the cluster have changed since they were compared.
          </Banner>
        )}
        {approve.error !== null && (
          <WriteErrorNotice title="Couldn’t start the plan" error={approve.error} readAgain="the plan" />
        )}
        {planError !== null && (
          <ApiErrorNotice title="Couldn’t refresh the plan. It may be out of date." error={planError} />
        )}
        {view !== undefined && <PlanNotice view={view} target={target} />}
        {state === 'proposed' && !isReadOnly && reason.field}
        {missing.length > 0 && (
          <Banner kind="warning" title="Component templates are missing">
            {missing.map(({ name, usedBy }) => `${name} (used by ${usedBy})`).join(', ')}: neither the cluster nor the
            file has them. The cluster may refuse the templates that use them.
          </Banner>
        )}
        {moves !== undefined && (
          <>
            <p className={common['muted']}>
              Sent in this order: component templates, index templates, legacy templates. It stops at the first failure.
            </p>
            <ul className={styles['steps']}>
              {moves.map((move) => (
                <li key={moveKey(move)}>
                  <Step move={move} step={steps.get(moveKey(move))} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Modal>
  );
}

/** The key of a step among the templates that were compared. */
function keyOf({ input: { kind, name } }: PlanStep): string {
  return typeof kind === 'string' && typeof name === 'string' ? `${kind}/${name}` : '';
}

interface PlanNoticeProps {
  readonly view: PlanView;
  /** The cluster of the plan; null for the cluster in the address. */
  readonly target: string | null;
}

/** The state of the plan, its notes before approval, and a link to it. */
function PlanNotice({ view: { id, plan }, target }: PlanNoticeProps) {
  const done = plan.steps.filter((step) => step.state === 'done').length;
  const total = plan.steps.length.toLocaleString('en');
  const link = (
    <Link
      to={ROUTES.plan}
      params={{ planId: id }}
      {...(target !== null && { search: (before: object): object => ({ ...before, cluster: target }) })}
    >
      Open plan
    </Link>
  );
  switch (plan.state) {
    case 'proposed':
      return (
        <Banner kind="info" title="Nothing has been sent yet" actions={link}>
          <ul className={styles['notes']}>
            {plan.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Banner>
      );
    case 'running':
      return (
        <Banner kind="info" title={`Sending: ${counted(done)} of ${total} sent`} actions={link}>
          The server continues if you close this page.
        </Banner>
      );
    case 'done':
      return (
        <Banner kind="success" title={`Sent ${counted(done)}`} actions={link}>
          The cluster has all of them now.
        </Banner>
      );
    case 'stopped':
      return (
        <Banner kind="danger" title={`Stopped: ${counted(done)} of ${total} sent`} actions={link}>
          Templates after the failed one were not sent. What was sent is kept.
        </Banner>
      );
    case 'paused':
    case 'cancelled':
    case 'undoing':
    case 'undo_stopped':
    case 'undone':
      return (
        <Banner kind="warning" title={`Not complete: ${counted(done)} of ${total} sent`} actions={link}>
          {plan.reason ?? 'Open the plan to see its progress.'}
        </Banner>
      );
  }
}

/** `step` is the step of the plan, once there is a plan. */
function Step({ move, step }: { readonly move: MoveStep; readonly step: PlanStep | undefined }) {
  const { kind, name, action, before, body } = move;
  const [isOpen, setIsOpen] = useState(false);
  const { label, tone } = ACTIONS[action];
  // The step could not begin: something that it needs is missing.
  const state = step?.state === 'pending' && step.error !== undefined ? 'failed' : step?.state;
  const outcome = state && OUTCOMES[state];
  const notice = step?.result?.['notice'];
  return (
    <>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <Chip tone={tone}>{label}</Chip>
          <span className={common['mono']}>{name}</span>
          <span className={common['muted']}>{kindTitle(kind)}</span>
          {outcome !== undefined && <Chip tone={outcome[1]}>{outcome[0]}</Chip>}
        </summary>
        {isOpen && (
          <>
            <JsonDiff before={before} after={body} beforeLabel="On the cluster" afterLabel="To be sent" />
            {step !== undefined && <SentRequests requests={step.requests} />}
            {step?.undo !== undefined && <p className={common['muted']}>Undo: {step.undo}</p>}
          </>
        )}
      </details>
      {typeof notice === 'string' && <p className={common['muted']}>{notice}</p>}
      {step?.error !== undefined && (
        <WriteErrorNotice title={`Couldn’t send ${name}`} error={errorOf(step.error)} readAgain="the templates" />
      )}
    </>
  );
}

function errorOf({ statusCode, message, attributes }: NonNullable<PlanStep['error']>): ApiError {
  return new ApiError(statusCode, message, attributes);
}
