import { useSyncExternalStore } from 'react';
import type { RememberedDrafts, StorageStatus } from '#domain/ports';
import type { UnsavedDocument } from './open-documents.ts';
import { useServices } from './services.ts';

/** The documents with changes that could not be stored. */
export function useUnsaved(): readonly UnsavedDocument[] {
  const { documents } = useServices();
  return useSyncExternalStore(documents.subscribe, documents.getSnapshot);
}

/** The last known status of the storage; null until it was read. */
export function useStorageStatus(): StorageStatus | null {
  const { storage } = useServices();
  return useSyncExternalStore(storage.subscribe, storage.getSnapshot);
}

/** The drafts that were stored here and are gone, or null. */
export function useLoss(): RememberedDrafts | null {
  const { loss } = useServices();
  return useSyncExternalStore(loss.subscribe, loss.getSnapshot);
}
