import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useCallback } from 'react';
import { retryParts } from '../kit/lazy-part.tsx';

/** Makes ready for another try after an error: forgets code that could not be loaded, and responses that are on no screen. */
export function useRetry(): () => void {
  const queries = useQueryClient();
  const { reset } = useQueryErrorResetBoundary();
  return useCallback(() => {
    reset();
    retryParts();
    // What could not be shown is requested again.
    queries.removeQueries({ type: 'inactive' });
  }, [queries, reset]);
}
