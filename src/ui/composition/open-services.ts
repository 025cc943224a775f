import { errorText } from '#domain/json';
import { LogFaultError } from '#domain/log';
import {
  StorageOpenError,
  type IdSource,
  type StorageOpenFailure,
  type StorageProblem,
  type TabPresence,
} from '#domain/ports';
import { renewBrowserLog } from '../../infra/browser-log-renewal.ts';
import { browserStorageMonitor } from '../../infra/browser-storage-monitor.ts';
import { startCompaction } from '../../infra/background-compaction.ts';
import { openDatabase } from '../../infra/database.ts';
import { deviceSecret } from '../../infra/device-secret.ts';
import { deviceAuthor, renameDeviceAuthor, UNNAMED_AUTHOR } from '../../infra/device-author.ts';
import { indexedDbEventStore } from '../../infra/indexed-db-event-store.ts';
import { indexedDbSessionTrace } from '../../infra/indexed-db-session-trace.ts';
import { indexedDbUnappliedContent } from '../../infra/indexed-db-unapplied-content.ts';
import { copiedUnapplied } from '../../infra/unapplied-copies.ts';
import { localStorageUsage } from '../../infra/local-storage-usage.ts';
import { localStorageMemory } from '../../infra/local-storage-memory.ts';
import { loneTab } from '../../infra/lone-tab.ts';
import { succeedPage } from '../../infra/tab-succession.ts';
import { webDigest } from '../../infra/web-digest.ts';
import { webLockPresence } from '../../infra/web-lock-presence.ts';
import { loadChunk } from '../kit/load-chunk.ts';
import type { StartupFailure } from '../shell/startup-failure.ts';
import { identityOf } from '../platform/identity.ts';
import type { CoreServices, Services } from '../platform/services.ts';
import { servicesOf } from '../platform/services-of.ts';
import type { DeviceIdentity } from '../platform/author-header.ts';
import type { HostServices } from '../platform/host.ts';
import type { DocumentSession } from '../../machines/document-session.ts';
import { trailHolder } from '../platform/trail.ts';
import { startUsageReporter } from '../platform/usage-reporter.ts';
import { NO_USAGE } from '../platform/usage-service.ts';
import { lossWatch } from '../platform/loss-watch.ts';

const STEPS: Readonly<Record<StorageOpenFailure, readonly string[]>> = {
  unavailable: [
    'Open Mapledger in a regular window, not a private one.',
    'Allow this site to store data in your browser settings, then try again.',
  ],
  newer: ['Close other Mapledger tabs, then try again to load the newer version.'],
  full: ['Free up disk space, then try again. Your data is kept.'],
  failed: [
    'Try again, or restart the browser. Your data is not changed.',
    'If the problem persists, import a backup into another browser on this device.',
  ],
};

/** Why the storage did not open, in words. */
export function failureOf(error: unknown): StartupFailure {
  if (error instanceof StorageOpenError) {
    return {
      title: 'Can’t open browser storage',
      text: `${error.message}. Nothing has been stored elsewhere.`,
      steps: STEPS[error.reason],
    };
  }
  if (error instanceof LogFaultError) {
    return {
      title: 'The list of drafts is damaged',
      text: `Record ${error.position} of its log is damaged: ${error.reason}. The list and the drafts were not changed.`,
      steps: [
        'Restore this site’s data from a backup of the browser profile, if you have one.',
        'Report the problem with the message above.',
      ],
    };
  }
  const text = errorText(error);
  return { title: 'Mapledger can’t start', text, steps: STEPS.failed };
}

/** This page among the tabs of the browser. */
async function presenceOf(ids: IdSource): Promise<TabPresence> {
  const id = ids.next();
  const before = succeedPage(id);
  return 'locks' in navigator ? webLockPresence(id, before) : loneTab(id, before);
}

export interface OpenedServices {
  readonly services: Services;
  /** What is being saved is saved to its end first. */
  readonly close: () => Promise<void>;
}

/** Told of what is found out while the services are opened. */
interface OpeningListeners {
  readonly onProblem: (problem: StorageProblem) => void;
  readonly onDevice: (deviceNow: () => DeviceIdentity) => void;
}

/** Opens the storage, and what screens need of it. */
export async function openServices(
  host: HostServices,
  core: CoreServices,
  { onProblem, onDevice }: OpeningListeners,
): Promise<OpenedServices> {
  const database = await openDatabase({ onProblem });
  const { ids, clock } = core;
  const loss = lossWatch(localStorageMemory(), clock, database.isNew);
  const store = indexedDbEventStore(database);
  const identity = identityOf(await deviceAuthor(database, ids), {
    unnamed: UNNAMED_AUTHOR,
    keep: (author, name) => renameDeviceAuthor(database, author, name),
  });
  const secret = await deviceSecret(database);
  // Before anything asks the server: it proves who asks.
  onDevice(() => ({ author: identity.getSnapshot(), secret }));
  const trace = indexedDbSessionTrace(database);
  // Without locks, as on a page that is not served securely, nobody can say which other tabs are gone.
  const presence = await presenceOf(ids);
  // A stream that can't be compacted is read as it is; a damaged one says so when it is opened.
  const compaction = startCompaction(database, {
    onFailure: (error, stream) =>
      // eslint-disable-next-line no-console -- nothing is lost and nobody has to do anything, but a developer should see it
      console.warn(`Couldn’t compact the log of ${stream ?? 'this device'}`, error),
  });
  const reporter =
    host.usage === undefined
      ? startUsageReporter({
          http: host.http,
          store: localStorageUsage(),
          userAgent: navigator.userAgent,
          now: () => performance.now(),
        })
      : null;
  const holder = trailHolder();
  const services = await servicesOf({
    ...core,
    trail: holder.trail,
    store,
    identity,
    trace,
    unapplied: copiedUnapplied(indexedDbUnappliedContent(database), presence),
    presence,
    loss,
    monitor: browserStorageMonitor(),
    digest: webDigest(),
    async restore(stream, fault) {
      const { restoreStream } = await loadChunk(() => import('./restore-stream.ts'));
      return restoreStream({ database, store, http: core.http, identity, clock }, stream, fault);
    },
    usage: host.usage ?? reporter ?? NO_USAGE,
    reporter,
  });
  // Nothing waits for it: what is edited is stored on this device.
  const trail = loadChunk(() => import('./open-trail.ts')).then(({ openTrail }) =>
    openTrail(database, services, holder),
  );
  trail.catch((error: unknown) => {
    // eslint-disable-next-line no-console -- everything is kept on this device, as with a server that has no trail
    console.warn('Couldn’t load what records changes on the server', error);
  });
  // When all is open: it takes a moment and some room, which the opening may need, and without it nothing is worse than it was.
  renewBrowserLog().catch((error: unknown) => {
    // eslint-disable-next-line no-console -- as below
    console.warn('Couldn’t renew the browser’s storage log', error);
  });
  return {
    services,
    async close() {
      reporter?.close();
      services.documents.release(services.drafts);
      await Promise.all(services.documents.all().map(whenSaved));
      await trail.then(
        (close) => close(),
        () => undefined,
      );
      await compaction.close();
      presence.leave();
      database.close();
    },
  };
}

/** Resolves when nothing of it is on its way to the storage; what could not be stored is not waited for. */
function whenSaved(session: DocumentSession): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.getSnapshot().save.kind === 'saving') return;
      stop();
      resolve();
    };
    const stop = session.subscribe(look);
    look();
  });
}
