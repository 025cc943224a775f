import { useState } from 'react';
import type { Lifecycle } from '#domain/console';
import { attachPolicyCall, detachPolicyCall, retryStepCall, type LifecycleSystem } from '#domain/index-operations';
import { member } from '#domain/json';
import { requestOf } from '#domain/ports';
import type { RouteInput } from '#domain/wire';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { AwaitedNotice } from '../../cluster/awaited-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { useClusterId, useFeature, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { TimeAgo } from '../../files/time-ago.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { ConfirmDialog, Modal } from '../../kit/modal.tsx';
import { Select } from '../../kit/select.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { LifecyclePolicyLink } from '../../lists/links.tsx';
import type { ConsoleApi } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { useApiQuery, useRetry } from '../../platform/use-api-query.ts';
import { typedOver, useTypedForm } from '../../platform/use-typed-form.ts';
import { useNow } from '../../platform/use-now.ts';
import { ComparedNotices } from '../../review/review-dialog.tsx';
import { useComparedWrite } from '../../review/use-compared-write.ts';
import { Facts } from './facts.tsx';
import { Panel } from './panel.tsx';
import common from '../../kit/common.module.css';
import styles from './summary.module.css';

const CHANGED = ['lifecycle.get', 'settings.get', 'indices.list', 'indices.reload', 'lifecycle.policies'] as const;

/** The lifecycle state of an index, on clusters with ILM or ISM. */
export function LifecyclePanel({ name }: { readonly name: string }) {
  const hasIlm = useFeature('ilm')?.has === true;
  const hasIsm = useFeature('ism')?.has === true;
  return hasIlm || hasIsm ? <LifecycleOf name={name} system={hasIsm ? 'ism' : 'ilm'} /> : null;
}

type Asked = 'attach' | 'detach' | 'retry';

