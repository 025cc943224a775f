import { useSignedInAuthor } from '../cluster/use-signed-in-author.ts';
import { StorageBanner } from '../screens/storage/storage-banner.tsx';
import { useStorageCare } from '../screens/storage/use-storage-care.ts';
import { useScreenUsage } from '../screens/usage/use-screen-usage.ts';
import { useAskedReason } from '../platform/use-work-reason.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useDraftActions } from './use-draft-actions.ts';

/** What the shell has of the storage of this device, once that is open: its banners, its care, and a way to each draft. */
export function DeviceParts() {
  useStorageCare();
  useScreenUsage();
  useDraftActions();
  useSignedInAuthor();
  const asked = useAskedReason();
  return (
    <>
      <StorageBanner />
      {asked !== null && <ReasonDialog onAnswer={asked} />}
    </>
  );
}
