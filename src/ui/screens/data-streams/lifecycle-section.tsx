import { useState } from 'react';
import {
  formatRetention,
  hasPrivilege,
  parseRetention,
  RETENTION_UNITS,
  describeRetention,
  dataStreamOf,
  type DataStream,
  type DataStreamLifecycle,
  type RetentionUnit,
} from '#domain/console';
import { dataStreamLifecycleCall } from '#domain/index-operations';
import { requestOf } from '#domain/ports';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useClusterId, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { typedFormStream, type TypedForm } from '../../platform/typed-forms.ts';
import { typedOver, useTypedForm, type OpenForm } from '../../platform/use-typed-form.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { ConfirmDialog } from '../../kit/modal.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { Select } from '../../kit/select.tsx';
import { Switch } from '../../kit/switch.tsx';
import { ComparedNotices } from '../../review/review-dialog.tsx';
import { useComparedWrite } from '../../review/use-compared-write.ts';
import common from '../../kit/common.module.css';
import styles from './data-streams.module.css';

const UNIT_LABELS: Readonly<Record<RetentionUnit, string>> = { d: 'Days', h: 'Hours', m: 'Minutes', s: 'Seconds' };
const UNITS = RETENTION_UNITS.map((id) => ({ id, label: UNIT_LABELS[id] }));

const NO_RIGHT = 'Changing the lifecycle requires the manage_data_stream_lifecycle privilege.';

/** What a lifecycle means for the data, in words. */
function describeLifecycle(lifecycle: DataStreamLifecycle | null | undefined): string {
  if (lifecycle === undefined || lifecycle === null) return 'No data stream lifecycle.';
  if (!lifecycle.enabled) return 'The lifecycle is disabled. No data is deleted.';
  if (lifecycle.dataRetention === undefined) return 'Data is kept indefinitely.';
  return `Data older than ${describeRetention(lifecycle.dataRetention)} is deleted.`;
}

/** How long a data stream keeps its data: the current retention, and a form that changes it. */
export function LifecycleSection({ stream }: { readonly stream: DataStream }) {
  const [isEditing, setIsEditing] = useState(false);
  const isReadOnly = useIsReadOnly();
  const opened = useTypedForm(
    'dataStreamLifecycle',
    typedFormStream('dataStreamLifecycle', useClusterId(), stream.name),
  );
  const refusal = isReadOnly
    ? READ_ONLY_REASON
    : hasPrivilege(stream, 'manage_data_stream_lifecycle')
      ? undefined
      : NO_RIGHT;
  return (
    <section className={common['stack2']} aria-labelledby="lifecycle">
      <h3 id="lifecycle" className={common['large']}>
        Lifecycle
      </h3>
      <p>{describeLifecycle(stream.lifecycle)}</p>
      {stream.ilmPolicyName !== undefined && (
        <p className={common['muted']}>
          ILM policy {stream.ilmPolicyName} takes precedence unless index.lifecycle.prefer_ilm is false.
        </p>
      )}
      {opened !== null && <UnreadableForms opened={opened} />}
      {isEditing && opened !== null ? (
        <LifecycleForm stream={stream} opened={opened} onClose={() => setIsEditing(false)} />
      ) : (
        <div className={common['row']}>
          {opened !== null && opened.values !== null && <Chip tone="warning">Not applied</Chip>}
          <Button size="small" isDisabled={refusal !== undefined} onPress={() => setIsEditing(true)}>
            Edit lifecycle
          </Button>
        </div>
      )}
      {refusal !== undefined && <p className={common['muted']}>{refusal}</p>}
    </section>
  );
}

/** The lifecycle of a stream as it is compared; null where it has none. */
type LifecycleState = Pick<DataStreamLifecycle, keyof DataStreamLifecycle> | null;

interface ReviewedLifecycle {
  readonly before: LifecycleState;
  readonly after: NonNullable<LifecycleState>;
}

