import type { ClusterGateway } from '#domain/ports';
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

/**
 * The same engine as one whose nodes lack the module `reindex`, so that Mapledger copies. A search of any shard finds
 * all documents.
 */
async function openWithoutReindex(): Promise<PlanCluster> {
  const { gateway, destroy } = await open();
  const nodes = { only: { modules: [{ name: 'percolator' }] } };
  const send: ClusterGateway['send'] = async (call) => {
    if (call.path.join('/') === '_nodes/plugins') return { status: 200, headers: {}, body: JSON.stringify({ nodes }) };
    const { preference: _shard, ...query } = call.query ?? {};
    return gateway.send({ ...call, query });
  };
  return { gateway: { send }, destroy };
}

describePlans('The embedded engine', open);
describePlansAmongOthers('The embedded engine', open);
describeInterleavings('The embedded engine', open, { cases: CASES, seed: SEED });
describeInterleavings('The embedded engine without reindex', openWithoutReindex, { cases: CASES, seed: SEED });
