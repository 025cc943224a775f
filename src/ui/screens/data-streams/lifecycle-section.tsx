import { useState } from 'react';
import {
  changedLifecycle,
  hasPrivilege,
  RETENTION_UNITS,
  dataStreamOf,
  type DataStream,
  type DataStreamLifecycle,
  type LifecycleChange,
  type RetentionUnit,
} from '#domain/console';
import { dataStreamLifecycleCall } from '#domain/index-operations';
import type { JsonObject } from '#domain/json';
import { requestOf } from '#domain/ports';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
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
import { Facts } from '../../lists/facts.tsx';
import {
  describeLifecycle,
  describeWhole,
  fromStored,
  keptFacts,
  lifecycleFacts,
  lifecycleInputs,
  readLifecycleForm,
} from './lifecycle-form.ts';
import common from '../../kit/common.module.css';
import styles from './data-streams.module.css';

const UNIT_LABELS: Readonly<Record<RetentionUnit, string>> = { d: 'Days', h: 'Hours', m: 'Minutes', s: 'Seconds' };
const UNITS = RETENTION_UNITS.map((id) => ({ id, label: UNIT_LABELS[id] }));

const NO_RIGHT = 'Changing the lifecycle requires the manage_data_stream_lifecycle privilege.';

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
      {stream.lifecycle && <Facts facts={lifecycleFacts(stream.lifecycle)} />}
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

/** The lifecycle of a stream as it is compared, as the engine stores it; null where it has none. */
type LifecycleState = JsonObject | null;

interface ReviewedLifecycle {
  readonly before: LifecycleState;
  readonly change: LifecycleChange;
}

const NOTICES = {
  failureTitle: 'Couldn’t update the lifecycle',
  readAgain: 'the lifecycle',
  moved: (now: LifecycleState) => <p>{describeWhole(fromStored(now))}</p>,
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
  const [form, edit] = typedOver(opened, lifecycleInputs(lifecycle));
  const { isEnabled, isLimited, amount, unit } = form;
  const discard = () => {
    opened.setValues(null);
    onClose();
  };
  const [fault, setFault] = useState<string>();
  const [reviewed, setReviewed] = useState<ReviewedLifecycle | null>(null);
  const write = useComparedWrite<'data_streams.set_lifecycle', LifecycleState>('data_streams.set_lifecycle', {
    read: async (api, { params }) => storedOf(dataStreamOf(await api.call('data_streams.get', { params })).lifecycle),
    invalidates: ['data_streams.list', 'data_streams.get'],
    form: opened,
    made: ({ body }) => ({ title: `Updated lifecycle of “${name}”`, text: describeLifecycle(body) }),
    onDone: onClose,
    onFailed: () => setReviewed(null),
  });
  const expected = write.conflict === null ? (reviewed?.before ?? null) : write.conflict.now;
  const after = reviewed && changedLifecycle(expected ?? {}, reviewed.change);
  const reason = useReason(reviewed);
  const { kept, change } = readLifecycleForm(form, lifecycle);
  const review = () => {
    if (change === null) {
      setFault('Enter a whole number of 1 or more.');
      return;
    }
    setFault(undefined);
    setReviewed({ before: storedOf(lifecycle), change });
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
            description={kept === undefined ? undefined : `Empty keeps ${kept}.`}
            errorMessage={fault}
          />
          <Select label="Unit" items={UNITS} value={unit} onChange={(next) => edit({ unit: next })} />
        </div>
      )}
      <Facts facts={keptFacts(lifecycle?.stored ?? null)} />
      {reviewed === null && <ComparedNotices write={write} {...NOTICES} />}
      <div className={common['row']}>
        <Button type="submit" variant="primary" size="small">
          Review and save
        </Button>
        <Button size="small" onPress={discard}>
          Cancel
        </Button>
      </div>
      {reviewed && after && (
        <ConfirmDialog
          title={`Update lifecycle of “${name}”?`}
          confirmLabel="Update lifecycle"
          isDanger={reviewed.change.enabled && reviewed.change.dataRetention !== undefined}
          isPending={write.isPending}
          onConfirm={() => {
            const input = { params: { name }, body: reviewed.change };
            reason.withReason((why) =>
              write.send({ type: 'SEND', write: { input, expected, wanted: after, reason: why } }),
            );
          }}
          onCancel={() => setReviewed(null)}
        >
          <ComparedNotices write={write} {...NOTICES} />
          <p>{describeLifecycle(reviewed.change)}</p>
          <Facts facts={keptFacts(after)} />
          <p>Currently: {describeLifecycle(fromStored(expected))}</p>
          <SentRequests requests={[requestOf(dataStreamLifecycleCall(name, after))]} />
          {reason.field}
        </ConfirmDialog>
      )}
    </form>
  );
}

function storedOf(lifecycle: DataStreamLifecycle | undefined): LifecycleState {
  return lifecycle?.stored ?? null;
}
