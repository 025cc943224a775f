import { LogFaultError, StorageOpenError, type StorageOpenFailure, type StorageProblem } from '../../domain/index.ts';
import { openDatabase } from '../../infra/database.ts';
import { deviceAuthor, renameDeviceAuthor, UNNAMED_AUTHOR } from '../../infra/device-author.ts';
import { indexedDbEventStore } from '../../infra/indexed-db-event-store.ts';
import { indexedDbSessionTrace } from '../../infra/indexed-db-session-trace.ts';
import { systemClock } from '../../infra/system-clock.ts';
import { ulidSource } from '../../infra/ulid-source.ts';
import type { Opening, OpeningSource, StartupFailure } from '../app/startup.tsx';
import { identityOf } from '../app/identity.ts';
import { servicesOf, type Services } from '../app/services.ts';

const STEPS: Readonly<Record<StorageOpenFailure, readonly string[]>> = {
  unavailable: [
    'Open Mapledger in a window that is not private.',
    'Allow this address to store data, in the settings of the browser for this site.',
  ],
  newer: ['Close the other tabs of Mapledger, then load this page again.'],
  full: ['Free some room on this device, then try again. What is stored here is kept.'],
  failed: ['Restart the browser, then try again.', 'If it stays so, another browser on this device works with a storage of its own.'],
};

const PROBLEMS: Readonly<Record<Exclude<StorageProblem, 'blocked'>, string>> = {
  outdated: 'A newer Mapledger in another tab has changed the storage: nothing can be saved here any more',
  deleted: 'The storage of this page has been deleted: nothing can be saved here any more',
  terminated: 'The browser has taken the storage away: nothing can be saved here any more',
};

function failureOf(error: unknown): StartupFailure {
  if (error instanceof StorageOpenError) {
    return { title: 'The storage of this device can’t be opened', text: `${error.message}. Nothing is kept anywhere else instead.`, steps: STEPS[error.reason] };
  }
  if (error instanceof LogFaultError) {
    return {
      title: 'The list of drafts is damaged',
      text: `Record ${error.position} of its log can’t be trusted: ${error.reason}. It was left as it is, and so were the drafts.`,
      steps: ['Restore the data of this site from a backup of the browser’s profile, if there is one.', 'Report it with the words above.'],
    };
  }
  const text = error instanceof Error ? error.message : String(error);
  return { title: 'Mapledger can’t start', text, steps: STEPS.failed };
}

async function openServices(onProblem: (problem: StorageProblem) => void): Promise<Services> {
  const database = await openDatabase({ onProblem });
  const ids = ulidSource();
  const clock = systemClock;
  const store = indexedDbEventStore(database);
  const identity = identityOf(await deviceAuthor(database, ids), {
    unnamed: UNNAMED_AUTHOR,
    keep: (author, name) => renameDeviceAuthor(database, author, name),
  });
  const trace = indexedDbSessionTrace(database);
  return servicesOf({ store, clock, ids, identity, trace });
}

/** Opens what the console needs, and says how far it has come. There is no storage to fall back on. */
export function openConsole(): OpeningSource {
  let current: Opening = { kind: 'opening', isBlocked: false };
  const listeners = new Set<() => void>();
  const publish = (next: Opening) => {
    current = next;
    for (const listener of listeners) listener();
  };
  const onProblem = (problem: StorageProblem) => {
    if (problem === 'blocked') publish({ kind: 'opening', isBlocked: true });
    else if (current.kind === 'open') publish({ ...current, problem: PROBLEMS[problem] });
  };
  openServices(onProblem).then(
    (services) => publish({ kind: 'open', services, problem: null }),
    (error: unknown) => publish({ kind: 'failed', failure: failureOf(error) }),
  );
  return {
    getSnapshot: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
