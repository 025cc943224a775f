import { latestBuild, pageBuild } from '../../infra/build-id.ts';
import { codeFiles } from '../../infra/code-files.ts';
import { systemClock } from '../../infra/system-clock.ts';
import { ulidSource } from '../../infra/ulid-source.ts';
import { loadChunk } from '../kit/load-chunk.ts';
import { withAuthor, type DeviceIdentity } from '../platform/author-header.ts';
import { buildWatch } from '../platform/build-watch.ts';
import { guardExtensions } from '../platform/extension-guard.ts';
import { isExampleOn } from '../platform/extensions/example/example-setting.ts';
import { addFleetExtensions } from '../platform/extensions/fleet-extensions.tsx';
import { extensionsService, type ExtensionsService } from '../platform/extensions.ts';
import type { HostServices } from '../platform/host.ts';
import type { CoreServices } from '../platform/services.ts';
import { withReason } from '../platform/work-reason.ts';
import type { Timer } from '../platform/timer.ts';
import type { UsageService } from '../platform/usage-service.ts';

const browserTimer: Timer = {
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

/** What the console adds where nobody else does. */
function ownExtensions(): ExtensionsService {
  const extensions = extensionsService();
  if (isExampleOn())
    // It appears in the list as soon as it is there.
    void loadChunk(() => import('../platform/extensions/example/replicas.ts')).then(
      ({ addReplicasExtension }) => addReplicasExtension(extensions),
      // eslint-disable-next-line no-console -- the console works without its example
      (error: unknown) => console.warn('The example extension could not be loaded', error),
    );
  return extensions;
}

/** Those of the host, or our own. */
function extensionsOf({ extensions = ownExtensions(), fleet }: HostServices): ExtensionsService {
  if (fleet !== undefined) addFleetExtensions(extensions, fleet);
  return extensions;
}

/** What the first screen needs. What is counted before the rest is open is counted by `usage`, once that is there; `deviceNow` is null until then. */
export function openCore(
  host: HostServices,
  usage: Promise<UsageService>,
  deviceNow: () => DeviceIdentity | null,
): CoreServices {
  return {
    clock: systemClock,
    ids: ulidSource(),
    timer: browserTimer,
    http: withReason(withAuthor(host.http, deviceNow)),
    extensions: guardExtensions(extensionsOf(host)),
    usage: host.usage ?? { count: (...event) => void usage.then((service) => service.count(...event)) },
    code: codeFiles,
    build: buildWatch({ current: pageBuild(), readLatest: latestBuild, timer: browserTimer }),
  };
}
