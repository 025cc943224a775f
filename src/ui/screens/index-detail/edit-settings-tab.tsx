import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { editableSettings, planSettings } from '#domain/console';
import {
  deepEqual,
  formatJson,
  isObject,
  JsonTextError,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '#domain/json';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useClusterEngine, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { countOf } from '../../editor/parameters/field-labels.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { JsonEditor, type TextFault } from '../../kit/json-editor.tsx';
import { asJson, useIndexData } from './index-data.ts';
import styles from './index-detail.module.css';
import { Loaded } from './loaded.tsx';
import { SettingsReview } from './settings-review.tsx';
import { failureNotices, useSettingsUpdate } from './use-settings-update.ts';

/** The live settings as text: what is changed in it is shown, and sent when that is wanted. */
export function EditSettingsTab({ name }: { readonly name: string }) {
  const query = useIndexData('edit_settings', name);
  return (
    <Loaded query={query} what="the settings">
      {({ settings }) => <SettingsEditor key={name} name={name} live={asJson(settings)} />}
    </Loaded>
  );
}

type Reading = { readonly edited: JsonObject } | { readonly fault: TextFault };

function readSettings(text: string): Reading {
  try {
    const edited = parseJson(text);
    return isObject(edited) ? { edited } : { fault: { line: 1, column: 1, reason: 'Settings must be a JSON object' } };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: error };
    throw error;
  }
}

/** The settings that were not there when the text was begun come to it, where the text did not change them itself. */
function SettingsEditor({ name, live }: { readonly name: string; readonly live: JsonObject }) {
  const isReadOnly = useIsReadOnly();
  const target = useClusterEngine() ?? DEFAULT_ENGINE;
  const editable = editableSettings(live, target);
  const [base, setBase] = useState(editable);
  const [text, setText] = useState(() => formatJson(editable, 2));
  const [isReviewing, setIsReviewing] = useState(false);
  const reading = readSettings(text);
  const isOvertaken = !deepEqual(base, editable);
  const plan = 'edited' in reading ? planSettings(isOvertaken ? base : editable, reading.edited, target) : null;

  const takeLive = (settings: JsonObject) => {
    setBase(settings);
    setText(formatJson(settings, 2));
  };
  /** The changes of the text, on top of what is live now. */
  const rebase = () => {
    if (plan === null) return;
    const merged = new Map<string, JsonValue>(Object.entries(editable));
    for (const { name: setting, after } of plan.edits) {
      if (after === undefined) merged.delete(setting);
      else merged.set(setting, after);
    }
    setBase(editable);
    setText(formatJson(Object.fromEntries(merged), 2));
  };
  const update = useSettingsUpdate(name, {
    onChanged(settings) {
      takeLive(settings);
      setIsReviewing(false);
    },
    onOvertaken: () => setIsReviewing(false),
  });
  const isPending = useSelector(update, (snapshot) => snapshot.hasTag('pending'));
  const failures = failureNotices(
    name,
    useSelector(update, ({ context }) => context),
  );
  const canSend = plan !== null && plan.edits.length > 0;
  return (
    <>
      <p className={styles['intro']}>
        Edit, add or remove settings. Removed settings revert to their defaults. Only changes are sent.
      </p>
      {isOvertaken && (
        <Banner
          kind="warning"
          title="The settings changed on the cluster"
          actions={
            <>
              <Button size="small" onPress={rebase} isDisabled={plan === null}>
                Reapply my changes
              </Button>
              <Button size="small" onPress={() => takeLive(editable)}>
                Discard my changes
              </Button>
            </>
          }
        >
          Your edits are kept. Review the differences before you apply them.
        </Banner>
      )}
      {!isReviewing &&
        failures.map(({ title, error }) => (
          <ApiErrorNotice key={title} title={title} error={error} onDismiss={() => update.send({ type: 'DISMISS' })} />
        ))}
      <JsonEditor
        ariaLabel="Index settings"
        value={text}
        onChange={setText}
        height="420px"
        isReadOnly={isReadOnly}
        hasTabKey={false}
        errors={'fault' in reading ? [reading.fault] : NO_FAULTS}
      />
      <div className={styles['row']}>
        <p role="status" className={styles['intro']}>
          {'fault' in reading
            ? `Line ${reading.fault.line}, column ${reading.fault.column}: ${reading.fault.reason}`
            : isReadOnly
              ? READ_ONLY_REASON
              : plan?.edits.length === 0
                ? 'No changes'
                : `${countOf(plan?.edits.length ?? 0, 'setting')} changed`}
        </p>
        <span className={styles['spacer']} />
        <Button onPress={() => takeLive(editable)} isDisabled={!canSend && !('fault' in reading)}>
          Discard
        </Button>
        <Button
          variant="primary"
          onPress={() => setIsReviewing(true)}
          isDisabled={!canSend || isOvertaken || isReadOnly}
        >
          Review changes
        </Button>
      </div>
      {isReviewing && plan !== null && 'edited' in reading && (
        <SettingsReview
          name={name}
          live={editable}
          edited={reading.edited}
          plan={plan}
          failures={failures}
          isPending={isPending}
          onSend={(isClosing) =>
            update.send({
              type: 'SEND',
              update: { expected: editable, target, body: isClosing ? plan.closedBody : plan.body, isClosing },
            })
          }
          onClose={() => setIsReviewing(false)}
        />
      )}
    </>
  );
}

const NO_FAULTS: readonly TextFault[] = [];
