import { Link, useMatches } from '@tanstack/react-router';
import { use, type ReactNode, useEffect, useState } from 'react';
import { besideStream, draftStream, isDraftsStream } from '#domain/commands';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { errorWords } from '../../platform/error-words.ts';
import { KEEPING_ROUTES, ROUTES } from '../../platform/route-table.ts';
import { StorageProblemContext, useServices, useTrail } from '../../platform/services.ts';
import { draftsOf } from '../../platform/draft-list.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Settled } from '../../kit/settled.tsx';
import { showToast } from '../../kit/toast.tsx';
import { exportBody, exportOpenLog } from '../../files/export-files.ts';
import { useLoss, useStorageStatus, useUnsaved } from '../../platform/use-storage.ts';
import { alarmOf, isNearFull, lossMessage, describeUsage, type OnServer } from './storage-labels.ts';
import common from '../../kit/common.module.css';
import styles from './storage-banner.module.css';

/** Problems of the storage, above every screen, with what to do about them. */
export function StorageBanner() {
  return (
    <>
      <LossBanner />
      <UnkeptBanner />
      <StateBanner />
    </>
  );
}

/** Reports that the drafts stored here are gone; the server or a backup can restore them. */
function LossBanner() {
  const { loss } = useServices();
  const lost = useLoss();
  const onServer = useServerHasDrafts(lost !== null);
  const { title, text } = lost === null ? { title: null, text: null } : lossMessage(lost, onServer);
  return (
    <Strip what={title}>
      <Banner
        kind="danger"
        title={title}
        actions={
          <>
            {onServer === 'listed' && (
              <Link className={styles['link']} to={ROUTES.drafts}>
                Restore from server
              </Link>
            )}
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
    </Strip>
  );
}

/**
 * Reports that nothing is stored on this device: on screens that would store data, and on every screen once there are
 * changes to lose.
 */
function UnkeptBanner() {
  const { unkept } = useServices();
  const isOfKeeping = useMatches({ select: (matches) => matches.some(({ routeId }) => KEEPING_ROUTES.has(routeId)) });
  if (unkept === null) return null;
  return (
    <Strip what={isOfKeeping || unkept.hasChanges() ? unkept.title : null}>
      <Banner
        kind="warning"
        title={unkept.title}
        actions={
          <>
            <Button size="small" onPress={() => window.location.reload()}>
              Try again
            </Button>
            <Link className={styles['link']} to={ROUTES.storage} hash="storage-backup">
              Export backup
            </Link>
          </>
        }
      >
        <p>
          {unkept.text} You can keep working, but changes are in this tab only: they are lost when it is closed or
          reloaded, and the server doesn’t record them. What was stored on this device before isn’t changed or shown.
        </p>
        <ul className={styles['steps']}>
          {unkept.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </Banner>
    </Strip>
  );
}

function StateBanner() {
  const problem = use(StorageProblemContext);
  const unsaved = useUnsaved();
  const status = useStorageStatus();
  const alarm = alarmOf(problem, unsaved);
  if (alarm !== null) {
    return (
      <Strip what={alarm.title}>
        <Banner kind="danger" title={alarm.title} actions={<NextSteps canRetry={alarm.canRetry} />}>
          {alarm.text}
        </Banner>
      </Strip>
    );
  }
  return (
    <Strip what={status !== null && isNearFull(status) ? 'near full' : null}>
      <Banner
        kind="warning"
        title="Storage is almost full"
        actions={
          <Link className={styles['link']} to={ROUTES.storage}>
            Manage storage
          </Link>
        }
      >
        {status !== null && describeUsage(status)} Export a backup and free up disk space.
      </Banner>
    </Strip>
  );
}

/** A banner above the screen; nothing where `what` is null. */
function Strip({ what, children }: { readonly what: string | null; readonly children: ReactNode }) {
  return <Settled what={what}>{what !== null && <div className={common['strip']}>{children}</div>}</Settled>;
}

function NextSteps({ canRetry }: { readonly canRetry: boolean }) {
  const { documents, drafts, store } = useServices();
  const unsaved = useUnsaved();
  const nameOf = ({ stream }: DocumentSession): string => {
    const beside = besideStream(stream);
    if (beside === null) return nameOfStream(stream);
    return `${nameOfStream(beside.stream)} ${beside.kind === 'tests' ? 'document tests' : 'lint rules'}`;
  };
  const nameOfStream = (stream: string) =>
    isDraftsStream(stream)
      ? 'drafts'
      : (draftsOf(drafts.getSnapshot().state.body).find(({ id }) => draftStream(id) === stream)?.name ?? stream);
  const toExport = () => {
    const sessions =
      unsaved.length > 0
        ? unsaved.map(({ session }) => session)
        : documents.all().filter((session) => {
            const { state, readings } = session.getSnapshot();
            // What only waits for a first change is no loss.
            return state.history.version > readings;
          });
    const ofDrafts = sessions.filter(({ stream }) => !isDraftsStream(stream));
    return ofDrafts.length > 0 ? ofDrafts : sessions;
  };
  const saveLogs = async () => {
    try {
      for (const session of toExport()) await exportOpenLog(nameOf(session), store, session);
    } catch (cause) {
      showToast({ kind: 'danger', title: 'Couldn’t export the log', text: errorWords(cause) });
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

/**
 * Whether the server has drafts that can be restored here. The server lists only drafts of authors that this browser
 * has proved. Requested only where `isNeeded`.
 */
function useServerHasDrafts(isNeeded: boolean): OnServer {
  const { trail } = useServices();
  const isConnected = useTrail()?.kind === 'connected';
  const [onServer, setOnServer] = useState<OnServer>(null);
  useEffect(() => {
    const controls = trail.controls();
    if (!isNeeded || !isConnected || controls === null) return undefined;
    let isGone = false;
    controls.listAuthors().then(
      (authors) => {
        if (!isGone) setOnServer(authors.length > 0 ? 'listed' : 'unproved');
      },
      // The result stays unknown, and the message makes no claim.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [trail, isConnected, isNeeded]);
  return onServer;
}
