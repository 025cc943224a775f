import type { Author } from '#domain/events';
import type { EventStore, HttpService, StorageMemory, StorageMonitor, UnappliedContentStore } from '#domain/ports';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { loneTab } from '../../infra/tab-presence.ts';
import { memorySessionTrace } from '../../infra/memory-session-trace.ts';
import { memoryUnappliedContent } from '../../infra/memory-unapplied-content.ts';
import { ulidSource } from '../../infra/platform.ts';
import { buildWatch, type BuildWatch } from '../platform/build-watch.ts';
import { identityOf } from '../platform/identity.ts';
import { guardExtensions } from '../platform/extension-guard.ts';
import type { CodeFiles, Services } from '../platform/services.ts';
import { servicesOf } from '../platform/services-of.ts';
import { extensionsService, type ExtensionsService } from '../platform/extensions.ts';
import type { UsageReporter } from '../platform/usage-reporter.ts';
import { NO_USAGE, type UsageService } from '../platform/usage-service.ts';
import { lossWatch } from '../platform/loss-watch.ts';
import type { Timer } from '../platform/timer.ts';
import { trailHolder, type Trail } from '../platform/trail.ts';
import { TEST_CLOCK as clock } from './test-clock.ts';

const ADA = { id: 'ada', name: 'Ada', verified: false };
const UNNAMED = 'Unnamed author';

/** A storage with free space that the browser has promised to keep: there is nothing to report about it. */
const QUIET: StorageMonitor = {
  status: () => Promise.resolve({ isPersisted: true, usageBytes: 1_000_000, quotaBytes: 1_000_000_000 }),
  askToPersist: () => Promise.resolve(true),
};

/** Time that passes when the test says so. */
export function manualTimer(): Timer & { readonly tick: () => void } {
  const runs = new Set<() => void>();
  return {
    every(_ms, run) {
      runs.add(run);
      return () => runs.delete(run);
    },
    tick: () => runs.forEach((run) => run()),
  };
}

/** A device that had nothing before. */
const FORGETFUL: StorageMemory = { recall: () => null, remember: () => undefined };

/** There is no server: screens that need none show nothing about it. */
const NO_SERVER: HttpService = { send: () => Promise.reject(new Error('There is no server in this test')) };

/** All code is there: nothing was built. */
const NO_CODE: CodeFiles = { missing: () => Promise.resolve([]), fetch: () => Promise.resolve() };

interface TestWorld {
  readonly author?: Author;
  readonly trail?: Trail;
  readonly http?: HttpService;
  readonly extensions?: ExtensionsService;
  readonly usage?: UsageService;
  readonly reporter?: UsageReporter;
  readonly memory?: StorageMemory;
  readonly isNewStorage?: boolean;
  readonly monitor?: StorageMonitor;
  readonly timer?: Timer;
  readonly unapplied?: UnappliedContentStore;
  readonly build?: BuildWatch;
}

/** Services on a store in memory; the same store again is the same device after a reload. */
export function testServices(store: EventStore = memoryEventStore(), world: TestWorld = {}): Promise<Services> {
  const {
    monitor = QUIET,
    timer = manualTimer(),
    memory = FORGETFUL,
    isNewStorage = false,
    http = NO_SERVER,
    extensions = extensionsService(),
    usage = NO_USAGE,
    reporter = null,
    unapplied = memoryUnappliedContent(),
    trail = trailHolder().trail,
    author = ADA,
    build = buildWatch({ current: 'this build', readLatest: () => Promise.resolve('this build'), timer }),
  } = world;
  const identity = identityOf(author, {
    unnamed: UNNAMED,
    keep: (renamed, name) => Promise.resolve({ ...renamed, name: name.trim() || UNNAMED }),
  });
  return servicesOf({
    store,
    identity,
    ids: ulidSource(),
    clock,
    trace: memorySessionTrace(),
    unapplied,
    presence: loneTab('the tab'),
    monitor,
    timer,
    http,
    extensions: guardExtensions(extensions),
    usage,
    reporter,
    loss: lossWatch(memory, clock, isNewStorage),
    build,
    code: NO_CODE,
    trail,
    unkept: null,
  });
}
