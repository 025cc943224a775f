import { Link } from '@tanstack/react-router';
import { FileQuestion, FileWarning } from 'lucide-react';
import { draftStream, LogFaultError, ReplayError } from '../../domain/index.ts';
import { APP_BASE } from '../app/app-base.ts';
import { Screen } from '../app/screen.tsx';
import { useServices } from '../app/services.ts';
import type { ListedDraft } from '../drafts/draft-list.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { showToast } from '../kit/toast.tsx';
import { exportLog } from '../storage/export-files.ts';
import styles from './fault-screens.module.css';

/** The address names a draft that is not on the list. */
export function NoSuchDraft({ draftId }: { readonly draftId: string }) {
  return (
    <Screen title="No such draft">
      <EmptyState icon={FileQuestion} title="There is no such draft on this device" actions={<BackToDrafts />}>
        It may have been deleted, or the link is from another device. A deleted draft comes back with undo in the list of drafts. Its id is{' '}
        <code>{draftId}</code>.
      </EmptyState>
    </Screen>
  );
}

interface DraftUnreadableProps {
  readonly draft: ListedDraft;
  readonly error: Error;
  readonly onRetry: () => void;
}

/** The log of a draft is damaged, or the storage did not answer. */
export function DraftUnreadable({ draft, error, onRetry }: DraftUnreadableProps) {
  const { store } = useServices();
  const isDamaged = error instanceof LogFaultError || error instanceof ReplayError;
  const save = () => {
    exportLog(draft.name, store, draftStream(draft.id)).catch((cause: unknown) => {
      showToast({ kind: 'danger', title: 'The records could not be read', text: cause instanceof Error ? cause.message : String(cause) });
    });
  };
  return (
    <Screen title={draft.name}>
      <EmptyState
        icon={FileWarning}
        title={isDamaged ? `The log of ${draft.name} is damaged` : `${draft.name} could not be opened`}
        actions={
          <>
            <Button onPress={onRetry}>Try again</Button>
            <Button onPress={save}>Export the raw records</Button>
            <BackToDrafts />
          </>
        }
      >
        <p>{faultOf(error)}</p>
        <p>
          {isDamaged
            ? 'The records before it are sound. Nothing was changed: export the records to look at them or to repair them, and load the repaired log as a draft.'
            : 'Nothing was changed.'}
        </p>
      </EmptyState>
    </Screen>
  );
}

function faultOf(error: Error): string {
  if (error instanceof LogFaultError) return `Record ${error.position}: ${error.reason}.`;
  if (error instanceof ReplayError) return `Record ${error.position} does not fit what came before it: ${error.cause instanceof Error ? error.cause.message : String(error.cause)}.`;
  return error.message;
}

function BackToDrafts() {
  return (
    <Link className={styles['link']} to={`${APP_BASE}/drafts`}>
      Go back to drafts
    </Link>
  );
}
