import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { newestFirst } from '../../domain/index.ts';
import { useActions } from '../actions/use-actions.tsx';
import { APP_BASE } from '../app/app-base.ts';
import { useServices } from '../app/services.ts';
import { showToast } from '../kit/toast.tsx';
import { useUnsaved } from './use-storage.ts';

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
  useKeepHint();
}

/** Says once, after the first draft of this device, that the browser may clear what is stored. */
function useKeepHint(): void {
  const { drafts, storage } = useServices();
  const navigate = useNavigate();
  const hint = useEffectEvent(() => {
    const added = Array.from(newestFirst(drafts.getSnapshot().state.history)).filter(({ event }) => event.type === 'draft.added');
    if (added.length !== 1 || storage.getSnapshot()?.isPersisted !== false) return;
    showToast({
      kind: 'info',
      title: 'The browser may clear what is stored here',
      text: 'It does so when the device runs out of room. It can be asked to keep it, and a backup keeps it anywhere.',
      action: { label: 'Storage', onAction: () => void navigate({ to: `${APP_BASE}/storage` }) },
    });
  });
  useEffect(
    () =>
      drafts.onEvents((events, isOwn) => {
        if (isOwn && events.some(({ type }) => type === 'draft.added')) hint();
      }),
    [drafts],
  );
}
