import { Link } from '@tanstack/react-router';
import { ReplayError } from '#domain/document';
import { errorText } from '#domain/json';
import { LogFaultError } from '#domain/log';
import { FileQuestion, FileWarning } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { Screen } from '../../frame/screen.tsx';
import { useServices } from '../../platform/services.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { showToast } from '../../kit/toast.tsx';
import { exportLog } from '../../files/export-files.ts';
import { storageYoungerThan } from '../../platform/older-than-storage.ts';
import { exactTime } from '../../files/relative-time.ts';
import { useLoss } from '../../platform/use-storage.ts';
import { BackLink } from './back-link.tsx';
import type { EditedDocument } from './edited-document.ts';
import styles from './fault-screens.module.css';

/** The address names a draft that is not on the list. */
export function NoSuchDraft({ draftId }: { readonly draftId: string }) {
  const { drafts } = useServices();
  const lost = useLoss();
  // Where a loss is known it is said above every screen already.
  const begunAt = lost === null ? storageYoungerThan(draftId, drafts) : null;
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
          The storage of this page was begun on {exactTime(begunAt)}. If the draft was made in this browser, the browser
          has cleared or lost what was stored here since then. A backup, if there is one, brings it back.
        </Banner>
      )}
      <EmptyState
        icon={FileQuestion}
        title="There is no such draft on this device"
        actions={<BackLink back="drafts" className={styles['link']} />}
      >
        It may have been deleted, or the link is from another device. A deleted draft comes back with undo in the list
        of drafts. Its id is <code>{draftId}</code>.
      </EmptyState>
    </Screen>
  );
}

interface DocumentUnreadableProps {
  readonly document: EditedDocument;
  readonly error: Error;
  readonly onRetry: () => void;
}

/** The log of a document is damaged, or the storage did not answer. */
export function DocumentUnreadable({ document, error, onRetry }: DocumentUnreadableProps) {
  const { store } = useServices();
  const isDamaged = error instanceof LogFaultError || error instanceof ReplayError;
  const save = () => {
    exportLog(document.name, store, document.stream).catch((cause: unknown) => {
      showToast({ kind: 'danger', title: 'Couldn’t read the records', text: errorText(cause) });
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
    return `Record ${error.position} doesn’t apply to the records before it: ${errorText(error.cause)}.`;
  return error.message;
}
