import { useEffect, type RefObject } from 'react';
import { useSession } from '../editor/fields/editor-context.tsx';
import type { GridHandle } from '../editor/fields/virtual-grid.tsx';

/**
 * The element that opened a form or a dialog may be gone when it closes, and the focus is lost with it: then the tree
 * gets the focus.
 */
export function useReturningFocus(grid: RefObject<GridHandle | null>): void {
  const { fieldToEdit, fieldToRemove } = useSession();
  const hasForm = fieldToEdit !== null;
  useEffect(() => {
    if (!hasForm && document.activeElement === document.body) grid.current?.focus();
  }, [hasForm, grid]);
  const isAsking = fieldToRemove !== null;
  useEffect(() => {
    if (isAsking) return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) grid.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isAsking, grid]);
}
