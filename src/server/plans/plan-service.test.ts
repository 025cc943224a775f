import { describePlans } from '../../../tests/contracts/plans/plans.contract.ts';
import { systemClock } from '../../infra/system-clock.ts';
import { ulidSource } from '../../infra/ulid-source.ts';
import { embeddedEngine } from '../embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../embedded/storage.ts';

describePlans('The embedded engine', async () => {
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: systemClock, ids: ulidSource() });
  return { gateway: engine, destroy: async () => engine.close() };
});
