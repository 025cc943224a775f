import { createContext, use, useSyncExternalStore } from 'react';
import type { Author } from '#domain/events';
import type {
  Clock,
  EventStore,
  HttpService,
  IdSource,
  SessionTrace,
  StorageClosure,
  TabPresence,
  UnappliedContentStore,
} from '#domain/ports';
import type { DocumentSession } from '../../machines/document-session.ts';
import type { BuildWatch } from './build-watch.ts';
import type { GuardedExtensions } from './extension-guard.ts';
import type { LossWatch } from './loss-watch.ts';
import type { Unkept } from './storage-failure.ts';
import type { StorageWatch } from './storage-watch.ts';
import type { UsageReporter } from './usage-reporter.ts';
import type { UsageService } from './usage-service.ts';
import type { Identity } from './identity.ts';
import type { OpenDocuments } from './open-documents.ts';
import type { Timer } from './timer.ts';
import type { Trail, TrailStatus } from './trail.ts';
import { fulfilled } from '../kit/fulfilled.ts';

/** The files of code and styles that a build has. */
export interface CodeFiles {
  /** Addresses of the files that the page has not loaded. */
  missing(): Promise<readonly string[]>;
  /** Loads one into the cache of the browser, without running it. */
  fetch(address: string): Promise<void>;
}

/** The services of the first screen. They are available at once; the others come with the storage. */
export interface CoreServices {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly timer: Timer;
  /** The way to our own server. */
  readonly http: HttpService;
  readonly extensions: GuardedExtensions;
  readonly usage: UsageService;
  /** Whether the server has a newer version of the console. */
  readonly build: BuildWatch;
  readonly code: CodeFiles;
}

/** The services of screens; created once by the composition root. Fits `SessionPorts` as it is. */
export interface Services extends CoreServices {
  readonly store: EventStore;
  readonly identity: Identity;
  /** The identity with its present name: read it when it is needed, so that events get a new name at once. */
  readonly author: Author;
  readonly trace: SessionTrace;
  /** What is typed in forms and not applied. */
  readonly unapplied: UnappliedContentStore;
  /** This tab among the others. */
  readonly presence: TabPresence;
  /** Our own usage reporter; null where the host counts. */
  readonly reporter: UsageReporter | null;
  /** The disk usage, and whether the browser protects what is stored. */
  readonly storage: StorageWatch;
  /** Whether drafts that were stored here are gone. */
  readonly loss: LossWatch;
  /** Whether the server records what is stored here. */
  readonly trail: Trail;
  /** The open documents of this tab; screens open documents through it, so that nothing unsaved is closed. */
  readonly documents: OpenDocuments;
  /** Null while edits are stored on this device, as where the browser's storage can be opened. */
  readonly unkept: Unkept | null;
  /** The list of drafts, open for as long as the page is. */
  readonly drafts: DocumentSession;
}

export const CoreContext = createContext<CoreServices | null>(null);

export function useCore(): CoreServices {
  const core = use(CoreContext);
  if (core === null) throw new Error('useCore must be used within a <CoreContext />');
  return core;
}

/** A promise until the storage is open. */
export const ServicesContext = createContext<Services | Promise<Services> | null>(null);

/** Suspends until the storage is open. */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('useServices must be used within a <ServicesContext />');
  return use(services instanceof Promise ? services : openPromise(services));
}

const openPromises = new WeakMap<Services, Promise<Services>>();

/** The same promise for the same services, so that who waited for the storage reads a promise again. */
function openPromise(services: Services): Promise<Services> {
  const known = openPromises.get(services) ?? fulfilled(Promise.resolve(services), services);
  openPromises.set(services, known);
  return known;
}

/** Null until the storage is open: for screens that work before it is. */
export function useOpenServices(): Services | null {
  const services = use(ServicesContext);
  if (services === null) throw new Error('useOpenServices must be used within a <ServicesContext />');
  return services instanceof Promise ? null : services;
}

/** The status of the server's trail; null where it keeps none. */
export function useTrail(): TrailStatus | null {
  const { trail } = useServices();
  return useSyncExternalStore(trail.subscribe, trail.getSnapshot);
}

/** An opening of the storage that takes long. */
export interface StorageWait {
  /** `blocked` by another tab. */
  readonly kind: 'long' | 'blocked';
  /** Goes on in memory. */
  readonly giveUp: () => void;
}

/** Null where the storage is not awaited, or not for long. */
export const StorageWaitContext = createContext<StorageWait | null>(null);

/** Why the storage is closed; null while it works. */
export const StorageProblemContext = createContext<StorageClosure | null>(null);

/** The author of this device, with the present name. */
export function useAuthor(): Author {
  const { identity } = useServices();
  return useSyncExternalStore(identity.subscribe, identity.getSnapshot);
}

const subscribeToNothing = () => () => undefined;

/** The same, null before the storage is open. */
export function useKnownAuthor(): Author | null {
  const identity = useOpenServices()?.identity;
  return useSyncExternalStore(identity?.subscribe ?? subscribeToNothing, identity?.getSnapshot ?? (() => null));
}
