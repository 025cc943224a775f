import { latestBuild, pageBuild } from '../../infra/build-id.ts';
import { codeFiles } from '../../infra/code-files.ts';
import { systemClock, ulidSource } from '../../infra/platform.ts';
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

/** The extensions of the console where the host has none. */
function ownExtensions(): ExtensionsService {
  const extensions = extensionsService();
  if (isExampleOn())
    // It appears in the list as soon as it is loaded.
    void loadChunk(() => import('../platform/extensions/example/replicas.ts')).then(
      ({ addReplicasExtension }) => addReplicasExtension(extensions),
      // oxlint-disable-next-line no-console -- the console works without its example
      (error: unknown) => console.warn('The example extension could not be loaded', error),
    );
  return extensions;
}

/** The extensions of the host, or our own. */
function extensionsOf({ extensions = ownExtensions(), fleet }: HostServices): ExtensionsService {
  if (fleet !== undefined) addFleetExtensions(extensions, fleet);
  return extensions;
}

/**
 * The services of the first screen. Counts from before the rest is open go to `usage`, once that is there; `deviceNow`
 * returns null until then.
 */
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
