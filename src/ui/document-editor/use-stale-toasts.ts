import { useEffect } from 'react';
import { tabRefusal } from '../../machines/session-refusals.ts';
import { useSession } from '../editor/fields/editor-context.tsx';
import { FIELD_NOT_FOUND_TOAST, HELD_TAB_TOAST } from '../editor/fields/editor-toasts.ts';
import { closeToast } from '../kit/toast.tsx';

/** Closes warnings of the editor once their cause is gone. */
export function useStaleToasts(): void {
  const session = useSession();
  const isHeld = tabRefusal(session, session.tab) !== null;
  useEffect(() => {
    if (!isHeld) closeToast(HELD_TAB_TOAST);
  }, [isHeld]);
  const hasForm = session.fieldToEdit !== null;
  useEffect(() => {
    if (hasForm) closeToast(FIELD_NOT_FOUND_TOAST);
  }, [hasForm]);
}
