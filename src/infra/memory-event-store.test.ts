import type { SealedRecord } from '#domain/events';
import { describeEventStore } from '../../tests/contracts/event-store.contract.ts';
import { describeStoreAttacks } from '../../tests/contracts/store-attacks.contract.ts';
import { memoryEventStore, memoryHome } from './memory-event-store.ts';

async function open() {
  const home = memoryHome();
  return {
    store: memoryEventStore(home),
    reopen: async () => memoryEventStore(home),
    async damage(stream: string, change: (records: SealedRecord[]) => void) {
      const records = [...(home.logs.get(stream) ?? [])];
      change(records);
      home.logs.set(stream, records);
    },
    destroy: async () => home.openStores.clear(),
  };
}

describeEventStore('memory', open);
describeStoreAttacks('A memory', open);
