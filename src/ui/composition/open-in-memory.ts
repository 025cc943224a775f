import type { StorageMemory, StorageMonitor } from '#domain/ports';
import { newSecret } from '../../infra/device-secret.ts';
import { UNNAMED_AUTHOR } from '../../infra/device-author.ts';
import { loneTab } from '../../infra/tab-presence.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { memorySessionTrace } from '../../infra/memory-session-trace.ts';
import { memoryUnappliedContent } from '../../infra/memory-unapplied-content.ts';
import { webDigest } from '../../infra/platform.ts';
import type { HostServices } from '../platform/host.ts';
import { identityOf } from '../platform/identity.ts';
import { lossWatch } from '../platform/loss-watch.ts';
import type { CoreServices } from '../platform/services.ts';
import { servicesOf } from '../platform/services-of.ts';
import type { StorageFailure } from '../platform/storage-failure.ts';
import { trailHolder } from '../platform/trail.ts';
import { NO_USAGE } from '../platform/usage-service.ts';
import type { OnDevice, OpenedServices } from './open-services.ts';

/** Remembers nothing: the drafts on this device still exist, and must not be reported as lost on the next visit. */
const FORGETFUL: StorageMemory = { recall: () => null, remember: () => undefined };

const NO_STORAGE: StorageMonitor = {
  status: () => Promise.resolve({ isPersisted: null, usageBytes: null, quotaBytes: null }),
  askToPersist: () => Promise.resolve(false),
};

/**
 * Opens the services of screens in the memory of this tab, where the browser's storage can't be opened. The server
 * records nothing: the author is one of this page, whom nobody could prove to be afterwards, and nobody would find the
 * records.
 */
export async function openInMemory(
  host: HostServices,
  core: CoreServices,
  onDevice: OnDevice,
  failure: StorageFailure,
): Promise<OpenedServices> {
  const { ids, clock } = core;
  const store = memoryEventStore();
  const typed = memoryUnappliedContent();
  const identity = identityOf(
    { id: ids.next(), name: UNNAMED_AUTHOR, verified: false },
    {
      unnamed: UNNAMED_AUTHOR,
      keep: (author, name) => Promise.resolve({ ...author, name: name.trim() || UNNAMED_AUTHOR }),
    },
  );
  const secret = newSecret();
  onDevice(() => ({ author: identity.getSnapshot(), secret }));
  let hasChanges = false;
  const services = await servicesOf({
    ...core,
    trail: trailHolder().trail,
    store,
    identity,
    trace: memorySessionTrace(),
    unapplied: {
      ...typed,
      put(content) {
        hasChanges = true;
        return typed.put(content);
      },
    },
    presence: loneTab(ids.next()),
    loss: lossWatch(FORGETFUL, clock, false),
    monitor: NO_STORAGE,
    digest: webDigest(),
    usage: host.usage ?? NO_USAGE,
    reporter: null,
    unkept: { ...failure, hasChanges: () => hasChanges },
  });
  // Opening the list of drafts adds its first event, which is no change by a person.
  store.subscribe(() => {
    hasChanges = true;
  });
  return {
    services,
    async close() {
      store.close();
    },
  };
}
