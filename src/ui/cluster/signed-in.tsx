import { useQueryClient } from '@tanstack/react-query';
import { CircleUser, LogOut } from 'lucide-react';
import type { ClusterStatus } from '#domain/console';
import { useApiMutation } from '../platform/use-api-mutation.ts';
import { IconMenu } from '../kit/menu.tsx';
import { showToast } from '../kit/toast.tsx';
import styles from './cluster-bar.module.css';

/** Who is signed in to the cluster, and the way out. */
export function SignedIn({
  user,
  label,
}: {
  readonly user: NonNullable<ClusterStatus['user']>;
  readonly label: string;
}) {
  const queries = useQueryClient();
  const { mutate: signOut } = useApiMutation('session.close', {
    async onSuccess() {
      // Nothing that this user could see stays behind.
      queries.removeQueries({ type: 'inactive' });
      await queries.resetQueries();
    },
    onError: ({ message }) => void showToast({ kind: 'danger', title: `Couldn’t sign out of ${label}`, text: message }),
  });
  return (
    <span className={styles['user']}>
      <span className={styles['userName']}>{user}</span>
      <IconMenu
        label={`Signed in as ${user}`}
        icon={CircleUser}
        items={[
          {
            id: 'sign-out',
            label: 'Sign out',
            description: `${user} on ${label}`,
            icon: LogOut,
            onAction: () => signOut({}),
          },
        ]}
      />
    </span>
  );
}
