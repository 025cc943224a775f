import { useEffect } from 'react';
import { editableSettings, planSettings, countOf } from '#domain/console';
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
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useClusterEngine, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import type { TypedForm } from '../../platform/typed-forms.ts';
import { useTypedForm, type OpenForm } from '../../platform/use-typed-form.ts';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { CodeWarning } from '../../cluster/code-claim.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { JsonEditor, type TextFault } from '../../kit/json-editor.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { asJson, useIndexData } from './index-data.ts';
import common from '../../kit/common.module.css';
import { Loaded } from './loaded.tsx';
import { settingsFormStream } from './settings-tab.tsx';
import { SettingsReview } from './settings-review.tsx';
import { failureNotices, useSettingsUpdate } from './use-settings-update.ts';

interface EditSettingsTabProps {
  readonly name: string;
  readonly takesFocus: boolean;
  /** Shows the settings as they are; what was typed is kept. */
  readonly onClose: () => void;
}

/** The live settings as text: shows what was changed in it, and sends the changes on request. */
export function EditSettingsTab({ name, takesFocus, onClose }: EditSettingsTabProps) {
  const query = useIndexData('edit_settings', name);
  return (
    <Loaded query={query} what="the settings">
      {({ settings }) => (
        <>
          <div className={common['centredRow']}>
            <p className={common['explanation']}>
              Edit, add or remove settings. Removed settings revert to their defaults. Only changes are sent.
            </p>
            <span className={common['spacer']} />
            <Button onPress={onClose}>Close editor</Button>
          </div>
          <KeptSettingsEditor
            name={name}
            live={asJson(settings)}
            readAt={query.dataUpdatedAt}
            takesFocus={takesFocus}
          />
        </>
      )}
    </Loaded>
  );
}

interface SettingsEditorProps {
  readonly name: string;
  readonly live: JsonObject;
  /** When they were read, in ms since 1970. */
  readonly readAt: number;
  /** Whether the text takes the focus once it is there. */
  readonly takesFocus: boolean;
}

function KeptSettingsEditor({ name, live, readAt, takesFocus }: SettingsEditorProps) {
  const opened = useTypedForm('settings', settingsFormStream(name, live));
  if (opened === null) return <Skeleton width="64%" height="20px" />;
  return (
    <>
      <UnreadableForms opened={opened} />
      <SettingsEditor key={name} name={name} live={live} readAt={readAt} takesFocus={takesFocus} opened={opened} />
    </>
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

/**
 * Edits the settings as text. Reapplying the changes adds settings that the cluster has now, unless the text changes
 * them itself.
 */
function SettingsEditor({
  name,
  live,
  readAt,
  takesFocus,
  opened: { values: draft, setValues: setDraft },
}: SettingsEditorProps & { readonly opened: OpenForm<TypedForm<'settings'>> }) {
  const isReadOnly = useIsReadOnly();
  const target = useClusterEngine() ?? DEFAULT_ENGINE;
  const editable = editableSettings(live, target);
  const base = draft?.base ?? editable;
  const text = draft?.text ?? formatJson(editable, 2);
  const reading = readSettings(text);
  const isOvertaken = !deepEqual(base, editable);
  const plan = 'edited' in reading ? planSettings(isOvertaken ? base : editable, reading.edited, target) : null;

  const takeLive = () => setDraft(null);
  // The stored form still contains settings that were sent, where the page was left before the form was cleared.
  const isApplied = draft !== null && isOvertaken && 'edited' in reading && deepEqual(reading.edited, editable);
  useEffect(() => {
    if (isApplied) setDraft(null);
  }, [isApplied, setDraft]);
  const change = (next: string) =>
    setDraft(!isOvertaken && next === formatJson(editable, 2) ? null : { base, text: next });
  /** Reapplies the changes of the text to the live settings. */
  const rebase = () => {
    if (plan === null) return;
    const merged = new Map<string, JsonValue>(Object.entries(editable));
    for (const { name: setting, after } of plan.edits) {
      if (after === undefined) merged.delete(setting);
      else merged.set(setting, after);
    }
    setDraft({ base: editable, text: formatJson(Object.fromEntries(merged), 2) });
  };
  const update = useSettingsUpdate(name, takeLive);
  // Where the settings are not the ones that the review compared with, the banner about the change replaces the review.
  const isReviewing = update.dialog === 'review';
  const failures = failureNotices(name, update);
  const canSend = plan !== null && plan.edits.length > 0;
  return (
    <>
      {isOvertaken && (
        <Banner
          kind="warning"
          title="The settings changed on the cluster"
          actions={
            <>
              <Button size="small" onPress={rebase} isDisabled={plan === null}>
                Reapply my changes
              </Button>
              <Button size="small" onPress={takeLive}>
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
        onChange={change}
        height="420px"
        isReadOnly={isReadOnly}
        hasTabKey={false}
        autoFocus={takesFocus}
        errors={'fault' in reading ? [reading.fault] : NO_FAULTS}
      />
      <div className={common['centredRow']}>
        {draft !== null && <Chip tone="warning">Not applied</Chip>}
        <p role="status" className={common['explanation']}>
          {'fault' in reading
            ? `Line ${reading.fault.line}, column ${reading.fault.column}: ${reading.fault.reason}`
            : isReadOnly
              ? READ_ONLY_REASON
              : plan?.edits.length === 0
                ? 'No changes'
                : `${countOf(plan?.edits.length ?? 0, 'setting')} changed`}
        </p>
        <span className={common['spacer']} />
        <Button onPress={takeLive} isDisabled={draft === null}>
          Discard
        </Button>
        <Button
          variant="primary"
          onPress={() => update.send({ type: 'OPEN' })}
          isDisabled={!canSend || isOvertaken || isReadOnly}
        >
          Review and save
        </Button>
      </div>
      <CodeWarning kind="index" name={name} />
      {isReviewing && plan !== null && 'edited' in reading && (
        <SettingsReview
          name={name}
          live={editable}
          readAt={readAt}
          edited={reading.edited}
          plan={plan}
          failures={failures}
          isPending={update.isPending}
          onSend={(isClosing, reason) =>
            update.send({
              type: 'SEND',
              write: { expected: editable, target, body: isClosing ? plan.closedBody : plan.body, isClosing, reason },
            })
          }
          onClose={() => update.send({ type: 'CLOSE' })}
        />
      )}
    </>
  );
}

const NO_FAULTS: readonly TextFault[] = [];
