import { useState } from 'react';
import { flatSettings, type SettingsPlan } from '#domain/console';
import { formatJson, type JsonObject } from '#domain/json';
import { requestOf } from '#domain/ports';
import type { ApiError } from '../../platform/console-api.ts';
import { ApiErrorNotice, CopyRequest } from '../../cluster/api-error-notice.tsx';
import { RequestBlock } from '../../cluster/request-block.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { JsonDiff } from '../../kit/json-diff.tsx';
import { Modal } from '../../kit/modal.tsx';
import styles from './index-detail.module.css';

/** A call that did not come to what was wanted, and what that means. */
export interface SettingsFailure {
  readonly title: string;
  readonly error: ApiError;
}

interface SettingsReviewProps {
  readonly name: string;
  readonly live: JsonObject;
  readonly edited: JsonObject;
  readonly plan: SettingsPlan;
  readonly failures: readonly SettingsFailure[];
  readonly isPending: boolean;
  readonly onSend: (isClosing: boolean) => void;
  readonly onClose: () => void;
}

/** What differs from the live settings, what can't be changed, and the request, before it is sent. */
export function SettingsReview({
  name,
  live,
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
  const reset = plan.reset.filter((each) => Object.hasOwn(body, each));
  const request = requestOf({ method: 'PUT', path: [name, '_settings'], body: formatJson(body, 2) });
  return (
    <Modal
      title={`Change the settings of ${name}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          <CopyRequest request={request} />
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant={isClosing ? 'danger' : 'primary'}
            onPress={() => onSend(isClosing)}
            isDisabled={isEmpty}
            isPending={isPending}
          >
            {isClosing ? 'Close index, apply, reopen' : 'Apply'}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {failures.map(({ title, error }) => (
          <ApiErrorNotice key={title} title={title} error={error} />
        ))}
        {plan.impossible.length > 0 && (
          <Banner kind="warning" title="These settings can’t be changed on an existing index">
            They are static or managed by the engine and will not be sent: <Names names={plan.impossible} />. Set them
            on a new index instead.
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
        <JsonDiff before={live} after={flatSettings(edited)} beforeLabel="Live settings" afterLabel="Edited settings" />
        {isEmpty ? <p>Nothing to apply.</p> : <RequestBlock request={request} />}
      </div>
    </Modal>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  return <span className={styles['mono']}>{names.join(', ')}</span>;
}
