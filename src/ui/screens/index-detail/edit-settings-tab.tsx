import { useState } from 'react';
import { editableSettings, planSettings, type SettingsPlan } from '#domain/console';
import {
  deepEqual,
  formatJson,
  isObject,
  JsonTextError,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '#domain/json';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError, asApiError } from '../../platform/console-api.ts';
import { useRefetch } from '../../platform/use-api-query.ts';
import { useServices } from '../../platform/services.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { useClusterEngine, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { JsonEditor, type TextFault } from '../../kit/json-editor.tsx';
import { showToast } from '../../kit/toast.tsx';
import { asJson, useIndexData } from './index-data.ts';
import styles from './index-detail.module.css';
import { Loaded } from './loaded.tsx';
import { SettingsReview, type SettingsFailure } from './settings-review.tsx';

/** The live settings as text: what is changed in it is shown, and sent when that is wanted. */
export function EditSettingsTab({ name }: { readonly name: string }) {
  const query = useIndexData('edit_settings', name);
  return (
    <Loaded query={query} what="The settings">
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
  const { api } = useApi();
  const { usage } = useServices();
  const refetch = useRefetch();
  const isReadOnly = useIsReadOnly();
  const target = useClusterEngine() ?? DEFAULT_ENGINE;
  const editable = editableSettings(live, target);
  const [base, setBase] = useState(editable);
  const [text, setText] = useState(() => formatJson(editable, 2));
  const [isReviewing, setIsReviewing] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [failures, setFailures] = useState<readonly SettingsFailure[]>([]);
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
  const send = async ({ body, closedBody }: SettingsPlan, isClosing: boolean) => {
    setIsPending(true);
    setFailures([]);
    const sent = isClosing ? closedBody : body;
    try {
      // What is live now is what the difference was shown against.
      const now = editableSettings(asJson((await api.call('settings.get', { params: { name } })).settings), target);
      if (!deepEqual(now, editable)) {
        await refetch('settings.get');
        setIsReviewing(false);
        return;
      }
      const change = async () => void (await api.call('settings.update', { params: { name }, body: sent }));
      const failed = isClosing ? await closedFor(change) : [];
      if (!isClosing) await change();
      if (failed.length > 0) return setFailures(failed);
      usage.count('update_settings');
      const after = editableSettings(asJson((await api.call('settings.get', { params: { name } })).settings), target);
      takeLive(after);
      setIsReviewing(false);
      showToast({ kind: 'success', title: `Changed the settings of ${name}` });
    } catch (cause) {
      setFailures([{ title: 'The settings were not changed', error: asApiError(cause) }]);
    } finally {
      setIsPending(false);
      void refetch('settings.get', 'indices.reload');
    }
  };
  /** Whatever comes of the change, the index is opened again; returns what did not work of either. */
  const closedFor = async (change: () => Promise<void>): Promise<readonly SettingsFailure[]> => {
    outcomeOf(await api.call('indices.close', { body: { indices: [name] } }));
    const refusal = await failureOf(change);
    const isShut = await failureOf(async () =>
      outcomeOf(await api.call('indices.open', { body: { indices: [name] } })),
    );
    return [
      ...(isShut === null
        ? []
        : [{ title: `${name} could not be opened again, and may still be closed`, error: isShut }]),
      ...(refusal === null
        ? []
        : [
            {
              title:
                isShut === null
                  ? `The settings were not changed; ${name} was closed for it, and is open again`
                  : 'The settings were not changed',
              error: refusal,
            },
          ]),
    ];
  };
  const canSend = plan !== null && plan.edits.length > 0;
  return (
    <>
      <p className={styles['lead']}>
        Change values, add settings, or take lines out: a setting that is taken out goes back to its default. Only what
        differs is sent.
      </p>
      {isOvertaken && (
        <Banner
          kind="warning"
          title="The settings were changed on the cluster since you began"
          actions={
            <>
              <Button size="small" onPress={rebase} isDisabled={plan === null}>
                Put my changes on top
              </Button>
              <Button size="small" onPress={() => takeLive(editable)}>
                Discard my text
              </Button>
            </>
          }
        >
          Your text is kept. Look at the difference again before anything is sent.
        </Banner>
      )}
      {!isReviewing &&
        failures.map(({ title, error }) => (
          <ApiErrorNotice key={title} title={title} error={error} onDismiss={() => setFailures([])} />
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
        <p role="status" className={styles['lead']}>
          {'fault' in reading
            ? `Line ${reading.fault.line}, column ${reading.fault.column}: ${reading.fault.reason}`
            : isReadOnly
              ? 'This server is read-only: nothing can be sent.'
              : plan?.edits.length === 0
                ? 'The text is what the index has.'
                : `${plan?.edits.length ?? 0} changed`}
        </p>
        <span className={styles['spring']} />
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
          onSend={(isClosing) => void send(plan, isClosing)}
          onClose={() => setIsReviewing(false)}
        />
      )}
    </>
  );
}

const NO_FAULTS: readonly TextFault[] = [];

async function failureOf(call: () => Promise<void>): Promise<ApiError | null> {
  try {
    await call();
    return null;
  } catch (cause) {
    return asApiError(cause);
  }
}

function outcomeOf({
  results,
}: {
  readonly results: readonly {
    readonly outcome: string;
    readonly error?:
      { readonly statusCode: number; readonly message: string; readonly attributes?: unknown } | undefined;
  }[];
}): void {
  const failed = results.find(({ outcome }) => outcome !== 'done');
  if (failed !== undefined)
    throw new ApiError(
      failed.error?.statusCode ?? 0,
      failed.error?.message ?? 'The cluster did not say what became of it.',
      asJson(failed.error?.attributes),
    );
}
