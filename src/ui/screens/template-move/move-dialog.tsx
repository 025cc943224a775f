import { useState } from 'react';
import type { Bundle, BundleKind, MoveStep } from '#domain/template-move';
import { ApiErrorNotice, WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { JsonDiff } from '../../kit/json-diff.tsx';
import { Modal } from '../../kit/modal.tsx';
import { Select } from '../../kit/select.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { useApiQuery } from '../../platform/use-api-query.ts';
import styles from './template-move.module.css';
import { stepKey, useMove, type StepOutcome } from './use-move.ts';

interface MoveDialogProps {
  readonly bundle: Bundle;
  /** From a file to the cluster of the address, or from there to another one. */
  readonly way: 'import' | 'promote';
  readonly onClose: () => void;
}

const KIND_LABELS: Readonly<Record<BundleKind, string>> = {
  component_template: 'Component template',
  index_template: 'Index template',
  legacy_template: 'Legacy template',
};
const ACTIONS = {
  create: { label: 'Create', tone: 'success' },
  update: { label: 'Update', tone: 'warning' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
} as const;
const counted = (count: number) => (count === 1 ? '1 template' : `${count.toLocaleString('en')} templates`);

/** Compares templates with what a cluster has, and sends what differs. */
export function MoveDialog({ bundle, way, onClose }: MoveDialogProps) {
  const { clusterId } = useApi();
  const clusters = useApiQuery('clusters.list', {});
  const here = clusterId ?? clusters.data?.clusters[0]?.id;
  const others = (clusters.data?.clusters ?? []).filter(({ id }) => id !== here);
  const [chosen, setChosen] = useState<string | null>(null);
  const target = way === 'import' ? null : (chosen ?? others[0]?.id ?? null);
  const title = way === 'import' ? 'Import templates' : 'Promote templates';
  const hasTarget = way === 'import' || target !== null;
  if (!hasTarget)
    return (
      <Modal title={title} onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
        {clusters.data === undefined ? (
          <Skeleton width="80%" height="20px" />
        ) : (
          <p>No other cluster is configured on this server. Export the templates to a file instead.</p>
        )}
      </Modal>
    );
  return (
    <Move
      key={target}
      bundle={bundle}
      target={target}
      title={title}
      isReadOnly={clusters.data?.isReadOnly === true}
      onClose={onClose}
      choice={
        way === 'promote' && (
          <Select
            label="Cluster"
            items={others.map(({ id, label }) => ({ id, label }))}
            value={target}
            onChange={setChosen}
          />
        )
      }
    />
  );
}

interface MoveProps {
  readonly bundle: Bundle;
  readonly target: string | null;
  readonly title: string;
  readonly choice: React.ReactNode;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

function Move({ bundle, target, title, choice, isReadOnly, onClose }: MoveProps) {
  const { plan, outcomes, send, reset } = useMove(bundle, target);
  const steps = plan.data;
  const differing = steps?.filter(({ action }) => action !== 'unchanged') ?? [];
  const missing = steps?.flatMap((step) => step.missing.map((name) => ({ name, usedBy: step.name }))) ?? [];
  const doneCount = [...outcomes.values()].filter(({ state }) => state === 'done').length;
  const isDone = send.data === 'done';
  const compareAgain = () => {
    reset();
    send.reset();
    void plan.refetch();
  };
  return (
    <Modal
      title={title}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{isDone ? 'Close' : 'Cancel'}</Button>
          {send.data === 'changed' || send.data === 'stopped' ? (
            <Button variant="primary" onPress={compareAgain}>
              Compare again
            </Button>
          ) : (
            <Button
              variant="primary"
              isPending={send.isPending}
              isDisabled={isReadOnly || isDone || differing.length === 0 || plan.isFetching}
              onPress={() => send.mutate(steps ?? [])}
            >
              Send {counted(differing.length)}
            </Button>
          )}
        </>
      }
    >
      <div className={styles['body']}>
        {choice}
        {isReadOnly && (
          <p className={styles['muted']}>This server is read-only. Clusters can’t be changed from here.</p>
        )}
        {plan.error !== null && (
          <ApiErrorNotice
            title="Couldn’t compare with the cluster"
            error={plan.error}
            onRetry={() => void plan.refetch()}
          />
        )}
        {send.error !== null && (
          <WriteErrorNotice title="Nothing was sent" error={send.error} readAgain="the templates" />
        )}
        {send.data === 'changed' && (
          <Banner kind="warning" title="Nothing was sent">
            The templates on the cluster have changed since they were compared.
          </Banner>
        )}
        {send.data === 'stopped' && (
          <Banner
            kind="danger"
            title={`Stopped: ${counted(doneCount)} of ${differing.length.toLocaleString('en')} sent`}
          >
            Templates after the failed one were not sent. What was sent is kept.
          </Banner>
        )}
        {isDone && (
          <Banner kind="success" title={`Sent ${counted(doneCount)}`}>
            The cluster has all of them now.
          </Banner>
        )}
        {missing.length > 0 && (
          <Banner kind="warning" title="Component templates are missing">
            {missing.map(({ name, usedBy }) => `${name} (used by ${usedBy})`).join(', ')}: neither the cluster nor the
            file has them. The cluster may refuse the templates that use them.
          </Banner>
        )}
        {steps === undefined && plan.error === null && <Skeleton width="80%" height="20px" />}
        {steps !== undefined && (
          <>
            <p className={styles['muted']}>
              Sent in this order: component templates, index templates, legacy templates. It stops at the first failure.
            </p>
            <ul className={styles['steps']}>
              {steps.map((step) => (
                <li key={stepKey(step)}>
                  <Step step={step} outcome={outcomes.get(stepKey(step))} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Modal>
  );
}

function Step({ step, outcome }: { readonly step: MoveStep; readonly outcome: StepOutcome | undefined }) {
  const { kind, name, action, before, body } = step;
  const [isOpen, setIsOpen] = useState(false);
  const { label, tone } = ACTIONS[action];
  return (
    <>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <Chip tone={tone}>{label}</Chip>
          <span className={styles['name']}>{name}</span>
          <span className={styles['muted']}>{KIND_LABELS[kind]}</span>
          {outcome !== undefined && (
            <Chip tone={outcome.state === 'done' ? 'success' : 'danger'}>
              {outcome.state === 'done' ? 'Sent' : 'Failed'}
            </Chip>
          )}
        </summary>
        {isOpen && <JsonDiff before={before} after={body} beforeLabel="On the cluster" afterLabel="To be sent" />}
      </details>
      {outcome?.state === 'failed' && (
        <WriteErrorNotice title={`Couldn’t send ${name}`} error={outcome.error} readAgain="the templates" />
      )}
    </>
  );
}
