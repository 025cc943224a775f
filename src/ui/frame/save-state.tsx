import { CloudAlert, HardDriveDownload, LoaderCircle, Lock } from 'lucide-react';
import type { DocumentSession } from '../../machines/document-session.ts';
import { useDocument } from '../platform/use-document.ts';
import { Button } from '../kit/button.tsx';
import { Tooltip } from '../kit/tooltip.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import styles from './save-state.module.css';

/** Whether what was done is kept, in words; a failure comes with the way to try again. */
export function SaveState({ session }: { readonly session: DocumentSession }) {
  const { save, readOnly } = useDocument(session);
  if (save.kind === 'failed') {
    return (
      <div className={styles['failed']} role="alert">
        <CloudAlert size={16} aria-hidden />
        <span className={styles['words']}>
          {save.pending === 1 ? '1 unsaved change' : `${save.pending} unsaved changes`}
        </span>
        <Tooltip content={save.error.message}>
          <Button size="small" onPress={() => session.retry()}>
            Try again
          </Button>
        </Tooltip>
      </div>
    );
  }
  if (readOnly !== null) {
    return (
      <div className={styles['state']}>
        <IconButton icon={Lock} label="Why is this read-only?" tooltip={readOnly.reason} size="small" />
        <span className={styles['words']}>Read-only</span>
      </div>
    );
  }
  const isSaving = save.kind === 'saving';
  const Icon = isSaving ? LoaderCircle : HardDriveDownload;
  return (
    <div className={styles['state']} role="status">
      <Icon size={16} aria-hidden />
      <span className={styles['words']}>{isSaving ? 'Saving' : 'Saved on this device'}</span>
    </div>
  );
}
