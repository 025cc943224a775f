import { onTestFinished } from 'vitest';
import { remoteCluster } from '../../../src/server/cluster/remote-cluster.ts';
import { checkCase } from '../../contracts/cluster-gateway.contract.ts';
import { OPERATION_CASES } from '../../contracts/gateway-operations.ts';
import type { EngineCheck } from '../engine.ts';

/** What plans and index operations rely on, on engines that the contract suite as a whole is not for. */
export const OPERATION_CHECKS: readonly EngineCheck[] = OPERATION_CASES.map((operation) => ({
  name: operation.name,
  async holds({ url }, skip) {
    const remote = remoteCluster({ label: 'real', url });
    onTestFinished(() => remote.close());
    await checkCase(operation, remote.connect(), skip);
  },
}));
