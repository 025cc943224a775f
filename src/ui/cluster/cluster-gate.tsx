import { Lock, PlugZap, ShieldAlert, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Feature } from '../../domain/index.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './cluster.module.css';
import { licenceProblem } from './licence.ts';
import { useCluster } from './use-cluster.ts';

interface ClusterGateProps {
  /** What the screen can't do without. */
  readonly needs?: Feature;
  readonly children: ReactNode;
}

/** Shows a screen of the cluster, or why it can't be shown, with what to do: no server, a cluster that is down, forbids, or asks who is there. */
export function ClusterGate({ needs, children }: ClusterGateProps) {
  const { data, error, refetch, isFetching } = useCluster();
  const retry = (
    <Button variant="primary" isPending={isFetching} onPress={() => void refetch()}>
      Try again
    </Button>
  );
  if (data === undefined) {
    // As below, so that what is begun meanwhile stays when the answer comes.
    if (error === null) return <Shown blocks={[]}>{children}</Shown>;
    return (
      <EmptyState icon={Unplug} title={error.statusCode === 0 ? 'The server does not answer' : 'The cluster can’t be shown'} actions={retry}>
        <p>{error.message}</p>
      </EmptyState>
    );
  }
  if (data.state === 'sign_in') return <SignInForm status={data} />;
  if (data.state !== 'up') {
    const isDown = data.state === 'down';
    return (
      <EmptyState icon={isDown ? PlugZap : ShieldAlert} title={isDown ? `${data.label} can’t be reached` : `${data.label} does not let you in`} actions={retry}>
        <p>{data.error?.message ?? 'It gave no reason.'}</p>
        <p>Drafts can be edited all the same: they are kept on this device.</p>
      </EmptyState>
    );
  }
  const problem = licenceProblem(data.license);
  if (problem !== null) {
    return (
      <EmptyState icon={ShieldAlert} title={problem.title} actions={retry}>
        <p>{problem.text}</p>
        <p>Drafts can be edited all the same: they are kept on this device.</p>
      </EmptyState>
    );
  }
  const support = needs === undefined ? undefined : data.features?.[needs];
  if (support?.has === false) {
    return (
      <EmptyState icon={Lock} title="This cluster does not have that">
        <p>{support.reason}</p>
      </EmptyState>
    );
  }
  return <Shown blocks={data.blocks}>{children}</Shown>;
}

function Shown({ blocks, children }: { readonly blocks: readonly string[]; readonly children: ReactNode }) {
  return (
    <>
      {blocks.length > 0 && (
        <div className={styles['notices']}>
          <Banner kind="warning" title="The cluster takes no changes now">
            {blocks.map((block) => (
              <p key={block}>{block}</p>
            ))}
          </Banner>
        </div>
      )}
      {children}
    </>
  );
}
