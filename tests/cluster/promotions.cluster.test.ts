import { inject } from 'vitest';
import { systemClock, ulidSource } from '../../src/infra/platform.ts';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { embeddedEngine } from '../../src/server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../../src/server/embedded/storage.ts';
import { describePromotions } from '../contracts/plans/promotion.contract.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import './global-setup.ts';

/** Each third moment: each of them, as in `npm run test:long`, takes minutes on both engines. */
const KILL_EVERY = Number(process.env['PLAN_KILL_EVERY'] ?? 3);
const INTERLEAVINGS = Number(process.env['PLAN_INTERLEAVINGS'] ?? 10);

for (const distribution of DISTRIBUTIONS) {
  describePromotions(
    `A real ${distribution}`,
    async () => {
      const found = inject('engines')[distribution];
      if ('missing' in found) return found;
      const remote = remoteCluster({ label: distribution, url: found.url });
      return { gateway: remote.connect(), destroy: () => remote.close() };
    },
    embeddedEngine({ storage: memoryEngineStorage(), clock: systemClock, ids: ulidSource() }),
    { killEvery: KILL_EVERY, interleavings: INTERLEAVINGS, timeoutMs: 600_000 },
  );
}
