import { useState } from 'react';
import {
  formatRetention,
  hasPrivilege,
  parseRetention,
  RETENTION_UNITS,
  describeRetention,
  type DataStream,
  type DataStreamLifecycle,
  type RetentionUnit,
} from '#domain/console';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/modal.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { Select } from '../../kit/select.tsx';
import { Switch } from '../../kit/switch.tsx';
import { showToast } from '../../kit/toast.tsx';
import styles from './data-streams.module.css';

const UNIT_LABELS: Readonly<Record<RetentionUnit, string>> = { d: 'Days', h: 'Hours', m: 'Minutes', s: 'Seconds' };
const UNITS = RETENTION_UNITS.map((id) => ({ id, label: UNIT_LABELS[id] }));

const NO_RIGHT = 'Changing the lifecycle requires the manage_data_stream_lifecycle privilege.';

/** What a lifecycle means for the data, in words. */
function describeLifecycle(lifecycle: DataStreamLifecycle | undefined): string {
  if (lifecycle === undefined) return 'No data stream lifecycle.';
  if (!lifecycle.enabled) return 'The lifecycle is disabled. No data is deleted.';
  if (lifecycle.dataRetention === undefined) return 'Data is kept indefinitely.';
  return `Data older than ${describeRetention(lifecycle.dataRetention)} is deleted.`;
}

/** How long a data stream keeps its data: what holds, and a form that changes it. */
export function LifecycleSection({ stream }: { readonly stream: DataStream }) {
  const [isEditing, setIsEditing] = useState(false);
  const isReadOnly = useIsReadOnly();
  const refusal = isReadOnly
    ? READ_ONLY_REASON
    : hasPrivilege(stream, 'manage_data_stream_lifecycle')
      ? undefined
      : NO_RIGHT;
  return (
    <section className={styles['section']} aria-labelledby="lifecycle">
      <h3 id="lifecycle" className={styles['sectionTitle']}>
        Lifecycle
      </h3>
      <p>{describeLifecycle(stream.lifecycle)}</p>
      {stream.ilmPolicyName !== undefined && (
        <p className={styles['muted']}>
          ILM policy {stream.ilmPolicyName} takes precedence unless index.lifecycle.prefer_ilm is false.
        </p>
      )}
      {isEditing ? (
        <LifecycleForm stream={stream} onClose={() => setIsEditing(false)} />
      ) : (
        <div className={styles['end']}>
          <Button size="small" isDisabled={refusal !== undefined} onPress={() => setIsEditing(true)}>
            Edit lifecycle
          </Button>
        </div>
      )}
      {refusal !== undefined && <p className={styles['muted']}>{refusal}</p>}
    </section>
  );
}

function LifecycleForm({
  stream: { name, lifecycle },
  onClose,
}: {
  readonly stream: DataStream;
  readonly onClose: () => void;
}) {
  const before = parseRetention(lifecycle?.dataRetention ?? '');
  const [isEnabled, setIsEnabled] = useState(lifecycle?.enabled ?? true);
  const [isLimited, setIsLimited] = useState(lifecycle?.dataRetention !== undefined);
  const [amount, setAmount] = useState<number | null>(before?.amount ?? null);
  const [unit, setUnit] = useState<RetentionUnit>(before?.unit ?? 'd');
  const [fault, setFault] = useState<string>();
  const [asked, setAsked] = useState<DataStreamLifecycle | null>(null);
  const change = useApiMutation('data_streams.set_lifecycle', {
    invalidates: ['data_streams.list', 'data_streams.get'],
    onSuccess(_, { body: { enabled, dataRetention } }) {
      showToast({
        kind: 'success',
        title: `Updated lifecycle of “${name}”`,
        text: describeLifecycle({ enabled, ...(dataRetention !== undefined && { dataRetention }) }),
      });
    },
  });
  const review = () => {
    if (isEnabled && isLimited && (amount === null || amount < 1 || !Number.isSafeInteger(amount))) {
      setFault('Enter a whole number of 1 or more.');
      return;
    }
    setFault(undefined);
    setAsked({
      enabled: isEnabled,
      ...(isLimited && amount !== null && { dataRetention: formatRetention({ amount, unit }) }),
    });
  };
  const send = ({ enabled, dataRetention }: DataStreamLifecycle) =>
    change.mutate(
      { params: { name }, body: { enabled, ...(dataRetention !== undefined && { dataRetention }) } },
      { onSuccess: onClose, onSettled: () => setAsked(null) },
    );
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        review();
      }}
    >
      <Switch isSelected={isEnabled} onChange={setIsEnabled} autoFocus>
        Lifecycle enabled
      </Switch>
      {isEnabled && (
        <Switch isSelected={isLimited} onChange={setIsLimited} description="When off, data is kept indefinitely.">
          Delete old data
        </Switch>
      )}
      {isEnabled && isLimited && (
        <div className={styles['retention']}>
          <NumberField label="Keep data for" value={amount} onChange={setAmount} minValue={0} errorMessage={fault} />
          <Select label="Unit" items={UNITS} value={unit} onChange={setUnit} />
        </div>
      )}
      {change.error && (
        <WriteErrorNotice title="Couldn’t update the lifecycle" error={change.error} readAgain="the lifecycle" />
      )}
      <div className={styles['end']}>
        <Button type="submit" variant="primary" size="small">
          Save lifecycle
        </Button>
        <Button size="small" onPress={onClose}>
          Cancel
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          title={`Update lifecycle of “${name}”?`}
          confirmLabel="Update lifecycle"
          isDanger={asked.enabled && asked.dataRetention !== undefined}
          isPending={change.isPending}
          onConfirm={() => send(asked)}
          onCancel={() => setAsked(null)}
        >
          <p>{describeLifecycle(asked)}</p>
          <p>Currently: {describeLifecycle(lifecycle)}</p>
        </ConfirmDialog>
      )}
    </form>
  );
}
