import { useEffect } from 'react';
import { useActions } from '../../actions/use-actions.tsx';
import { useServices } from '../../platform/services.ts';
import { useUnsaved } from '../../platform/use-storage.ts';

const EVERY_MS = 30_000;

/** What happens by itself: saving is tried again, how full the storage is is asked again, and a tab with unsaved changes asks before it closes. */
export function useStorageCare(): void {
  const { documents, storage, timer } = useServices();
  const isUnsaved = useUnsaved().length > 0;
  useActions([{ id: 'storage.retry', isEnabled: isUnsaved, run: () => documents.retry() }]);
  useEffect(() => {
    const look = () => {
      documents.retry();
      void storage.refresh();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (documents.isSaving()) event.preventDefault();
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
  }, [documents, storage, timer]);
}
