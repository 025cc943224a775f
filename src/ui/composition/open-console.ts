import { errorText } from '#domain/json';
import type { StorageClosure, StorageProblem } from '#domain/ports';
import { loadChunk } from '../kit/load-chunk.ts';
import { observable } from '../kit/observable.ts';
import type { DeviceIdentity } from '../platform/author-header.ts';
import type { HostServices } from '../platform/host.ts';
import type { CoreServices, Services } from '../platform/services.ts';
import type { Opening, OpeningSource } from '../shell/startup.tsx';
import type { StartupFailure } from '../shell/startup-failure.ts';
import { openCore } from './open-core.ts';

/** As long as it takes until waiting needs an explanation. */
const LONG_MS = 5_000;

const UNLOADED_STEPS = ['Check that the Mapledger server is running, then try again.'];

interface ConsoleSource extends OpeningSource {
  /** Lets all go, also what is still being opened. */
  close(): void;
}

/**
 * Opens what the console needs, once the code of the first screen is there, and says how far it has come. There is no storage to fall back on.
 */
export function openConsole(host: HostServices, firstScreen: Promise<unknown>): ConsoleSource {
  const { getSnapshot, subscribe, set } = observable<Opening>({ kind: 'opening', wait: 'short' });
  // What happened before the console was there to show it.
  let problem: StorageClosure | null = null;
  const long = setTimeout(() => {
    const current = getSnapshot();
    if (current.kind === 'opening' && current.wait === 'short') set({ kind: 'opening', wait: 'long' });
  }, LONG_MS);
  const onProblem = (found: StorageProblem) => {
    const current = getSnapshot();
    if (found === 'blocked') {
      if (current.kind === 'opening') set({ kind: 'opening', wait: 'blocked' });
      return;
    }
    problem = found;
    if (current.kind === 'open') set({ ...current, problem });
  };
  // Pending where it does not open: the failure takes the place of everything then.
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
  // The storage and everything about documents is code that the first screen does not need.
  const loading = firstScreen.then(() => loadChunk(() => import('./open-services.ts')));
  const opening = loading.then(({ openServices }) =>
    openServices(host, core, { onProblem, onDevice: (known) => (deviceNow = known) }),
  );
  const unloaded = (error: unknown): StartupFailure => ({
    title: 'Mapledger can’t start',
    text: errorText(error),
    steps: UNLOADED_STEPS,
  });
  opening
    .then(
      ({ services }) => {
        set({ kind: 'open', services, problem });
        tellOpened(services);
      },
      async (error: unknown) => {
        const describe = await loading.then(
          ({ failureOf }) => failureOf,
          () => unloaded,
        );
        set({ kind: 'failed', failure: describe(error) });
      },
    )
    .finally(() => clearTimeout(long));
  return {
    core,
    services: opened,
    getSnapshot,
    subscribe,
    close() {
      clearTimeout(long);
      opening.then(({ close }) => close()).catch(() => undefined);
    },
  };
}