const NOTICES = {
  failureTitle: 'Couldn’t update the lifecycle',
  readAgain: 'the lifecycle',
  moved: (now: LifecycleState) => <p>{describeLifecycle(now)}</p>,
};

function LifecycleForm({
  stream: { name, lifecycle },
  opened,
  onClose,
}: {
  readonly stream: DataStream;
  readonly opened: OpenForm<TypedForm<'dataStreamLifecycle'>>;
  readonly onClose: () => void;
}) {
  const before = parseRetention(lifecycle?.dataRetention ?? '');
  const [{ isEnabled, isLimited, amount, unit }, edit] = typedOver(opened, {
    isEnabled: lifecycle?.enabled ?? true,
    isLimited: lifecycle?.dataRetention !== undefined,
    amount: before?.amount ?? null,
    unit: before?.unit ?? 'd',
  });
  const discard = () => {
    opened.setValues(null);
    onClose();
  };
  const [fault, setFault] = useState<string>();
  const [reviewed, setReviewed] = useState<ReviewedLifecycle | null>(null);
  const write = useComparedWrite<'data_streams.set_lifecycle', LifecycleState>('data_streams.set_lifecycle', {
    read: async (api, { params }) => dataStreamOf(await api.call('data_streams.get', { params })).lifecycle ?? null,
    invalidates: ['data_streams.list', 'data_streams.get'],
    form: opened,
    made: ({ body }) => ({ title: `Updated lifecycle of “${name}”`, text: describeLifecycle(body) }),
    onDone: onClose,
    onFailed: () => setReviewed(null),
  });
  const expected = write.conflict === null ? (reviewed?.before ?? null) : write.conflict.now;
  const review = () => {
    if (isEnabled && isLimited && (amount === null || amount < 1 || !Number.isSafeInteger(amount))) {
      setFault('Enter a whole number of 1 or more.');
      return;
    }
    setFault(undefined);
    setReviewed({
      before: lifecycle ?? null,
      after: {
        enabled: isEnabled,
        ...(isLimited && amount !== null && { dataRetention: formatRetention({ amount, unit }) }),
      },
    });
  };
  return (
    <form
      className={common['stack3']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        review();
      }}
    >
      <Switch isSelected={isEnabled} onChange={(isOn) => edit({ isEnabled: isOn })} autoFocus>
        Lifecycle enabled
      </Switch>
      {isEnabled && (
        <Switch
          isSelected={isLimited}
          onChange={(isOn) => edit({ isLimited: isOn })}
          description="When off, data is kept indefinitely."
        >
          Delete old data
        </Switch>
      )}
      {isEnabled && isLimited && (
        <div className={styles['retention']}>
          <NumberField
            label="Keep data for"
            value={amount}
            onChange={(next) => edit({ amount: next })}
            minValue={0}
            errorMessage={fault}
          />
          <Select label="Unit" items={UNITS} value={unit} onChange={(next) => edit({ unit: next })} />
        </div>
      )}
      {reviewed === null && <ComparedNotices write={write} {...NOTICES} />}
      <div className={common['row']}>
        <Button type="submit" variant="primary" size="small">
          Save lifecycle
        </Button>
        <Button size="small" onPress={discard}>
          Cancel
        </Button>
      </div>
      {reviewed && (
        <ConfirmDialog
          title={`Update lifecycle of “${name}”?`}
          confirmLabel="Update lifecycle"
          isDanger={reviewed.after.enabled && reviewed.after.dataRetention !== undefined}
          isPending={write.isPending}
          onConfirm={() => {
            const { after } = reviewed;
            write.send({ type: 'SEND', write: { input: { params: { name }, body: after }, expected, wanted: after } });
          }}
          onCancel={() => setReviewed(null)}
        >
          <ComparedNotices write={write} {...NOTICES} />
          <p>{describeLifecycle(reviewed.after)}</p>
          <p>Currently: {describeLifecycle(expected)}</p>
          <SentRequests requests={[requestOf(dataStreamLifecycleCall(name, reviewed.after))]} />
        </ConfirmDialog>
      )}
    </form>
  );
}
