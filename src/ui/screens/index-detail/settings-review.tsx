import { useState } from 'react';
import { flatSettings, type SettingsPlan, countOf } from '#domain/console';
import { indexActionCall, settingsCall } from '#domain/index-operations';
import type { JsonObject } from '#domain/json';
import { requestOf } from '#domain/ports';
import type { ApiError } from '../../platform/console-api.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { CodeWarning } from '../../cluster/code-claim.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { clockTime } from '../../files/relative-time.ts';
import { Banner } from '../../kit/banner.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { JsonDiff } from '../../kit/json-diff.tsx';
import { ReviewDialog } from '../../review/review-dialog.tsx';
import common from '../../kit/common.module.css';

/** A failed call, and what it means for the index. */
export interface SettingsFailure {
  readonly title: string;
  readonly error: ApiError;
}

interface SettingsReviewProps {
  readonly name: string;
  /** The settings of the index as they were read. */
  readonly live: JsonObject;
  /** When they were read, in ms since 1970. */
  readonly readAt: number;
  readonly edited: JsonObject;
  readonly plan: SettingsPlan;
  readonly failures: readonly SettingsFailure[];
  readonly isPending: boolean;
  readonly onSend: (isClosing: boolean, reason: string | undefined) => void;
  readonly onClose: () => void;
}

/**
 * The differences from the settings as they were read, the settings that can't be changed, and the requests, before
 * they are sent.
 */
export function SettingsReview({
  name,
  live,
  readAt,
  edited,
  plan,
  failures,
  isPending,
  onSend,
  onClose,
}: SettingsReviewProps) {
  const [isClosing, setIsClosing] = useState(false);
  const body = isClosing ? plan.closedBody : plan.body;
  const isEmpty = Object.keys(body).length === 0;
  const effect = `Apply ${countOf(Object.keys(body).length, 'setting')}`;
  const reset = plan.reset.filter((each) => Object.hasOwn(body, each));
  const calls = [
    ...(isClosing ? [indexActionCall('close', [name])] : []),
    settingsCall(name, body),
    ...(isClosing ? [indexActionCall('open', [name])] : []),
  ];
  return (
    <ReviewDialog
      title={`Update settings of ${name}`}
      sendLabel={isClosing ? `Close index, ${effect.toLowerCase()}, reopen` : effect}
      canSend={!isEmpty}
      isDanger={isClosing}
      isPending={isPending}
      onSend={(reason) => onSend(isClosing, reason)}
      onClose={onClose}
    >
      {failures.map(({ title, error }) => (
        <ApiErrorNotice key={title} title={title} error={error} />
      ))}
      <CodeWarning kind="index" name={name} />
      {plan.impossible.length > 0 && (
        <Banner kind="warning" title="These settings can’t be changed on an existing index">
          They are static or managed by the engine and will not be sent: <Names names={plan.impossible} />. Set them on
          a new index instead.
        </Banner>
      )}
      {plan.needsClosed.length > 0 && (
        <Banner kind="warning" title="Some settings need a closed index">
          <p>
            <Names names={plan.needsClosed} />. A closed index can’t be searched or written to.
          </p>
          <Checkbox isSelected={isClosing} onChange={setIsClosing}>
            Close {name}, apply the changes and reopen it
          </Checkbox>
        </Banner>
      )}
      {reset.length > 0 && (
        <Banner kind="info" title="Some settings will be reset to their default">
          They were removed and will be sent as null: <Names names={reset} />.
        </Banner>
      )}
      <JsonDiff
        before={live}
        after={flatSettings(edited)}
        beforeLabel={`Read at ${clockTime(readAt)}`}
        afterLabel="Edited settings"
      />
      {isEmpty ? <p>Nothing to apply.</p> : <SentRequests requests={calls.map(requestOf)} isOpen />}
    </ReviewDialog>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  return <span className={common['mono']}>{names.join(', ')}</span>;
}
