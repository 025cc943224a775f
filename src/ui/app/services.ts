import { createContext, use } from 'react';
import type { Author, Clock, EventStore, IdSource, SessionTrace } from '../../domain/index.ts';
import type { DocumentSession } from '../../machines/document-session.ts';

/** What screens use of the world outside; made once by the composition root. Fits `SessionPorts` as it is. */
export interface Services {
  readonly store: EventStore;
  readonly author: Author;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly trace: SessionTrace;
  /** The list of drafts, open for as long as the page is. */
  readonly drafts: DocumentSession;
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('useServices must be used within a <ServicesContext />');
  return services;
}
