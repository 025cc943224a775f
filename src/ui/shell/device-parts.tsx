import { Suspense, useEffect } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { PanelBoundary } from '../frame/panel-boundary.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useStorageCare } from '../screens/storage/use-storage-care.ts';
import { useScreenUsage } from '../screens/usage/use-screen-usage.ts';
import { useAskedReason } from '../platform/work-reason.ts';
import { useServices } from '../platform/services.ts';
import { useCluster } from '../cluster/use-cluster.ts';
import { useActions } from '../actions/use-actions.tsx';
import { draftsOf } from '../platform/draft-list.ts';
import { ROUTES } from '../platform/route-table.ts';
import { useDocument } from '../platform/use-document.ts';

export { RailNote } from './rail-note.tsx';

// Loaded behind the first screen, and at once: it is what is shown when nothing more can be loaded.
const StorageBanner = lazyPart(async () => (await import('../screens/storage/storage-banner.tsx')).StorageBanner);
const ReasonDialog = lazyPart(async () => (await import('./reason-dialog.tsx')).ReasonDialog);

/**
 * The parts of the shell that need the open storage of this device: its banners, its care, and an action for each
 * draft.
 */
export function DeviceParts() {
  useStorageCare();
  useScreenUsage();
  useDraftActions();
  useSignedInAuthor();
  const asked = useAskedReason();
  return (
    <>
      <PanelBoundary what="The notices about storage">
        <Suspense>
          <StorageBanner />
        </Suspense>
      </PanelBoundary>
      {asked !== null && (
        <PanelBoundary what="The question for a reason">
          <Suspense>
            <ReasonDialog onAnswer={asked} />
          </Suspense>
        </PanelBoundary>
      )}
    </>
  );
}

/** Records changes under the name of the user who is signed in to the chosen cluster. */
function useSignedInAuthor(): void {
  const { identity } = useServices();
  const user = useCluster().data?.user;
  useEffect(() => identity.signIn(user), [identity, user]);
}

/** Offers an action that opens each draft. */
function useDraftActions(): void {
  const navigate = useNavigate();
  const { drafts } = useServices();
  const { state } = useDocument(drafts);
  useActions(
    draftsOf(state.body).map(({ id, name }) => ({
      id: `draft/${id}`,
      title: `Open draft ${name}`,
      group: 'Go to',
      run: () => void navigate({ to: ROUTES.draft, params: { draftId: id } }),
    })),
  );
}
