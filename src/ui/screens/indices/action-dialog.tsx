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
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Modal } from '../../kit/modal.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import styles from './action-dialog.module.css';

/** What is said before the actions that ask. */
const CONSEQUENCES: Readonly<Partial<Record<IndexActionId, string>>> = {
  close: 'A closed index can’t be searched or written to until you reopen it. Its data is kept.',
  delete: 'All data is permanently deleted. It can only be restored from a snapshot.',
  force_merge:
    'A force merge is disk-intensive and can take hours. It continues if you leave this page, and you are notified when it is done. Use it for indices that are no longer written to.',
};

interface ActionDialogProps {
  readonly action: IndexActionEntry;
  readonly indices: readonly Index[];
  readonly onConfirm: (options: { readonly maxNumSegments?: number }) => void;
  readonly onCancel: () => void;
}

/** Asks before an action that loses service or data, with the exact names; for a force merge, how many segments are to be left. */
export function ActionDialog({ action, indices, onConfirm, onCancel }: ActionDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState('');
  const [segments, setSegments] = useState<number | null>(null);
  const isDanger = action.loses !== undefined;
  const phrase = phraseToType(action, indices);
  const system = indices.filter(isSystemIndex).length;
  const isTyped = phrase === null || typed.trim() === phrase;
  const title = actionTitle(action, indices.length);
  const confirm = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isTyped) onConfirm(segments === null ? {} : { maxNumSegments: segments });
  };
  return (
    <Modal
      role="alertdialog"
      title={`${title}?`}
      onClose={onCancel}
      footer={
        <>
          <Button onPress={onCancel} autoFocus={isDanger && phrase === null}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={isDanger ? 'danger' : 'primary'} isDisabled={!isTyped}>
            {title}
          </Button>
        </>
      }
    >
      <form id={form} className={styles['form']} onSubmit={confirm} noValidate>
        <p>{CONSEQUENCES[action.id]}</p>
        <div
          className={styles['names']}
          tabIndex={0}
          role="region"
          aria-label={indices.length === 1 ? 'The index' : `The ${indexCount(indices.length)}`}
        >
          <ul>
            {indices.map(({ name }) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
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
            description="Maximum segments per shard. If empty, the cluster decides."
            value={segments}
            onChange={setSegments}
            minValue={1}
            maxValue={2_147_483_647}
            step={1}
            autoFocus
          />
        )}
      </form>
    </Modal>
  );
}

function systemTitle(system: number, total: number): string {
  if (total === 1) return 'This is a system index';
  return system === 1 ? 'One of them is a system index' : `${system} of them are system indices`;
}
