import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { draftStream, isDraftsStream } from '#domain/commands';
import { errorText } from '#domain/json';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { StorageProblemContext, useServices } from '../../platform/services.ts';
import { draftsOf } from '../../platform/draft-list.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { exportBody, exportOpenLog } from '../../files/export-files.ts';
import styles from './storage-banner.module.css';
import { alarmOf, isNearFull, lossMessage, describeUsage } from './storage-labels.ts';
import { useLoss, useStorageStatus, useUnsaved } from '../../platform/use-storage.ts';

/** What is wrong with the storage, above every screen, with what to do about it. */
export function StorageBanner() {
  return (
    <>
      <LossBanner />
      <StateBanner />
    </>
  );
}

/** What was stored here is gone, and only a backup can bring it back. */
function LossBanner() {
  const { loss } = useServices();
  const lost = useLoss();
  if (lost === null) return null;
  const { title, text } = lossMessage(lost);
  return (
    <div className={styles['banner']}>
      <Banner
        kind="danger"
        title={title}
        actions={
          <>
            <Link className={styles['link']} to={ROUTES.storage}>
              Import backup
            </Link>
            <Button size="small" variant="quiet" onPress={() => loss.dismiss()}>
              Dismiss
            </Button>
          </>
        }
      >
        {text}
      </Banner>
    </div>
  );
}

function StateBanner() {
  const problem = use(StorageProblemContext);
  const unsaved = useUnsaved();
  const status = useStorageStatus();
  const alarm = alarmOf(problem, unsaved);
  if (alarm !== null) {
    return (
      <div className={styles['banner']}>
        <Banner kind="danger" title={alarm.title} actions={<NextSteps canRetry={alarm.canRetry} />}>
          {alarm.text}
        </Banner>
      </div>
    );
  }
  if (status === null || !isNearFull(status)) return null;
  return (
    <div className={styles['banner']}>
      <Banner
        kind="warning"
        title="Storage is almost full"
        actions={
          <Link className={styles['link']} to={ROUTES.storage}>
            Manage storage
          </Link>
        }
      >
        {describeUsage(status)} Export a backup and free up disk space.
      </Banner>
    </div>
  );
}

function NextSteps({ canRetry }: { readonly canRetry: boolean }) {
  const { documents, drafts, store } = useServices();
  const unsaved = useUnsaved();
  const nameOf = ({ stream }: DocumentSession) =>
    isDraftsStream(stream)
      ? 'drafts'
      : (draftsOf(drafts.getSnapshot().state.body).find(({ id }) => draftStream(id) === stream)?.name ?? stream);
  const toExport = () => {
    const sessions = unsaved.length > 0 ? unsaved.map(({ session }) => session) : documents.all();
    const ofDrafts = sessions.filter(({ stream }) => !isDraftsStream(stream));
    return ofDrafts.length > 0 ? ofDrafts : sessions;
  };
  const saveLogs = async () => {
    try {
      for (const session of toExport()) await exportOpenLog(nameOf(session), store, session);
    } catch (cause) {
      showToast({ kind: 'danger', title: 'Couldn’t export the log', text: errorText(cause) });
    }
  };
  return (
    <>
      {canRetry ? (
        <Button size="small" onPress={() => documents.retry()}>
          {' '}
          Retry saving{' '}
        </Button>
      ) : (
        <Button size="small" onPress={() => window.location.reload()}>
          Reload page
        </Button>
      )}
      <Button size="small" onPress={() => void saveLogs()}>
        {' '}
        Export log{' '}
      </Button>
      <Button
        size="small"
        onPress={() => toExport().forEach((session) => exportBody(nameOf(session), session.getSnapshot().state.body))}
      >
        Export mapping
      </Button>
    </>
  );
}
