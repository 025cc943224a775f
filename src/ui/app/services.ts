import { createContext, use, useSyncExternalStore } from 'react';
import { DRAFTS_STREAM, type Author, type Clock, type EventStore, type IdSource, type SessionTrace } from '../../domain/index.ts';
import { openDocument, type DocumentSession } from '../../machines/document-session.ts';
import type { Identity } from './identity.ts';

/** What screens use of the world outside; made once by the composition root. Fits `SessionPorts` as it is. */
export interface Services {
  readonly store: EventStore;
  readonly identity: Identity;
  /** Of the identity, as it is called now: read it when it is needed, so that events carry a new name at once. */
  readonly author: Author;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly trace: SessionTrace;
  /** The list of drafts, open for as long as the page is. */
  readonly drafts: DocumentSession;
}

/** Opens the list of drafts over its ports. */
export async function servicesOf(ports: Omit<Services, 'author' | 'drafts'>): Promise<Services> {
  const { store, clock, ids, identity, trace } = ports;
  const sessions = {
    store,
    clock,
    ids,
    get author() {
      return identity.getSnapshot();
    },
  };
  const drafts = await openDocument(sessions, { stream: DRAFTS_STREAM, startWith: {} });
  return Object.assign(sessions, { identity, trace, drafts });
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('useServices must be used within a <ServicesContext />');
  return services;
}

/** The author of this device, as it is called now. */
export function useAuthor(): Author {
  const { identity } = useServices();
  return useSyncExternalStore(identity.subscribe, identity.getSnapshot);
}
