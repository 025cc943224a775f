import { useEffect, useRef } from 'react';
import { useServices, useTrail } from '../platform/services.ts';
import { useApiQuery, useRefetch } from '../platform/use-api-query.ts';

/** The interval at which a server is asked that no open connection follows, in ms. */
const LOOK_EVERY_MS = 4_000;

/**
 * Whether our server can't be reached. The connection that follows its records notices at once that it is cut; without
 * one, the server is asked for its configuration, which is no request to a cluster. Once it is back, the connection and
 * the status of the cluster are renewed.
 */
export function useServerGone(): boolean {
  const { trail } = useServices();
  const status = useTrail();
  const isFollowed = status?.kind === 'connected';
  const { error, dataUpdatedAt } = useApiQuery(
    'clusters.list',
    {},
    isFollowed ? {} : { refetchEveryMs: LOOK_EVERY_MS },
  );
  const refetch = useRefetch();
  // A proxy answers in place of a server that is gone.
  const isSilent = error !== null && (error.statusCode === 0 || error.statusCode >= 502);
  // An open connection is newer than the last question.
  const isGone = !isFollowed && (status?.fault === 'offline' || isSilent);
  const wasGone = useRef(false);
  useEffect(() => {
    // It answers, although the connection is not back yet.
    if (trail.getSnapshot()?.fault === 'offline') trail.controls()?.retry();
  }, [trail, dataUpdatedAt]);
  useEffect(() => {
    if (!isGone && wasGone.current) void refetch('cluster.get', 'clusters.list');
    wasGone.current = isGone;
  }, [isGone, refetch]);
  return isGone;
}
