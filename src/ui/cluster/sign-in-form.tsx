import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type SyntheticEvent } from 'react';
import type { ClusterStatus } from '#domain/console';
import { KeyRound } from '../kit/icons/icons.ts';
import { useApiMutation } from '../platform/use-api-mutation.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { SegmentedControl } from '../kit/segmented-control.tsx';
import { TextField } from '../kit/text-field.tsx';
import common from '../kit/common.module.css';
import styles from './cluster.module.css';

const WAYS = [
  { id: 'password', label: 'User and password' },
  { id: 'apiKey', label: 'API key' },
] as const;

/** After so long the form says why a sign-in may wait. In milliseconds. */
const LONG_WAIT_MS = 3_000;

interface SignInFormProps {
  readonly status: ClusterStatus;
  /** In a dialog with a title, over a screen that is still shown. */
  readonly isAgain?: boolean;
}

/** Signs in with the cluster's own credentials. Our server keeps them in memory; the browser keeps nothing. */
export function SignInForm({ status, isAgain = false }: SignInFormProps) {
  const queries = useQueryClient();
  const [way, setWay] = useState<(typeof WAYS)[number]['id']>('password');
  const [username, setUsername] = useState('');
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const signIn = useApiMutation('session.open', {
    async onSuccess() {
      // Responses to requests without a user, or of another user, may differ now; the screen shows them until then.
      queries.removeQueries({ type: 'inactive' });
      await queries.invalidateQueries();
    },
  });

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if ((way === 'password' && username.trim() === '') || secret === '') {
      setProblem(way === 'password' ? 'Enter a user and a password.' : 'Enter an API key.');
      return;
    }
    setProblem(null);
    signIn.mutate(
      { body: way === 'password' ? { username: username.trim(), password: secret } : { apiKey: secret.trim() } },
      { onError: () => setSecret('') },
    );
  };
  const isWaiting = useIsLonger(signIn.isPending, LONG_WAIT_MS);
  const shownProblem = problem ?? signIn.error?.message;

  return (
    <form
      className={styles['signIn']}
      {...(isAgain && { 'data-again': true })}
      aria-label={`Sign in to ${status.label}`}
      onSubmit={submit}
    >
      {!isAgain && (
        <>
          <KeyRound size={24} aria-hidden className={common['muted']} />
          <h2 className={styles['signInTitle']}>Sign in to {status.label}</h2>
        </>
      )}
      <p className={styles['signInText']}>{status.error?.message} Sign in with your cluster credentials.</p>
      {shownProblem !== undefined && (
        <Banner kind="danger" title="Sign-in failed">
          {shownProblem}
        </Banner>
      )}
      <SegmentedControl label="Sign-in method" items={WAYS} value={way} onChange={setWay} />
      {way === 'password' && (
        <TextField label="User" value={username} onChange={setUsername} autoComplete="username" autoFocus />
      )}
      <TextField
        label={way === 'password' ? 'Password' : 'API key'}
        description={way === 'apiKey' ? 'Paste the encoded API key.' : undefined}
        value={secret}
        onChange={setSecret}
        type="password"
        autoComplete={way === 'password' ? 'current-password' : 'off'}
      />
      <Button type="submit" variant="primary" isPending={signIn.isPending}>
        Sign in
      </Button>
      <p className={styles['signInText']} role="status">
        {isWaiting && 'After sign-ins that failed, the next ones wait, for up to a minute.'}
      </p>
    </form>
  );
}

/** Whether something lasts longer than this. */
function useIsLonger(lasts: boolean, ms: number): boolean {
  const [isLonger, setLonger] = useState(false);
  useEffect(() => {
    if (!lasts) return undefined;
    const timeout = setTimeout(() => setLonger(true), ms);
    return () => {
      clearTimeout(timeout);
      setLonger(false);
    };
  }, [lasts, ms]);
  return isLonger;
}
