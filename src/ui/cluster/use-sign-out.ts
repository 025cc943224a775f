import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../kit/toast.tsx';
import { useApiMutation } from '../platform/use-api-mutation.ts';

/** Signs out of the chosen cluster, whose name is `label`. */
export function useSignOut(label: string): () => void {
  const queries = useQueryClient();
  const { mutate: signOut } = useApiMutation('session.close', {
    async onSuccess() {
      // Nothing that this user could see stays behind.
      queries.removeQueries({ type: 'inactive' });
      await queries.resetQueries();
    },
    onError: ({ message }) => void showToast({ kind: 'danger', title: `Couldn’t sign out of ${label}`, text: message }),
  });
  return () => signOut({});
}
