import { useEffect } from 'react';
import { StorageClosedError } from '#domain/ports';
import { useActions } from '../../actions/use-actions.tsx';
import { useServices } from '../../platform/services.ts';
import { useUnsaved } from '../../platform/use-storage.ts';

const EVERY_MS = 30_000;
/** By then the storage is open again, where the browser has closed it and can open it. */
const AFTER_INTERRUPTION_MS = 1_000;

/**
 * Automatic care of the storage: retries saving, refreshes the disk usage, and asks before a tab closes that has
 * changes stored nowhere else.
 */
export function useStorageCare(): void {
  const { documents, storage, timer, unkept } = useServices();
  const unsaved = useUnsaved();
  const isUnsaved = unsaved.length > 0;
  const isInterrupted = unsaved.some(
    ({ error }) => error instanceof StorageClosedError && error.reason === 'interrupted',
  );
  useEffect(() => {
    if (!isInterrupted) return undefined;
    const timeout = setTimeout(() => documents.retry(), AFTER_INTERRUPTION_MS);
    return () => clearTimeout(timeout);
  }, [isInterrupted, documents]);
  useActions([{ id: 'storage.retry', isEnabled: isUnsaved, run: () => documents.retry() }]);
  useEffect(() => {
    const look = () => {
      documents.retry();
      void storage.refresh();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (documents.isSaving() || unkept?.hasChanges() === true) event.preventDefault();
    };
    void storage.refresh();
    window.addEventListener('focus', look);
    window.addEventListener('beforeunload', onLeave);
    const stop = timer.every(EVERY_MS, look);
    return () => {
      window.removeEventListener('focus', look);
      window.removeEventListener('beforeunload', onLeave);
      stop();
    };
  }, [documents, storage, timer, unkept]);
}
