import { describeInterleavings } from '../../../tests/contracts/plans/interleavings.contract.ts';
import { describePlansAmongOthers } from '../../../tests/contracts/plans/plans-among-others.contract.ts';
import { describePlans, type PlanCluster } from '../../../tests/contracts/plans/plans.contract.ts';
import { systemClock, ulidSource } from '../../infra/platform.ts';
import { embeddedEngine } from '../embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../embedded/storage.ts';

/** More of them, and from another seed, where asked. */
const CASES = Number(process.env['PLAN_INTERLEAVINGS'] ?? 60);
const SEED = Number(process.env['PLAN_SEED'] ?? 20_261_124);

async function open(): Promise<PlanCluster> {
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: systemClock, ids: ulidSource() });
  return { gateway: engine, destroy: async () => engine.close() };
}

describePlans('The embedded engine', open);
describePlansAmongOthers('The embedded engine', open);
describeInterleavings('The embedded engine', open, { cases: CASES, seed: SEED });
