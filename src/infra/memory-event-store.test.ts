import { describeEventStore } from '../../tests/contracts/event-store.contract.ts';
import { memoryEventStore, memoryHome } from './memory-event-store.ts';

describeEventStore('memory', async () => {
  const home = memoryHome();
  return {
    store: memoryEventStore(home),
    reopen: async () => memoryEventStore(home),
    async damage(stream, change) {
      const records = [...(home.logs.get(stream) ?? [])];
      change(records);
      home.logs.set(stream, records);
    },
    destroy: async () => home.openStores.clear(),
  };
});
