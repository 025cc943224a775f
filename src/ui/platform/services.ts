import { createContext, use, useSyncExternalStore } from 'react';
import { DRAFTS_STREAM } from '#domain/commands';
import type { Author } from '#domain/events';
import type {
  Clock,
  Digest,
  EventStore,
  HttpService,
  IdSource,
  SessionTrace,
  StorageClosure,
  StorageMonitor,
  TabPresence,
  UnappliedContentStore,
} from '#domain/ports';
import type { DocumentSession } from '../../machines/document-session.ts';
import type { ExtensionsService } from './extensions.ts';
import type { LossWatch } from './loss-watch.ts';
import { storageWatch, type StorageWatch } from './storage-watch.ts';
import type { UsageReporter } from './usage-reporter.ts';
import type { UsageService } from './usage-service.ts';
import type { Identity } from './identity.ts';
import { openDocuments, type OpenDocuments } from './open-documents.ts';
import type { Timer } from './timer.ts';

/** What screens use of the world outside; made once by the composition root. Fits `SessionPorts` as it is. */
export interface Services {
  readonly store: EventStore;
  readonly identity: Identity;
  /** Of the identity, as it is called now: read it when it is needed, so that events carry a new name at once. */
  readonly author: Author;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly trace: SessionTrace;
  /** What is typed in forms and not applied. */
  readonly unapplied: UnappliedContentStore;
  /** This tab among the others. */
  readonly presence: TabPresence;
  readonly timer: Timer;
  /** The way to our own server. */
  readonly http: HttpService;
  readonly extensions: ExtensionsService;
  readonly usage: UsageService;
  /** Our own counting; null where the host counts. */
  readonly reporter: UsageReporter | null;
  /** How much room there is, and whether the browser keeps what is stored. */
  readonly storage: StorageWatch;
  /** Whether drafts that were stored here are gone. */
  readonly loss: LossWatch;
  /** What this tab has open; screens open documents through it, so that nothing unsaved is let go. */
  readonly documents: OpenDocuments;
  /** The list of drafts, open for as long as the page is. */
  readonly drafts: DocumentSession;
}

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
    storage: storageWatch(monitor),
    documents,
    drafts,
  });
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('useServices must be used within a <ServicesContext />');
  return services;
}

/** Why the storage is open no more; null while all is well. */
export const StorageProblemContext = createContext<StorageClosure | null>(null);

/** The author of this device, as it is called now. */
export function useAuthor(): Author {
  const { identity } = useServices();
  return useSyncExternalStore(identity.subscribe, identity.getSnapshot);
}
