import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useCallback } from 'react';
import { retryParts } from '../kit/lazy-part.tsx';

/** Prepares a retry after an error: forgets code that could not be loaded, and responses that no screen shows. */
export function useRetry(): () => void {
  const queries = useQueryClient();
  const { reset } = useQueryErrorResetBoundary();
  return useCallback(() => {
    reset();
    retryParts();
    // Responses that could not be shown are requested again.
    queries.removeQueries({ type: 'inactive' });
  }, [queries, reset]);
}
