import { Link } from '@tanstack/react-router';
import { decodeTime, isValid } from 'ulid';
import { ReplayError } from '#domain/document';
import { LogFaultError } from '#domain/log';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { errorWords } from '../../platform/error-words.ts';
import { FileQuestion, FileWarning } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { Screen } from '../../frame/screen.tsx';
import { useServices } from '../../platform/services.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { showToast } from '../../kit/toast.tsx';
import { exportLog } from '../../files/export-files.ts';
import { exactTime } from '../../files/relative-time.ts';
import { useLoss } from '../../platform/use-storage.ts';
import { firstEventOf } from '../../platform/loss-watch.ts';
import { BackLink } from './back-link.tsx';
import type { EditedDocument } from './edited-document.ts';
import styles from './fault-screens.module.css';

/** The address names a draft that is not in the list. */
export function NoSuchDraft({ draftId }: { readonly draftId: string }) {
  const { drafts, unkept } = useServices();
  const lost = useLoss();
  const isUnread = unkept !== null;
  // A known loss is already reported above every screen.
  const begunAt = lost === null && !isUnread ? storageYoungerThan(draftId, drafts) : null;
  return (
    <Screen title="No such draft">
      {begunAt !== null && (
        <Banner
          kind="danger"
          title="This draft is older than what is stored here"
          actions={
            <Link className={styles['link']} to={ROUTES.storage}>
              Import backup
            </Link>
          }
        >
          Browser storage was reset on {exactTime(begunAt)}, so older drafts may be gone. Import a backup if you have
          one.
        </Banner>
      )}
      <EmptyState
        icon={FileQuestion}
        title={isUnread ? 'This draft can’t be read' : 'There is no such draft on this device'}
        actions={<BackLink back="drafts" className={styles['link']} />}
      >
        {isUnread
          ? 'Drafts on this device can’t be read while the browser’s storage can’t be opened.'
          : 'It may have been deleted, or the link is from another device. Deleted drafts can be restored under Storage.'}{' '}
        Its id is <code>{draftId}</code>.
      </EmptyState>
    </Screen>
  );
}

interface DocumentUnreadableProps {
  readonly document: EditedDocument;
  readonly error: Error;
  readonly onRetry: () => void;
}

/** The log of a document is damaged, or the storage did not respond. */
export function DocumentUnreadable({ document, error, onRetry }: DocumentUnreadableProps) {
  const { store } = useServices();
  const isDamaged = error instanceof LogFaultError || error instanceof ReplayError;
  const save = () => {
    exportLog(document.name, store, document.stream).catch((cause: unknown) => {
      showToast({ kind: 'danger', title: 'Couldn’t read the records', text: errorWords(cause) });
    });
  };
  return (
    <Screen title={document.name}>
      <EmptyState
        icon={FileWarning}
        title={isDamaged ? `The log of ${document.name} is damaged` : `Couldn’t open ${document.name}`}
        actions={
          <>
            <Button onPress={onRetry}>Try again</Button>
            <Button onPress={save}>Export the raw records</Button>
            <BackLink back={document.back} className={styles['link']} />
          </>
        }
      >
        <p>{faultOf(error)}</p>
        <p>
          {isDamaged
            ? 'Earlier records are valid, and nothing was changed. Export the records, repair them, and load the repaired log as a draft.'
            : 'Nothing was changed.'}
        </p>
      </EmptyState>
    </Screen>
  );
}

function faultOf(error: Error): string {
  if (error instanceof LogFaultError) return `Record ${error.position}: ${error.reason}.`;
  if (error instanceof ReplayError)
    return `Record ${error.position} doesn’t apply to the records before it: ${errorWords(error.cause)}.`;
  return errorWords(error);
}

/**
 * When the storage of this device was created (RFC 3339), where a draft is older than that by its id; null where it is
 * not, or its id has no time. Such a draft was never deleted here: it is on another device, or its storage is gone. It
 * needs no memory of that storage, which a browser that is killed soon after may have lost too.
 */
function storageYoungerThan(draftId: string, drafts: DocumentSession): string | null {
  const begunAt = firstEventOf(drafts)?.at;
  if (begunAt === undefined || !isValid(draftId)) return null;
  return decodeTime(draftId) < Date.parse(begunAt) ? begunAt : null;
}
