import { inject } from 'vitest';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { describeClusterGateway } from '../contracts/cluster-gateway.contract.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import './global-setup.ts';

for (const distribution of DISTRIBUTIONS) {
  describeClusterGateway(`A real ${distribution}`, async () => {
    const found = inject('engines')[distribution];
    if ('missing' in found) return found;
    const remote = remoteCluster({ label: distribution, url: found.url });
    return { gateway: remote.connect(), destroy: () => remote.close() };
  });
}
