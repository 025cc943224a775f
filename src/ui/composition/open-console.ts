import { errorWords } from '../platform/error-words.ts';
import { StorageOpenError, type StorageClosure, type StorageProblem } from '#domain/ports';
import { loadChunk } from '../kit/load-chunk.ts';
import { observable } from '../kit/observable.ts';
import type { DeviceIdentity } from '../platform/author-header.ts';
import type { HostServices } from '../platform/host.ts';
import type { CoreServices, Services } from '../platform/services.ts';
import type { StorageFailure } from '../platform/storage-failure.ts';
import type { Opening, OpeningSource } from '../shell/startup.tsx';
import { openCore } from './open-core.ts';
import type { OpenedServices } from './open-services.ts';

/** After this time, in ms, waiting needs an explanation. */
const LONG_MS = 5_000;

const UNLOADED_STEPS = ['Check that the Mapledger server is running, then try again.'];

interface ConsoleSource extends OpeningSource {
  /** Closes everything, also what is still being opened. */
  close(): void;
}

/**
 * Opens the services of the console, once the code of the first screen is loaded, and reports the progress. Where the
 * storage can't be opened, or a person stops waiting for it, everything is in memory, which is shown wherever something
 * would be stored.
 */
export function openConsole(host: HostServices, firstScreen: Promise<unknown>, storageName: string): ConsoleSource {
  const { getSnapshot, subscribe, set } = observable<Opening>({ kind: 'opening', wait: 'short' });
  // A problem from before the console could show it.
  let problem: StorageClosure | null = null;
  const long = setTimeout(() => {
    const current = getSnapshot();
    if (current.kind === 'opening' && current.wait === 'short') set({ kind: 'opening', wait: 'long' });
  }, LONG_MS);
  // Nobody waits for the storage any more: this page ignores its outcome.
  let isGivenUp = false;
  let giveUp: (reason: StorageOpenError) => void = () => undefined;
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  const onProblem = (found: StorageProblem) => {
    if (isGivenUp) return;
    const current = getSnapshot();
    if (found === 'blocked') {
      if (current.kind === 'opening') set({ kind: 'opening', wait: 'blocked' });
      return;
    }
    problem = found;
    if (current.kind === 'open') set({ ...current, problem });
  };
  // Pending where it does not open: then the failure is shown instead.
  let tellOpened: (services: Services) => void = () => undefined;
  const opened = new Promise<Services>((resolve) => {
    tellOpened = resolve;
  });
  let deviceNow: () => DeviceIdentity | null = () => null;
  const core: CoreServices = openCore(
    host,
    opened.then(({ usage }) => usage),
    () => deviceNow(),
  );
  // The first screen does not need the code for the storage and for documents.
  const loading = firstScreen.then(() => loadChunk(() => import('./open-services.ts')));
  const stored = loading.then(({ openServices }) =>
    openServices(host, core, storageName, {
      onProblem,
      onDevice(known) {
        if (!isGivenUp) deviceNow = known;
      },
    }),
  );
  const opening = Promise.race([stored, givenUp]).catch(async (error: unknown): Promise<OpenedServices> => {
    // Without its code, nothing was tried.
    const { failureOf } = await loading;
    isGivenUp = true;
    // A storage that opens too late is closed at once.
    stored.then(({ close }) => close()).catch(() => undefined);
    const { openInMemory } = await loadChunk(() => import('./open-in-memory.ts'));
    return openInMemory(host, core, (known) => (deviceNow = known), failureOf(error));
  });
  const unloaded = (error: unknown): StorageFailure => ({
    title: 'Mapledger can’t start',
    text: errorWords(error),
    steps: UNLOADED_STEPS,
  });
  opening
    .then(
      ({ services }) => {
        set({ kind: 'open', services, problem });
        tellOpened(services);
      },
      (error: unknown) => set({ kind: 'failed', failure: unloaded(error) }),
    )
    .finally(() => clearTimeout(long));
  return {
    core,
    services: opened,
    getSnapshot,
    subscribe,
    giveUp: () => giveUp(new StorageOpenError('unanswered')),
    close() {
      clearTimeout(long);
      opening.then(({ close }) => close()).catch(() => undefined);
    },
  };
}
