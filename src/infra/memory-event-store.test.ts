import { describeEventStore } from '../../tests/contracts/event-store.contract.ts';
import { memoryEventStore, memoryHome } from './memory-event-store.ts';

describeEventStore('memory', async () => {
  const home = memoryHome();
  return {
    store: memoryEventStore(home),
    reopen: async () => memoryEventStore(home),
    destroy: async () => home.openStores.clear(),
  };
});