function LifecycleOf({ name, system }: { readonly name: string; readonly system: LifecycleSystem }) {
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
          <div className={common['wrappedRow']}>
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
      {asked === 'attach' && (
        <AttachDialog name={name} system={system} current={data?.policy} onClose={() => setAsked(null)} />
      )}
      {asked === 'detach' && (
        <DetachDialog name={name} system={system} policy={data?.policy ?? ''} onClose={() => setAsked(null)} />
      )}
      {asked === 'retry' && <RetryDialog name={name} system={system} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function Explanation({ lifecycle }: { readonly lifecycle: Lifecycle }) {
  const { policy, phase, action, step, since, age, failedStep, message, hasFailed } = lifecycle;
  const { clock } = useCore();
  const now = useNow(clock);
  if (policy === undefined)
    return <p className={styles['text']}>No policy: it will not roll over or expire automatically.</p>;
  return (
    <>
      <Facts
        facts={[
          ['Policy', <LifecyclePolicyLink key="policy" name={policy} />],
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
  readonly system: LifecycleSystem;
  readonly onClose: () => void;
}

const READ_AGAIN = 'the lifecycle';
const CHANGE_NOTICES = { failureTitle: 'Couldn’t change the lifecycle', readAgain: READ_AGAIN };
const movedTo = (policy: string | null) => (
  <p>{policy === null ? 'The index follows no policy now.' : `The index follows policy “${policy}” now.`}</p>
);

async function policyOf(api: ConsoleApi, { params }: RouteInput<'lifecycle.get'>): Promise<string | null> {
  return (await api.call('lifecycle.get', { params })).policy ?? null;
}

const TAKES_EFFECT = 'Takes effect immediately. Phases are counted from the creation or rollover of the index.';
const TAKES_EFFECT_LATER =
  'Takes effect at the end of the current state, or immediately if the new policy has the same state.';

function AttachDialog({ name, system, current, onClose }: DialogProps & { readonly current: string | undefined }) {
  const policies = useApiQuery('lifecycle.policies', {});
  const retry = useRetry('lifecycle.policies');
  const opened = useTypedForm('attachPolicy', typedFormStream('attachPolicy', useClusterId(), name));
  const [{ policy }, edit] = typedOver(opened, { policy: current ?? null });
  const [shown] = useState(current ?? null);
  const isLater = (before: string | null) => system === 'ism' && before !== null;
  const write = useComparedWrite<'lifecycle.attach', string | null>('lifecycle.attach', {
    read: policyOf,
    invalidates: CHANGED,
    form: opened,
    made: ({ body }, before) => ({
      title: `“${name}” ${isLater(before) ? 'is to follow' : 'follows'} policy “${body.policy}”`,
    }),
    onDone: onClose,
  });
  const reason = useReason();
  const now = write.conflict === null ? shown : write.conflict.now;
  const items = (policies.data ?? []).map((each) => ({ id: each.name, label: each.name }));
  if (opened === null) return null;
  const discard = () => {
    opened.setValues(null);
    onClose();
  };
  return (
    <Modal
      title={`Attach lifecycle policy to “${name}”`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={discard}>Cancel</Button>
          <Button
            variant="primary"
            isPending={write.isPending}
            isDisabled={policy === null || policy === now}
            onPress={() => {
              if (policy === null) return;
              const input = { params: { name }, body: { policy } };
              reason.withReason((why) =>
                write.send({ type: 'SEND', write: { input, expected: now, wanted: policy, reason: why } }),
              );
            }}
          >
            Attach policy
          </Button>
        </>
      }
    >
      <UnreadableForms opened={opened} />
      <ComparedNotices write={write} failureTitle="Couldn’t attach the policy" readAgain={READ_AGAIN} moved={movedTo} />
      <AwaitedNotice
        what="the policies"
        isLoading={policies.data === undefined}
        error={policies.error}
        onRetry={retry}
      />
      {policies.data !== undefined && items.length === 0 && <p>The cluster has no lifecycle policies.</p>}
      <Select
        label="Policy"
        items={items}
        value={policy}
        onChange={(chosen) => edit({ policy: chosen })}
        placeholder="Choose a policy"
        description={isLater(now) ? TAKES_EFFECT_LATER : TAKES_EFFECT}
      />
      {policy !== null && policy !== now && (
        <>
          <SentRequests requests={[requestOf(attachPolicyCall(system, name, policy, now))]} />
          {reason.field}
        </>
      )}
    </Modal>
  );
}

/** A setting that ILM removes with the policy. */
const ROLLOVER_ALIAS = 'index.lifecycle.rollover_alias';

function DetachDialog({ name, system, policy, onClose }: DialogProps & { readonly policy: string }) {
  const settings = useApiQuery('settings.get', { params: { name } });
  const alias = system === 'ilm' ? member(settings.data?.settings ?? {}, ROLLOVER_ALIAS) : undefined;
  const [shown] = useState(policy);
  const write = useComparedWrite<'lifecycle.detach', string | null>('lifecycle.detach', {
    read: policyOf,
    invalidates: CHANGED,
    made: () => ({ title: `“${name}” follows no policy` }),
    onDone: onClose,
  });
  const reason = useReason();
  const expected = write.conflict === null ? shown : write.conflict.now;
  return (
    <ConfirmDialog
      title={`Detach policy “${expected ?? shown}”?`}
      confirmLabel="Detach policy"
      isPending={write.isPending}
      onConfirm={() =>
        reason.withReason((why) =>
          write.send({ type: 'SEND', write: { input: { params: { name } }, expected, wanted: null, reason: why } }),
        )
      }
      onCancel={onClose}
    >
      <ComparedNotices write={write} {...CHANGE_NOTICES} moved={movedTo} />
      <p>“{name}” is no longer rolled over, moved or deleted by itself. Its data is kept.</p>
      {typeof alias === 'string' && (
        <p>
          <code>{ROLLOVER_ALIAS}</code> ({alias}) is removed too. Set it again before you attach another policy.
        </p>
      )}
      <SentRequests requests={[requestOf(detachPolicyCall(system, name))]} />
      {reason.field}
    </ConfirmDialog>
  );
}

function RetryDialog({ name, system, onClose }: DialogProps) {
  const write = useComparedWrite<'lifecycle.retry', boolean>('lifecycle.retry', {
    read: async (api, { params }) => (await api.call('lifecycle.get', { params })).hasFailed,
    invalidates: CHANGED,
    made: () => ({ title: `Retrying the failed step of “${name}”` }),
    onDone: onClose,
  });
  const reason = useReason();
  return (
    <ConfirmDialog
      title="Retry the failed step?"
      confirmLabel="Retry step"
      isPending={write.isPending}
      onConfirm={() =>
        reason.withReason((why) =>
          write.send({
            type: 'SEND',
            write: { input: { params: { name } }, expected: true, wanted: false, reason: why },
          }),
        )
      }
      onCancel={onClose}
    >
      <ComparedNotices write={write} {...CHANGE_NOTICES} moved={() => <p>The step no longer fails.</p>} />
      <p>The cluster runs the step again. If the cause is still there, it fails again.</p>
      <SentRequests requests={[requestOf(retryStepCall(system, name))]} />
      {reason.field}
    </ConfirmDialog>
  );
}
