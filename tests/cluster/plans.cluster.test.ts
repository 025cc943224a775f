import { inject } from 'vitest';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { describePlans } from '../contracts/plans/plans.contract.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import './global-setup.ts';

/** Each sixth moment: each of them, as in `npm run test:long`, takes minutes on both engines. */
const KILL_EVERY = Number(process.env['PLAN_KILL_EVERY'] ?? 6);

for (const distribution of DISTRIBUTIONS) {
  describePlans(
    `A real ${distribution}`,
    async () => {
      const found = inject('engines')[distribution];
      if ('missing' in found) return found;
      const remote = remoteCluster({ label: distribution, url: found.url });
      return { gateway: remote.connect(), destroy: () => remote.close() };
    },
    { killEvery: KILL_EVERY, timeoutMs: 600_000 },
  );
}
