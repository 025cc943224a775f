import { onTestFinished } from 'vitest';
import type { DocumentEvent } from '#domain/events';
import { ClusterError, type ClusterCall } from '#domain/ports';
import { recordedCluster } from './recording-gateway.ts';
import { sampleHistory } from '../contracts/sample-history.ts';
import type { ServerContext } from '../../src/server/console/context.ts';
import { actionRights } from '../../src/server/actions/action-rights.ts';
import { memoryRecordStore } from '../../src/server/trail/memory-record-store.ts';
import { memoryTrailRegister } from '../../src/server/trail/memory-trail-register.ts';
import {
  trailService,
  type OwnedTrailService,
  type TrailServiceOptions,
} from '../../src/server/trail/trail-service.ts';

export const START = '2026-11-22T10:00:00.000Z';
const { events } = sampleHistory();

/** Events of an author, made of those of a sample. */
export function eventsOf(id: string, name: string, count: number, from = 0) {
  const own = events.slice(from, from + count).map((event: DocumentEvent) => ({
    ...event,
    id: `${id}-${event.id}`,
    author: { id, name, verified: true },
  }));
  return own as readonly DocumentEvent[] as Parameters<ReturnType<typeof openTrail>['trail']['append']>[0]['events'];
}

/** Who calls. */
export interface Who {
  readonly user?: string;
  readonly proxyUser?: string;
  readonly isOperator?: true;
  /** Digest of the secret of the device; each user has one, and whoever is not signed in. Null for none. */
  readonly device?: string | null;
  readonly signal?: AbortSignal;
  /** What the cluster answers this one. */
  readonly answer?: (call: ClusterCall) => string | ClusterError;
}

/** A trail in memory with one cluster; it is closed with the test. */
export function openTrail(options: Pick<TrailServiceOptions, 'noteRestored'> = {}) {
  const entry = { id: 'recorded', label: 'Recorded', kind: 'remote' } as const;
  const records = memoryRecordStore({ now: () => new Date().toISOString(), newSalt: () => '00' });
  const register = memoryTrailRegister();
  const service = trailService({
    entries: [entry],
    maySeeAction: actionRights(Date.now).maySee,
    records,
    register,
    nowMs: Date.now,
    ids: { next: () => 'server-1' },
    ...options,
  });
  onTestFinished(() => service.close());
  /** The context of somebody's calls; the cluster is the same object for one person, as for one session. */
  function as({
    user,
    proxyUser,
    isOperator,
    device = `device of ${user ?? proxyUser ?? 'nobody'}`,
    signal = new AbortController().signal,
    answer,
  }: Who = {}): ServerContext {
    const cluster = { ...recordedCluster(answer ?? (() => '{}'), user === undefined ? {} : { user }) };
    return {
      isReadOnly: false,
      signal,
      caller: {
        address: '127.0.0.1',
        signedIn: new Map(user === undefined ? [] : [['recorded', user]]),
        ...(proxyUser !== undefined && { proxyUser }),
        ...(isOperator && { isOperator }),
        ...(device !== null && { device }),
      },
      openCluster: () => ({
        ...cluster,
        capabilities: async () => {
          const refused = answer?.({ method: 'GET', path: [] });
          if (refused instanceof ClusterError) throw refused;
          return { ...(await cluster.capabilities()), uuid: 'uuid-1' };
        },
      }),
    };
  }
  return { trail: { ...service, ...namedCalls(service.handlers) }, records, register, as };
}

/** The calls of a trail by short names, each with the part of the input that it takes. */
function namedCalls(handlers: OwnedTrailService['handlers']) {
  return {
    append: withBody(handlers['trail.append']),
    read: withQuery(handlers['trail.read']),
    streams: withQuery(handlers['trail.streams']),
    changes: withQuery(handlers['trail.changes']),
    present: withBody(handlers['trail.present']),
    share: withBody(handlers['trail.share']),
    erase: withBody(handlers['trail.erase']),
    eraseStream: withBody(handlers['trail.erase_stream']),
    tombstones: withQuery(handlers['trail.tombstones']),
    prove: withBody(handlers['trail.prove']),
    recovery: withBody(handlers['trail.recovery']),
    authors: (context: ServerContext) => handlers['trail.authors']({}, context),
  };
}

function withBody<Body, Answer>(call: (input: { readonly body: Body }, context: ServerContext) => Promise<Answer>) {
  return (body: Body, context: ServerContext) => call({ body }, context);
}

function withQuery<Query, Answer>(call: (input: { readonly query: Query }, context: ServerContext) => Promise<Answer>) {
  return (query: Query, context: ServerContext) => call({ query }, context);
}
