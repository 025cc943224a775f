import { inject } from 'vitest';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { describeInterleavings } from '../contracts/plans/interleavings.contract.ts';
import { describePlansAmongOthers } from '../contracts/plans/plans-among-others.contract.ts';
import { describePlans } from '../contracts/plans/plans.contract.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import './global-setup.ts';

/** Each sixth moment: each of them, as in `npm run test:long`, takes minutes on both engines. */
const KILL_EVERY = Number(process.env['PLAN_KILL_EVERY'] ?? 6);

/** Interleavings on each engine: 200 in `npm run test:long`. */
const CASES = Number(process.env['PLAN_INTERLEAVINGS'] ?? 12);
const SEED = Number(process.env['PLAN_SEED'] ?? 20_261_124);

for (const distribution of DISTRIBUTIONS) {
  const open = async () => {
    const found = inject('engines')[distribution];
    if ('missing' in found) return found;
    const remote = remoteCluster({ label: distribution, url: found.url });
    return { gateway: remote.connect(), destroy: () => remote.close() };
  };
  describePlans(`A real ${distribution}`, open, { killEvery: KILL_EVERY, timeoutMs: 600_000 });
  describePlansAmongOthers(`A real ${distribution}`, open, { timeoutMs: 600_000 });
  describeInterleavings(`A real ${distribution}`, open, { cases: CASES, seed: SEED, timeoutMs: 3_600_000 });
}
