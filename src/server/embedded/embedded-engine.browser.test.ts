import { describeClusterGateway } from '../../../tests/contracts/cluster-gateway.contract.ts';
import { embeddedEngine } from './embedded-engine.ts';
import { memoryEngineStorage } from './storage.ts';

// Tests of screens have their cluster in the page.
describeClusterGateway('The embedded engine in a browser', async () => {
  let count = 0;
  const engine = embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => '2026-11-21T03:10:08.123Z' },
    ids: { next: () => `id-${count++}` },
  });
  return { gateway: engine, destroy: async () => engine.close() };
});
