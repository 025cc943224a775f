import { describeTrailReplica } from '../../tests/contracts/trail-replica.contract.ts';
import { memoryEventStore, memoryHome } from './memory-event-store.ts';
import { memoryTrailReplica } from './memory-trail-replica.ts';

describeTrailReplica('memory', async () => {
  const home = memoryHome();
  return {
    store: memoryEventStore(home),
    replica: memoryTrailReplica(home, (change) => {
      for (const store of home.openStores) store.tell(change);
    }),
    destroy: async () => home.openStores.clear(),
  };
});
