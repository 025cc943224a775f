import { countOf } from '#domain/console';
import type { DocumentSession } from '../../machines/document-session.ts';
import { Check, CloudAlert, DatabaseZap, LoaderCircle, Lock, PencilLine } from '../kit/icons/icons.ts';
import { useServices } from '../platform/services.ts';
import { useDocument } from '../platform/use-document.ts';
import { Button } from '../kit/button.tsx';
import { Tooltip } from '../kit/tooltip.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { ButtonMenu, type MenuEntry } from '../kit/menu.tsx';
import hidden from '../kit/visually-hidden.module.css';
import styles from './save-state.module.css';

interface SaveStateProps {
  readonly session: DocumentSession;
  /** The typed content that is not part of the document, each with a link to it. */
  readonly unapplied: readonly MenuEntry[];
  /** How many changes of the document its cluster does not have; 0 for a document of no cluster. */
  readonly unsent: number;
}

/**
 * Whether the changes are saved where they belong, in one state: "Saved", or "Unsaved" with how many are not on the
 * cluster, or typed and not applied. The device is mentioned only where it does not keep them; a failure comes with a
 * button that retries. While the element is a status without "Saving", this device has stored every change.
 */
export function SaveState({ session, unapplied, unsent }: SaveStateProps) {
  const { unkept } = useServices();
  const { save, readOnly } = useDocument(session);
  if (save.kind === 'failed') {
    return (
      <div className={styles['failed']} role="alert">
        <CloudAlert size={16} aria-hidden />
        <Unsaved count={save.pending} />
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
        <span className={styles['word']}>Read-only</span>
        <UnappliedMenu unapplied={unapplied} count={unapplied.length} />
      </div>
    );
  }
  const count = unsent + unapplied.length;
  if (unkept !== null) {
    return (
      <div className={styles['state']} role="status" data-keeps-form>
        <IconButton icon={DatabaseZap} label="Why is this not saved?" tooltip={unkept.text} size="small" />
        <span className={styles['word']}>In this tab only</span>
        <UnappliedMenu unapplied={unapplied} count={count} />
      </div>
    );
  }
  const isSaving = save.kind === 'saving';
  const Icon = isSaving ? LoaderCircle : count === 0 ? Check : PencilLine;
  return (
    <div className={styles['state']} role="status" data-keeps-form>
      {unapplied.length === 0 ? (
        <>
          <Icon size={16} aria-hidden className={styles['icon']} />
          {isSaving || count === 0 ? (
            <span className={styles['word']}>{isSaving ? 'Saving' : 'Saved'}</span>
          ) : (
            <Unsaved count={count} />
          )}
        </>
      ) : (
        <>
          {isSaving && <span className={hidden['text']}>Saving</span>}
          <UnappliedMenu unapplied={unapplied} count={count} />
        </>
      )}
    </div>
  );
}

/** How many changes are not saved; on a phone only the number is seen. */
function Unsaved({ count }: { readonly count: number }) {
  return (
    <span>
      <span className={styles['word']}>Unsaved · </span>
      {count.toLocaleString('en')}
    </span>
  );
}

interface UnappliedMenuProps extends Pick<SaveStateProps, 'unapplied'> {
  /** How many changes are not saved, those that are not applied among them. */
  readonly count: number;
}

function UnappliedMenu({ unapplied, count }: UnappliedMenuProps) {
  if (unapplied.length === 0) return null;
  const words = countOf(unapplied.length, 'change not applied', 'changes not applied');
  return (
    <ButtonMenu
      label={`Unsaved · ${count.toLocaleString('en')}: ${words}`}
      shortLabel={<Unsaved count={count} />}
      icon={PencilLine}
      isShort
      items={unapplied}
      variant="quiet"
      placement="bottom end"
    />
  );
}
