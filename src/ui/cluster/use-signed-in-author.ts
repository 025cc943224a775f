import { useEffect } from 'react';
import { useServices } from '../platform/services.ts';
import { useCluster } from './use-cluster.ts';

/** Records changes under the name of the user who is signed in to the chosen cluster. */
export function useSignedInAuthor(): void {
  const { identity } = useServices();
  const user = useCluster().data?.user;
  useEffect(() => identity.signIn(user), [identity, user]);
}
