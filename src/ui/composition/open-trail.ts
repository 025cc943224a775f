import { besideStream, draftsStream, draftStream, type Draft } from '#domain/commands';
import { parseIndexStream, parseTemplateStream } from '#domain/document';
import type { Body, Pointer } from '#domain/json';
import { StorageClosedError, StorageFullError } from '#domain/ports';
import { mappingsAtOf } from '#domain/template';
import type { Database } from '../../infra/database.ts';
import { indexedDbTrailReplica } from '../../infra/indexed-db-trail-replica.ts';
import { hasLocks, withLock } from '../../infra/with-lock.ts';
import { startTrailSync, type TrailStatus, type TrailSync } from '../../machines/trail-sync.ts';
import { draftById } from '../platform/draft-list.ts';
import { httpTrailService } from '../platform/http-trail-service.ts';
import type { Services } from '../platform/services.ts';
import type { TrailHolder } from '../platform/trail.ts';
import { listenWhileVisible } from './listen-while-visible.ts';
import { trailDrafts } from './trail-drafts.ts';

const DRAFT = draftStream('');

/** Messages between tabs: one of them records, and the others show its status. */
type Message =
  | { readonly type: 'status'; readonly status: TrailStatus }
  /** A tab that has just been opened asks for the status. */
  | { readonly type: 'hello' }
  | { readonly type: 'retry' }
  /** The device goes on as another author, as each tab does once it is loaded again. */
  | { readonly type: 'restored' }
  | { readonly type: 'sendAgain' | 'look'; readonly stream: string };

/** Records the streams of this device on the server, in one tab at a time; resolves when another tab may go on. */
export function openTrail(
  database: Database,
  services: Services,
  { connect, set, settle }: TrailHolder,
  reload = () => location.reload(),
): () => Promise<void> {
  const { store, clock, http, identity } = services;
  const replica = indexedDbTrailReplica(database);
  const overHttp = httpTrailService(http, () => identity.getSnapshot());
  const service = hasLocks() ? overHttp : listenWhileVisible(overHttp);
  const channel = new BroadcastChannel(`mapledger:${database.name}:trail`);
  const closing = new AbortController();
  const { signal } = closing;
  let sync: TrailSync | null = null;
  let latest: TrailStatus | null = null;
  let hasTrail = false;
  /** Streams that are open here: a tab that begins to record does not know them. */
  const lookedAt = new Set<string>();

  const isTaken = (stream: string) => isShared(stream, identity.getSnapshot().id);
  const say = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  const reloadAll = () => {
    say({ type: 'restored' });
    reload();
  };
  const show = (status: TrailStatus) => {
    latest = status;
    // Until the server has answered once, it is unknown whether it keeps a trail.
    const isKnown = status.kind === 'connected' || (status.kind === 'waiting' && status.fault !== 'offline');
    if (isKnown) hasTrail = true;
    set(status.kind === 'absent' || !hasTrail ? null : status);
    if (status.kind !== 'connecting') settle();
  };

  function onMessage(message: Message): void {
    if (message.type === 'status') {
      if (sync !== null) return;
      show(message.status);
      if (message.status.kind === 'connecting') for (const stream of lookedAt) say({ type: 'look', stream });
    } else if (message.type === 'hello') {
      if (sync !== null && latest !== null) say({ type: 'status', status: latest });
    } else if (message.type === 'restored') reload();
    else if (message.type === 'retry') sync?.retry();
    else if (message.type === 'look') sync?.look(message.stream);
    else void sync?.sendAgain(message.stream);
  }

  function start(): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    const started = startTrailSync({
      store,
      replica,
      service,
      clock,
      authorNow: () => identity.getSnapshot(),
      random: Math.random,
      mappingsAtOf: (stream, body) => placeOfMappings(stream, body, services),
      isShared: isTaken,
      isInUse(stream) {
        const owner = documentStream(stream);
        return !owner.startsWith(DRAFT) || listedDraft(owner, services) !== null;
      },
      onStatus(status) {
        show(status);
        say({ type: 'status', status });
      },
      onFailure(error) {
        // The page itself reports that its storage is gone or full. It is tried again until there is room.
        if (error instanceof StorageClosedError || error instanceof StorageFullError) return;
        // oxlint-disable-next-line no-console -- the header counts what is not recorded; why is for a developer
        console.error('Couldn’t record changes on the server', error);
      },
    });
    sync = started;
    for (const stream of lookedAt) started.look(stream);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        started.close();
        resolve();
      });
    });
  }

  const act = (message: Exclude<Message, { readonly type: 'status' | 'hello' | 'restored' }>) => {
    if (sync === null) say(message);
    else onMessage(message);
  };
  const retry = () => act({ type: 'retry' });
  connect({
    takes: isTaken,
    retry,
    sendAgain: (stream) => act({ type: 'sendAgain', stream }),
    look(stream) {
      lookedAt.add(stream);
      act({ type: 'look', stream });
    },
    ...trailDrafts({ database, replica, http, services, reload: reloadAll }),
  });
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
  window.addEventListener('online', retry, { signal });
  // A user who has signed in may have more privileges.
  const stopWatching = identity.subscribe(retry);
  say({ type: 'hello' });
  const done = withLock(`mapledger:${database.name}:trail`, signal, start);

  return async () => {
    stopWatching();
    closing.abort();
    await done;
    channel.close();
    replica.close();
  };
}

/**
 * Whether a stream goes to the server: its name has to mean the same in every browser, which excludes live mappings
 * from before their streams named a cluster. A device that goes on as another author still has the list of the one
 * before, which only that author may read.
 */
function isShared(stream: string, author: string): boolean {
  const owner = documentStream(stream);
  return (
    owner.startsWith(DRAFT) ||
    stream === draftsStream(author) ||
    parseTemplateStream(owner) !== null ||
    parseIndexStream(owner)?.cluster !== undefined
  );
}

/**
 * The stream that decides where a stream goes: of rules of lint that are switched off, that of their document. Document
 * tests are somebody's documents and stay here.
 */
function documentStream(stream: string): string {
  const beside = besideStream(stream);
  return beside?.kind === 'lint' ? beside.stream : stream;
}

function listedDraft(stream: string, { drafts }: Services): Draft | null {
  if (!stream.startsWith(DRAFT)) return null;
  return draftById(drafts.getSnapshot().state.body, stream.slice(DRAFT.length));
}

/** Known from an open document or the list of drafts; else derived from the body of the document. */
function placeOfMappings(stream: string, body: Body, services: Services): Pointer {
  const open = services.documents.all().find((session) => session.stream === stream);
  if (open !== undefined) return open.getSnapshot().state.mappingsAt;
  return listedDraft(stream, services)?.mappingsAt ?? mappingsAtOf(stream, body);
}
