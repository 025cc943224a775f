import { DRAFTS_STREAM } from '#domain/commands';
import type { Digest, StorageMonitor } from '#domain/ports';
import { openDocuments } from './open-documents.ts';
import type { Services } from './services.ts';
import { storageWatch } from './storage-watch.ts';

interface ServicesPorts extends Omit<Services, 'author' | 'drafts' | 'documents' | 'storage'> {
  readonly monitor: StorageMonitor;
  readonly digest?: Digest | undefined;
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
  } = ports;
  const sessions = {
    store,
    clock,
    ids,
    ...(digest && { digest }),
    get author() {
      return identity.getSnapshot();
    },
  };
  const documents = openDocuments(sessions);
  const drafts = await documents.open({ stream: DRAFTS_STREAM, startWith: {} });
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
    storage: storageWatch(monitor),
    documents,
    drafts,
  });
}
