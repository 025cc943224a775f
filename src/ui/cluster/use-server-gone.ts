import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useOpenServices } from '../platform/services.ts';
import type { Trail } from '../platform/trail.ts';
import { useApiQuery, useRefetch } from '../platform/use-api-query.ts';

/** Until the storage is open, no connection follows the server's records. */
const NO_TRAIL: Pick<Trail, 'subscribe' | 'getSnapshot' | 'controls'> = {
  subscribe: () => () => undefined,
  getSnapshot: () => null,
  controls: () => null,
};

/** The interval at which a server is asked that no open connection follows, in ms. */
const LOOK_EVERY_MS = 4_000;

/**
 * Whether our server can't be reached. The connection that follows its records notices at once that it is cut; without
 * one, the server is asked for its configuration, which is no request to a cluster. Once it is back, the connection and
 * the status of the cluster are renewed.
 */
export function useServerGone(): boolean {
  // Lists are shown before the storage is open.
  const trail = useOpenServices()?.trail ?? NO_TRAIL;
  const status = useSyncExternalStore(trail.subscribe, trail.getSnapshot);
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
