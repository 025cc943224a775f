import type { Digest, StorageMonitor } from '#domain/ports';
import type { SessionPorts } from '../../machines/document-session.ts';
import { preparedDraftsStream } from './drafts-stream.ts';
import { openDocuments } from './open-documents.ts';
import type { Services } from './services.ts';
import { storageWatch } from './storage-watch.ts';

interface ServicesPorts extends Omit<Services, 'author' | 'drafts' | 'documents' | 'storage'> {
  readonly monitor: StorageMonitor;
  readonly digest?: Digest | undefined;
  readonly restore?: SessionPorts['restore'];
}

/** Opens the list of drafts over its ports. */
export async function servicesOf(ports: ServicesPorts): Promise<Services> {
  const {
    unapplied,
    presence,
    store,
    clock,
    ids,
    identity,
    trace,
    timer,
    monitor,
    loss,
    digest,
    http,
    extensions,
    usage,
    reporter,
    build,
    code,
    trail,
    restore,
    unkept,
  } = ports;
  const sessions = {
    store,
    clock,
    ids,
    ...(digest && { digest }),
    ...(restore && { restore }),
    get author() {
      return identity.getSnapshot();
    },
  };
  const documents = openDocuments(sessions);
  const stream = await preparedDraftsStream(store, identity.getSnapshot().id);
  const drafts = await documents.open({ stream, beginsWith: {} });
  loss.follow(drafts);
  return Object.assign(sessions, {
    identity,
    trace,
    unapplied,
    presence,
    timer,
    loss,
    http,
    extensions,
    usage,
    reporter,
    build,
    code,
    trail,
    storage: storageWatch(monitor),
    documents,
    drafts,
    unkept,
  });
}
