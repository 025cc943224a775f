import { useId, useState, type SyntheticEvent } from 'react';
import {
  actionTitle,
  indexCount,
  isSystemIndex,
  phraseToType,
  type Index,
  type IndexActionEntry,
  type IndexActionId,
} from '#domain/console';
import { indexActionCalls } from '#domain/index-operations';
import { requestOf } from '#domain/ports';
import type { IndexRun } from '../../../machines/index-actions-store.ts';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { useClusterId } from '../../cluster/use-cluster.ts';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { focusInvalid } from '../../kit/focus-invalid.ts';
import { Modal } from '../../kit/modal.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { NamesList } from '../../lists/names-list.tsx';
import { typedFormStream, type TypedForm } from '../../platform/typed-forms.ts';
import { typedOver, useTypedForm } from '../../platform/use-typed-form.ts';
import common from '../../kit/common.module.css';
import styles from './action-dialog.module.css';

/** The consequences that are shown before the actions that ask for confirmation. */
const CONSEQUENCES: Readonly<Partial<Record<IndexActionId, string>>> = {
  close: 'A closed index can’t be searched or written to until you reopen it. Its data is kept.',
  open: 'An open index can be searched and written to. Opening starts its shards, which use memory.',
  freeze: 'A frozen index can be searched, more slowly, but not written to.',
  unfreeze: 'The index can be written to again, and its searches are as fast as before.',
  delete: 'All data is permanently deleted. It can only be restored from a snapshot.',
  force_merge:
    'A force merge is disk-intensive and can take hours. It continues if you leave this page, and you are notified when it is done. Use it for indices that are no longer written to.',
};

const NO_SEGMENTS: TypedForm<'forceMerge'> = { segments: null };
const MAX_SEGMENTS = 2_147_483_647;

/** Why a number of segments is refused; it is shown as it was typed. */
function segmentsFault(segments: number | null): string | undefined {
  if (segments === null) return undefined;
  if (segments < 1 || !Number.isInteger(segments)) return 'Enter a whole number of 1 or more, or nothing.';
  return segments > MAX_SEGMENTS ? `Enter at most ${MAX_SEGMENTS.toLocaleString('en')}.` : undefined;
}

interface ActionDialogProps {
  readonly action: IndexActionEntry;
  readonly indices: readonly Index[];
  readonly onConfirm: (options: Pick<IndexRun, 'maxNumSegments' | 'reason'>) => void;
  readonly onCancel: () => void;
}

/**
 * Asks for confirmation before an action that changes what clients can do with indices, with the exact names and
 * requests; for a force merge, asks for the number of segments.
 */
export function ActionDialog({ action, indices, onConfirm, onCancel }: ActionDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState('');
  const clusterId = useClusterId();
  const names = action.id === 'force_merge' ? indices.map(({ name }) => name).toSorted() : null;
  const opened = useTypedForm('forceMerge', names && typedFormStream('forceMerge', clusterId, ...names));
  const [{ segments }, edit] = typedOver(opened, NO_SEGMENTS);
  const isDanger = action.loses !== undefined;
  const phrase = phraseToType(action, indices);
  const system = indices.filter(isSystemIndex).length;
  const isTyped = phrase === null || typed.trim() === phrase;
  const title = actionTitle(action, indices.length);
  const fault = segmentsFault(segments);
  const options = segments === null ? {} : { maxNumSegments: segments };
  const reason = useReason();
  const confirm = (event: SyntheticEvent) => {
    event.preventDefault();
    if (fault !== undefined) focusInvalid();
    if (!isTyped || fault !== undefined) return;
    reason.withReason((why) => {
      opened?.setValues(null);
      onConfirm({ ...options, ...(why !== undefined && { reason: why }) });
    });
  };
  const cancel = () => {
    opened?.setValues(null);
    onCancel();
  };
  if (names !== null && opened === null) return null;
  return (
    <Modal
      role="alertdialog"
      title={`${title}?`}
      onClose={onCancel}
      footer={
        <>
          <Button onPress={cancel} autoFocus={isDanger && phrase === null}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant={isDanger ? 'danger' : 'primary'}
            isDisabled={!isTyped}
            autoFocus={!isDanger && names === null}
          >
            {title}
          </Button>
        </>
      }
    >
      <form id={form} className={common['stack3']} onSubmit={confirm} noValidate>
        {opened !== null && <UnreadableForms opened={opened} />}
        <p>{CONSEQUENCES[action.id]}</p>
        <NamesList
          label={indices.length === 1 ? 'The index' : `The ${indexCount(indices.length)}`}
          items={indices.map(({ name }) => ({ key: name, name }))}
        />
        {phrase !== null && (
          <>
            <Banner kind="warning" title={systemTitle(system, indices.length)}>
              Features of the cluster may stop working without {system === 1 ? 'it' : 'them'}.
            </Banner>
            <TextField label={`Type ${phrase} to confirm`} value={typed} onChange={setTyped} isMono autoFocus />
          </>
        )}
        {action.id === 'force_merge' && (
          <NumberField
            label="Segments per shard (optional)"
            description={fault === undefined ? 'Maximum segments per shard. If empty, the cluster decides.' : ''}
            value={segments}
            onChange={(count) => edit({ segments: count })}
            errorMessage={fault}
            autoFocus
          />
        )}
        {/* Keeps its room: what is below an input does not move because the input is wrong. */}
        <div className={styles['requests']} inert={fault !== undefined}>
          <SentRequests
            requests={indexActionCalls(
              action.id,
              indices.map(({ name }) => name),
              options,
            ).map(requestOf)}
          />
        </div>
        {reason.field}
      </form>
    </Modal>
  );
}

function systemTitle(system: number, total: number): string {
  if (total === 1) return 'This is a system index';
  return system === 1 ? 'One of them is a system index' : `${system} of them are system indices`;
}
