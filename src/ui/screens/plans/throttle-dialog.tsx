import { rethrottleCall, throttleWords } from '#domain/plan';
import { requestOf } from '#domain/ports';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useClusterId } from '../../cluster/use-cluster.ts';
import { useReason } from '../../cluster/use-reason.tsx';
import { TypedFormDialog } from '../../frame/typed-form-dialog.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import { typedFormStream, type TypedForm } from '../../platform/typed-forms.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { typedOver, useTypedForm, type OpenForm } from '../../platform/use-typed-form.ts';
import { throttleFault } from './create-plan-form.ts';

interface ThrottleDialogProps {
  /** The id of the plan. */
  readonly plan: string;
  /** The task of the reindex; undefined while it has none. */
  readonly task: string | undefined;
  /** The throttle that it has; null without one. */
  readonly docsPerSecond: number | null;
  readonly onClose: () => void;
}

/** Changes how fast the reindex of a plan may be, with the request and the reason. */
export function ThrottleDialog(props: ThrottleDialogProps) {
  const opened = useTypedForm('reindexThrottle', typedFormStream('reindexThrottle', useClusterId(), props.plan));
  return opened === null ? null : <ThrottleForm {...props} opened={opened} />;
}

interface ThrottleFormProps extends ThrottleDialogProps {
  readonly opened: OpenForm<TypedForm<'reindexThrottle'>>;
}

function ThrottleForm({ plan, task, docsPerSecond: current, onClose, opened }: ThrottleFormProps) {
  const [{ docsPerSecond }, edit] = typedOver(opened, { docsPerSecond: current });
  const fault = throttleFault(docsPerSecond);
  const reason = useReason();
  const change = useApiMutation('plans.throttle', {
    invalidates: ['plans.get'],
    sends: () => opened,
    onSuccess({ isApplied, plan: { steps } }, { body }) {
      const isOver = steps.some(({ kind, state }) => kind === 'reindex' && state === 'done');
      if (isApplied) showToast({ kind: 'success', title: `Throttle changed: ${throttleWords(body.docsPerSecond)}` });
      else if (isOver)
        showToast({ kind: 'info', title: 'The reindex has ended', text: 'Its throttle no longer matters.' });
      else
        showToast({
          kind: 'info',
          title: 'No reindex is running',
          text: 'The plan uses the throttle if it reindexes again.',
        });
    },
  });
  const submit = () => {
    if (fault !== undefined) return;
    reason.withReason((why) =>
      change.mutate({ params: { name: plan }, body: { docsPerSecond }, reason: why }, { onSuccess: onClose }),
    );
  };
  return (
    <TypedFormDialog
      title="Change throttle"
      submitLabel="Change throttle"
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
      opened={opened}
    >
      {change.error && (
        <WriteErrorNotice title="Couldn’t change the throttle" error={change.error} readAgain="the plan" />
      )}
      <NumberField
        label="Documents per second (optional)"
        value={docsPerSecond}
        onChange={(limit) => edit({ docsPerSecond: limit })}
        description="If empty, there is no throttle. The plan keeps it when it is resumed."
        errorMessage={fault}
        autoFocus
      />
      {task !== undefined && fault === undefined && (
        <SentRequests requests={[requestOf(rethrottleCall(task, docsPerSecond))]} />
      )}
      {reason.field}
    </TypedFormDialog>
  );
}
