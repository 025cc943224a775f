import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import type { ClusterStatus, Feature } from '#domain/console';
import { Lock, PlugZap, ShieldAlert, Unplug } from '../kit/icons/icons.ts';
import { useApi } from '../platform/api-provider.tsx';
import { useApiQuery } from '../platform/use-api-query.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import styles from './cluster.module.css';
import { troubleOf, type Trouble } from './trouble.ts';
import { useCluster } from './use-cluster.ts';

interface ClusterGateProps {
  /** The feature that the screen needs. */
  readonly needs?: Feature;
  readonly children: ReactNode;
}

const SignInForm = lazyPart(async () => (await import('./sign-in-form.tsx')).SignInForm);
const SignedOutNotice = lazyPart(async () => (await import('./signed-out-notice.tsx')).SignedOutNotice);

const ICONS = { down: PlugZap, forbidden: ShieldAlert, licence: ShieldAlert, feature: Lock, server: Unplug } as const;

/**
 * Shows a screen of the cluster, or why it can't be shown, with what to do: no server, or a cluster that is down,
 * denies access or requires a sign-in. A screen that was shown stays below the reason, so that nothing that was typed
 * in it is lost; a screen of another cluster starts anew.
 */
export function ClusterGate(props: ClusterGateProps) {
  const { clusterId } = useApi();
  return <Gate key={clusterId} {...props} />;
}

function Gate({ needs, children }: ClusterGateProps) {
  const { data, error, refetch, isFetching } = useCluster();
  const trouble = data === undefined ? serverTrouble(error) : troubleOf(data, needs);
  const isSignedOut = data?.state === 'sign_in';
  const isOpen = data !== undefined && !isSignedOut && trouble === null;
  const [wasOpen, setWasOpen] = useState(false);
  // The status is forgotten when a user signs out, and then the screen is, too.
  if (isOpen ? !wasOpen : wasOpen && data === undefined) setWasOpen(isOpen);
  useReadAgainOnceOpen(isOpen);

  const retry = (
    <Button variant="primary" size={wasOpen ? 'small' : 'medium'} isPending={isFetching} onPress={() => void refetch()}>
      Try again
    </Button>
  );
  if (!wasOpen && isSignedOut)
    return (
      <Suspense>
        <SignInForm status={data} />
      </Suspense>
    );
  if (!wasOpen && trouble !== null) return <Closed trouble={trouble} retry={retry} />;
  return (
    <>
      <div className={styles['notices']}>
        <Suspense>{isSignedOut && <SignedOutNotice status={data} />}</Suspense>
        {trouble !== null && (
          <Banner kind="danger" title={trouble.title} actions={retry}>
            <p>{trouble.text}</p>
            <p>Showing the last loaded data. Your input is kept.</p>
          </Banner>
        )}
        {isOpen && <Blocks status={data} />}
      </div>
      {children}
    </>
  );
}

function serverTrouble(error: ReturnType<typeof useCluster>['error']): Trouble | null {
  if (error === null) return null;
  return {
    kind: 'server',
    title: error.statusCode === 0 ? 'The server can’t be reached' : 'Couldn’t load the cluster',
    text: error.message,
  };
}

/** Refetches what failed while the cluster was away, once it is back. */
function useReadAgainOnceOpen(isOpen: boolean): void {
  const queries = useQueryClient();
  const { clusterId } = useApi();
  const wasOpened = useRef(false);
  useEffect(() => {
    if (!isOpen) return;
    if (wasOpened.current)
      void queries.invalidateQueries({
        queryKey: [clusterId],
        predicate: ({ queryKey }) => queryKey[1] !== 'cluster.get',
      });
    wasOpened.current = true;
  }, [isOpen, queries, clusterId]);
}

function Closed({ trouble: { kind, title, text }, retry }: { readonly trouble: Trouble; readonly retry: ReactNode }) {
  return (
    <EmptyState icon={ICONS[kind]} title={title} {...(kind !== 'feature' && { actions: retry })}>
      <p>{text}</p>
      {kind === 'server' && <OtherClusters />}
      {kind !== 'feature' && <p>You can still edit drafts; they are stored on this device.</p>}
    </EmptyState>
  );
}

/** Links to other clusters, for an address with an unknown one. */
function OtherClusters() {
  const { clusterId } = useApi();
  const { data } = useApiQuery('clusters.list', {});
  if (data === undefined || clusterId === null || data.clusters.some(({ id }) => id === clusterId)) return null;
  return (
    <p>
      Go to{' '}
      {data.clusters.map(({ id, label }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link to="." search={(before: object) => ({ ...before, cluster: id })}>
            {label}
          </Link>
        </Fragment>
      ))}
      .
    </p>
  );
}

function Blocks({ status: { blocks = [] } }: { readonly status: ClusterStatus }) {
  if (blocks.length === 0) return null;
  return (
    <Banner kind="warning" title="The cluster isn’t accepting changes right now">
      {blocks.map((block) => (
        <p key={block}>{block}</p>
      ))}
    </Banner>
  );
}
