import { errorWords } from '../platform/error-words.ts';
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
import { loneTab, webLockPresence, succeedPage } from '../../infra/tab-presence.ts';
import { webDigest } from '../../infra/platform.ts';
import { loadChunk } from '../kit/load-chunk.ts';
import { addUnloadedPart } from '../kit/unloaded-parts.ts';
import { identityOf } from '../platform/identity.ts';
import { localStorageOf, sessionStorageOf, type StoragePlace } from '../platform/console-storage.ts';
import type { CoreServices, Services } from '../platform/services.ts';
import { servicesOf } from '../platform/services-of.ts';
import type { DeviceIdentity } from '../platform/author-header.ts';
import type { HostServices } from '../platform/host.ts';
import type { StorageFailure } from '../platform/storage-failure.ts';
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
  unanswered: [
    'Close other Mapledger tabs: one of them may be using the storage.',
    'Try again. If that doesn’t help, restart the browser.',
  ],
  failed: [
    'Try again, or restart the browser. Your data is not changed.',
    'If the problem persists, import a backup into another browser on this device.',
  ],
};

/** Why the storage did not open, in words. */
export function failureOf(error: unknown): StorageFailure {
  const title = 'Can’t open browser storage';
  if (error instanceof StorageOpenError) return { title, text: `${error.message}.`, steps: STEPS[error.reason] };
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
  const text = isNonsense(error) ? 'The browser’s storage gave an unexpected response.' : errorWords(error);
  return { title, text, steps: STEPS.failed };
}

/** An error of a program or the database about invalid stored data, which is for developers. */
function isNonsense(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return error instanceof DOMException && (error.name === 'ConstraintError' || error.name === 'DataError');
}

/** This page among the tabs of the browser. */
async function presenceOf(ids: IdSource, place: StoragePlace): Promise<TabPresence> {
  const id = ids.next();
  const before = succeedPage(id, place);
  return 'locks' in navigator ? webLockPresence(id, before) : loneTab(id, before);
}

export interface OpenedServices {
  readonly services: Services;
  /** Waits until pending changes are saved. */
  readonly close: () => Promise<void>;
}

/** Called with findings while the services are opened. */
interface OpeningListeners {
  readonly onProblem: (problem: StorageProblem) => void;
  readonly onDevice: OnDevice;
}

export type OnDevice = (deviceNow: () => DeviceIdentity) => void;

/** Opens the storage, and the services of screens. */
export async function openServices(
  host: HostServices,
  core: CoreServices,
  storageName: string,
  { onProblem, onDevice }: OpeningListeners,
): Promise<OpenedServices> {
  const database = await openDatabase({ onProblem, name: storageName });
  const local = localStorageOf(storageName);
  const { ids, clock } = core;
  const loss = lossWatch(localStorageMemory(local), clock, database.isNew);
  const store = indexedDbEventStore(database);
  const identity = identityOf(await deviceAuthor(database, ids), {
    unnamed: UNNAMED_AUTHOR,
    keep: (author, name) => renameDeviceAuthor(database, author, name),
  });
  const secret = await deviceSecret(database);
  // Before any request to the server: it proves who sends it.
  onDevice(() => ({ author: identity.getSnapshot(), secret }));
  const trace = indexedDbSessionTrace(database);
  // Without locks, as on a page that is not served securely, it is unknown which other tabs are gone.
  const presence = await presenceOf(ids, sessionStorageOf(storageName)());
  // A stream that can't be compacted is read as it is; damage is reported when it is opened.
  const compaction = startCompaction(database, {
    onFailure: (error, stream) =>
      // oxlint-disable-next-line no-console -- nothing is lost and nobody has to do anything, but a developer should see it
      console.warn(`Couldn’t compact the log of ${stream ?? 'this device'}`, error),
  });
  const reporter =
    host.usage === undefined
      ? startUsageReporter({
          http: host.http,
          store: localStorageUsage(local),
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
    unapplied: copiedUnapplied(indexedDbUnappliedContent(database, clock), presence, local),
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
    unkept: null,
  });
  // Nothing waits for it: edits are stored on this device.
  const trail = startWhenLoaded(
    async () => (await import('./open-trail.ts')).openTrail,
    (openTrail) => openTrail(database, services, holder),
  );
  // Once all is open: it takes a moment and some room, which the opening may need, and without it nothing gets worse.
  renewBrowserLog().catch((error: unknown) => {
    // oxlint-disable-next-line no-console -- as above
    console.warn('Couldn’t renew the browser’s storage log', error);
  });
  return {
    services,
    async close() {
      reporter?.close();
      services.documents.release(services.drafts);
      await Promise.all(services.documents.all().map(whenSaved));
      await trail();
      await compaction.close();
      presence.leave();
      database.close();
    },
  };
}

/** Ends a part that runs in the background. */
type Closing = () => Promise<void>;

/**
 * Starts a background part once its code is loaded; where that fails, people are offered a Retry. Returns a function
 * that ends it.
 */
function startWhenLoaded<Start>(load: () => Promise<Start>, start: (run: Start) => Closing): () => Promise<void> {
  let isClosed = false;
  let close: Closing | null = null;
  let stopOffering = () => {};
  const attempt = () => {
    stopOffering();
    loadChunk(load).then(
      (run) => {
        if (!isClosed) close = start(run);
      },
      () => {
        if (!isClosed) stopOffering = addUnloadedPart(attempt);
      },
    );
  };
  attempt();
  return async () => {
    isClosed = true;
    stopOffering();
    await close?.();
  };
}

/** Resolves when nothing of it is on its way to the storage; changes that could not be stored are not awaited. */
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
