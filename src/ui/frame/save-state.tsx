import type { DocumentSession } from '../../machines/document-session.ts';
import { CloudAlert, HardDriveDownload, LoaderCircle, Lock, PencilLine } from '../kit/icons/icons.ts';
import { useDocument } from '../platform/use-document.ts';
import { Button } from '../kit/button.tsx';
import { Tooltip } from '../kit/tooltip.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { ButtonMenu, type MenuEntry } from '../kit/menu.tsx';
import styles from './save-state.module.css';

interface SaveStateProps {
  readonly session: DocumentSession;
  /** What was typed and is not part of the document, each with the way to it. */
  readonly unapplied: readonly MenuEntry[];
}

/** Whether what was done is kept, in words, and what is kept without being part of the document; a failure comes with the way to try again. */
export function SaveState({ session, unapplied }: SaveStateProps) {
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
        <UnappliedMenu unapplied={unapplied} />
      </div>
    );
  }
  const isSaving = save.kind === 'saving';
  const Icon = isSaving ? LoaderCircle : HardDriveDownload;
  return (
    <div
      className={styles['state']}
      role="status"
      data-keeps-form
      {...(unapplied.length > 0 && { 'data-unapplied': true })}
    >
      <Icon size={16} aria-hidden />
      <span className={styles['words']}>
        {isSaving ? 'Saving' : unapplied.length === 0 ? 'Saved on this device' : 'Saved ·'}
      </span>
      <UnappliedMenu unapplied={unapplied} />
    </div>
  );
}

function UnappliedMenu({ unapplied }: Pick<SaveStateProps, 'unapplied'>) {
  if (unapplied.length === 0) return null;
  const label = unapplied.length === 1 ? '1 change not applied' : `${unapplied.length} changes not applied`;
  return (
    <ButtonMenu
      label={label}
      shortLabel={String(unapplied.length)}
      icon={PencilLine}
      items={unapplied}
      variant="quiet"
      placement="bottom end"
    />
  );
}
