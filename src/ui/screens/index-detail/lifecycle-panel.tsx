import { useState } from 'react';
import type { Lifecycle } from '#domain/console';
import { ApiErrorNotice, WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useFeature, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { TimeAgo } from '../../files/time-ago.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { ConfirmDialog, Modal } from '../../kit/modal.tsx';
import { Select } from '../../kit/select.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useCore } from '../../platform/services.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useNow } from '../../platform/use-now.ts';
import { Facts } from './facts.tsx';
import { Panel } from './panel.tsx';
import styles from './summary.module.css';

const CHANGED = ['lifecycle.get', 'settings.get', 'indices.list', 'indices.reload', 'lifecycle.policies'] as const;

/** Where an index is in its lifecycle, on clusters with ILM or ISM. */
export function LifecyclePanel({ name }: { readonly name: string }) {
  const hasIlm = useFeature('ilm')?.has === true;
  const hasIsm = useFeature('ism')?.has === true;
  return hasIlm || hasIsm ? <LifecycleOf name={name} /> : null;
}

type Asked = 'attach' | 'detach' | 'retry';

function LifecycleOf({ name }: { readonly name: string }) {
  const { data, error, refetch } = useApiQuery('lifecycle.get', { params: { name } });
  const [asked, setAsked] = useState<Asked | null>(null);
  const isReadOnly = useIsReadOnly();
  return (
    <Panel title="Lifecycle" aside={data?.hasFailed === true && <Chip tone="danger">Failed</Chip>}>
      {error !== null && (
        <ApiErrorNotice title="Couldn’t load the lifecycle" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton width="80%" height="20px" />}
      {data !== undefined && (
        <>
          <Explanation lifecycle={data} />
          {isReadOnly && <p className={styles['text']}>{READ_ONLY_REASON}</p>}
          <div className={styles['buttons']}>
            {data.hasFailed && (
              <Button size="small" isDisabled={isReadOnly} onPress={() => setAsked('retry')}>
                Retry step
              </Button>
            )}
            <Button size="small" isDisabled={isReadOnly} onPress={() => setAsked('attach')}>
              {data.policy === undefined ? 'Attach policy' : 'Change policy'}
            </Button>
            {data.policy !== undefined && (
              <Button size="small" isDisabled={isReadOnly} onPress={() => setAsked('detach')}>
                Detach policy
              </Button>
            )}
          </div>
        </>
      )}
      {asked === 'attach' && <AttachDialog name={name} current={data?.policy} onClose={() => setAsked(null)} />}
      {(asked === 'detach' || asked === 'retry') && (
        <ChangeDialog name={name} kind={asked} policy={data?.policy ?? ''} onClose={() => setAsked(null)} />
      )}
    </Panel>
  );
}

function Explanation({ lifecycle }: { readonly lifecycle: Lifecycle }) {
  const { policy, phase, action, step, since, age, failedStep, message, hasFailed } = lifecycle;
  const { clock } = useCore();
  const now = useNow(clock);
  if (policy === undefined)
    return (
      <p className={styles['text']}>None. Without a policy the index is neither rolled over nor deleted by itself.</p>
    );
  return (
    <>
      <Facts
        facts={[
          ['Policy', policy],
          ['Phase', phase],
          ['Action', action],
          ['Step', failedStep ?? step],
          ['In this step since', since !== undefined && <TimeAgo at={new Date(since).toISOString()} now={now} />],
          ['Age', age],
        ]}
      />
      {message !== undefined && (
        <div className={styles['why']}>
          <p className={styles['strong']}>{hasFailed ? 'Why the step failed' : 'What the step says'}</p>
          <p className={styles['engine']}>{message}</p>
        </div>
      )}
    </>
  );
}

interface DialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

function AttachDialog({ name, current, onClose }: DialogProps & { readonly current: string | undefined }) {
  const policies = useApiQuery('lifecycle.policies', {});
  const [policy, setPolicy] = useState<string | null>(current ?? null);
  const attach = useApiMutation('lifecycle.attach', {
    invalidates: CHANGED,
    onSuccess: (_, { body }) => void showToast({ kind: 'success', title: `“${name}” follows policy “${body.policy}”` }),
  });
  const items = (policies.data ?? []).map((each) => ({ id: each.name, label: each.name }));
  return (
    <Modal
      title={`Attach lifecycle policy to “${name}”`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isPending={attach.isPending}
            isDisabled={policy === null || policy === current}
            onPress={() => {
              if (policy !== null) attach.mutate({ params: { name }, body: { policy } }, { onSuccess: onClose });
            }}
          >
            Attach policy
          </Button>
        </>
      }
    >
      {attach.error && (
        <WriteErrorNotice title="Couldn’t attach the policy" error={attach.error} readAgain="the lifecycle" />
      )}
      {policies.error !== null && <ApiErrorNotice title="Couldn’t load the policies" error={policies.error} />}
      {policies.data !== undefined && items.length === 0 && <p>The cluster has no lifecycle policies.</p>}
      <Select
        label="Policy"
        items={items}
        value={policy}
        onChange={setPolicy}
        placeholder="Choose a policy"
        description="It applies from now on: its phases are counted from when the index was created or rolled over."
      />
    </Modal>
  );
}

function ChangeDialog({
  name,
  kind,
  policy,
  onClose,
}: DialogProps & { readonly kind: 'detach' | 'retry'; readonly policy: string }) {
  const isRetry = kind === 'retry';
  const change = useApiMutation(isRetry ? 'lifecycle.retry' : 'lifecycle.detach', {
    invalidates: CHANGED,
    onSuccess: () =>
      void showToast({
        kind: 'success',
        title: isRetry ? `Retrying the failed step of “${name}”` : `“${name}” follows no policy`,
      }),
  });
  return (
    <ConfirmDialog
      title={isRetry ? 'Retry the failed step?' : `Detach policy “${policy}”?`}
      confirmLabel={isRetry ? 'Retry step' : 'Detach policy'}
      isPending={change.isPending}
      onConfirm={() => change.mutate({ params: { name } }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {change.error && (
        <WriteErrorNotice title="Couldn’t change the lifecycle" error={change.error} readAgain="the lifecycle" />
      )}
      <p>
        {isRetry
          ? 'The cluster runs the step again. If the cause is still there, it fails again.'
          : `“${name}” is no longer rolled over, moved or deleted by itself. Its data is kept.`}
      </p>
    </ConfirmDialog>
  );
}
