import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { editableSettings, planSettings } from '#domain/console';
import { indexSettingsStream } from '#domain/document';
import {
  deepEqual,
  formatJson,
  isObject,
  JsonTextError,
  member,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '#domain/json';
import { UNAPPLIED_FORMAT } from '../../../machines/unapplied-content.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useClusterEngine, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { countOf } from '../../editor/parameters/field-labels.ts';
import { StrandedBanner } from '../../frame/stranded-banner.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { JsonEditor, type TextFault } from '../../kit/json-editor.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { asJson, useIndexData } from './index-data.ts';
import styles from './index-detail.module.css';
import { Loaded } from './loaded.tsx';
import { SettingsReview } from './settings-review.tsx';
import { useSettingsDraft, type OpenSettingsDraft } from './use-settings-draft.ts';
import { failureNotices, useSettingsUpdate } from './use-settings-update.ts';

/** The live settings as text: what is changed in it is shown, and sent when that is wanted. */
export function EditSettingsTab({ name }: { readonly name: string }) {
  const query = useIndexData('edit_settings', name);
  return (
    <Loaded query={query} what="the settings">
      {({ settings }) => <KeptSettingsEditor name={name} live={asJson(settings)} />}
    </Loaded>
  );
}

interface SettingsEditorProps {
  readonly name: string;
  readonly live: JsonObject;
}

function KeptSettingsEditor({ name, live }: SettingsEditorProps) {
  const uuid = member(live, 'index.uuid');
  const opened = useSettingsDraft(indexSettingsStream(name, typeof uuid === 'string' ? uuid : ''));
  if (opened === null) return <Skeleton width="64%" height="20px" />;
  return (
    <>
      {opened.unreadable.map((content) => (
        <StrandedBanner
          key={`${content.tab} ${content.at}`}
          label="the settings"
          reason={
            content.format === UNAPPLIED_FORMAT
              ? 'Newer changes to the same settings were restored.'
              : 'Another version of Mapledger wrote them, and this one can’t read them.'
          }
          text={formatJson(content.values, 2)}
          onDiscard={() => opened.forget(content)}
        />
      ))}
      <SettingsEditor key={name} name={name} live={live} opened={opened} />
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

/** The settings that were not there when the text was begun come to it, where the text did not change them itself. */
function SettingsEditor({
  name,
  live,
  opened: { draft, setDraft },
}: SettingsEditorProps & { readonly opened: OpenSettingsDraft }) {
  const isReadOnly = useIsReadOnly();
  const target = useClusterEngine() ?? DEFAULT_ENGINE;
  const editable = editableSettings(live, target);
  const base = draft?.base ?? editable;
  const text = draft?.text ?? formatJson(editable, 2);
  const [isReviewing, setIsReviewing] = useState(false);
  const reading = readSettings(text);
  const isOvertaken = !deepEqual(base, editable);
  const plan = 'edited' in reading ? planSettings(isOvertaken ? base : editable, reading.edited, target) : null;

  const takeLive = () => setDraft(null);
  // What was sent comes back as a draft where the page went before that was noted.
  const isApplied = draft !== null && isOvertaken && 'edited' in reading && deepEqual(reading.edited, editable);
  useEffect(() => {
    if (isApplied) setDraft(null);
  }, [isApplied, setDraft]);
  const change = (next: string) =>
    setDraft(!isOvertaken && next === formatJson(editable, 2) ? null : { base, text: next });
  /** The changes of the text, on top of what is live now. */
  const rebase = () => {
    if (plan === null) return;
    const merged = new Map<string, JsonValue>(Object.entries(editable));
    for (const { name: setting, after } of plan.edits) {
      if (after === undefined) merged.delete(setting);
      else merged.set(setting, after);
    }
    setDraft({ base: editable, text: formatJson(Object.fromEntries(merged), 2) });
  };
  const update = useSettingsUpdate(name, {
    onChanged() {
      takeLive();
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
        errors={'fault' in reading ? [reading.fault] : NO_FAULTS}
      />
      <div className={styles['row']}>
        {draft !== null && <Chip tone="warning">Not applied</Chip>}
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
        <Button onPress={takeLive} isDisabled={draft === null}>
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
