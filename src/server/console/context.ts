import type { CancelSignal, ClusterEntry, ClusterGateway, ClusterStatus, RouteAnswer, RouteId, RouteInput } from '../../domain/index.ts';

/** A cluster, with the credentials of whoever asks. */
export interface OpenCluster {
  readonly entry: ClusterEntry;
  readonly gateway: ClusterGateway;
  /** Engine, version and what it can do; probed once and kept. @throws ClusterError */
  capabilities(): Promise<Capabilities>;
  /** Who is signed in by a session of this server, where somebody is. */
  readonly user?: string;
}

/** What a cluster is and can do; every feature is listed, with the reason where it is lacking. */
export interface Capabilities extends Required<Pick<ClusterStatus, 'engine' | 'features'>> {
  readonly license?: NonNullable<ClusterStatus['license']>;
}

/** What a handler has besides its input. Routes that use no cluster have none. */
export interface ConsoleContext {
  readonly cluster: OpenCluster;
  readonly isReadOnly: boolean;
  /** Aborted when the caller has gone. */
  readonly signal: CancelSignal;
}

export type Handler<Id extends RouteId> = (input: RouteInput<Id>, context: ConsoleContext) => Promise<RouteAnswer<Id>>;
export type Handlers = { readonly [Id in RouteId]: Handler<Id> };
