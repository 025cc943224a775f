import { useState } from 'react';
import { BLOCKS, type Block } from '#domain/console';
import { blockCall } from '#domain/index-operations';
import { requestOf } from '#domain/ports';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { ConfirmDialog } from '../../kit/modal.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useIndexData } from './index-data.ts';
import { Panel } from './panel.tsx';
import styles from './summary.module.css';

const LABELS: Readonly<Record<Block, string>> = {
  write: 'Write',
  read: 'Read',
  read_only: 'Read-only',
  metadata: 'Metadata',
};
const EFFECTS: Readonly<Record<Block, string>> = {
  write: 'Documents can’t be added, changed or deleted. Settings and mappings can.',
  read: 'Searches and reads of documents are refused.',
  read_only: 'Documents, settings and mappings can’t be changed, and the index can’t be deleted.',
  metadata:
    'Settings and mappings can’t be read or changed. Lists of all indices fail for everyone while it is set, here too.',
};
/** The engine's name of the metadata block in the reason of a refused call. */
const METADATA_BLOCK = '/9/index metadata (api)';
const SHOWN_ROUTES = [
  'settings.get',
  'indices.reload',
  'indices.list',
  'resize.get',
  'stats.get',
  'aliases.get',
] as const;

/** The blocks of an index: which are set, what each does, and how to add and remove them. */
export function BlocksPanel({ name }: { readonly name: string }) {
  const { data, error } = useIndexData('settings', name);
  const isReadOnly = useIsReadOnly();
  const [asked, setAsked] = useState<{ readonly block: Block; readonly isOn: boolean } | null>(null);
  const reason = useReason(asked);
  const update = useApiMutation('blocks.update', {
    invalidates: SHOWN_ROUTES,
    onSuccess: (_, { body: { block, isOn } }) =>
      void showToast({
        kind: 'success',
        title: `${isOn ? 'Added' : 'Removed'} ${LABELS[block].toLowerCase()} block of “${name}”`,
      }),
  });
  // The metadata block prevents reading the settings: it is detected by that error.
  const hidesItself = error?.cluster?.reason?.includes(METADATA_BLOCK) === true;
  if (data === undefined && !hidesItself) return null;
  const isSet = (block: Block) =>
    hidesItself ? block === 'metadata' : data?.settings[`index.blocks.${block}`] === 'true';
  const floodStage = data?.settings['index.blocks.read_only_allow_delete'] === 'true';
  const close = () => {
    setAsked(null);
    update.reset();
  };
  return (
    <Panel title="Blocks">
      {isReadOnly && <p className={styles['text']}>{READ_ONLY_REASON}</p>}
      {floodStage && (
        <p className={styles['text']}>
          The cluster has made this index read-only because a disk is nearly full. It removes that block by itself once
          there is room.
        </p>
      )}
      <ul className={styles['blocks']}>
        {BLOCKS.map((block) => (
          <li key={block}>
            <span>{LABELS[block]}</span>
            <Chip tone={isSet(block) ? 'warning' : 'neutral'}>{isSet(block) ? 'Blocked' : 'Not blocked'}</Chip>
            <Button
              size="small"
              aria-label={`${isSet(block) ? 'Remove' : 'Add'} ${LABELS[block].toLowerCase()} block`}
              isDisabled={isReadOnly || (hidesItself && block !== 'metadata')}
              onPress={() => setAsked({ block, isOn: !isSet(block) })}
            >
              {isSet(block) ? 'Remove' : 'Add'}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          title={`${asked.isOn ? 'Add' : 'Remove'} ${LABELS[asked.block].toLowerCase()} block?`}
          confirmLabel={asked.isOn ? 'Add block' : 'Remove block'}
          isDanger={asked.isOn && asked.block !== 'write'}
          isPending={update.isPending}
          onConfirm={() =>
            reason.withReason((why) =>
              update.mutate({ params: { name }, body: asked, reason: why }, { onSuccess: close }),
            )
          }
          onCancel={close}
        >
          {update.error && (
            <WriteErrorNotice title="Couldn’t change the block" error={update.error} readAgain="the blocks" />
          )}
          <p>
            {asked.isOn ? 'While the block is set: ' : 'No longer: '}
            {EFFECTS[asked.block]}
          </p>
          <SentRequests requests={[requestOf(blockCall(name, asked.block, asked.isOn))]} />
          {reason.field}
        </ConfirmDialog>
      )}
    </Panel>
  );
}
