import type { ClusterEntry, ClusterStatus, MissingPart } from '#domain/console';
import type { CancelSignal, ClusterGateway } from '#domain/ports';
import type { JsonObject } from '#domain/json';
import type { StoredDifference } from '#domain/template';
import type { Outcome } from './action-log.ts';
import type { Caller } from './caller.ts';
import type { WordsOf } from './action-words.ts';
import type { LookUp } from './look-ups.ts';
import type { ROUTES, RouteAnswer, RouteId, RouteInput } from '#domain/wire';

/** A cluster, with the credentials of whoever asks. */
export interface OpenCluster {
  readonly entry: ClusterEntry;
  readonly gateway: ClusterGateway;
  /** Engine, version and what it can do; probed once and kept. @throws ClusterError */
  capabilities(): Promise<Capabilities>;
  /** Who is signed in by a session of this server, where somebody is. */
  readonly user?: string;
  /** Takes the credentials with which it is asked out of a text. */
  readonly redact?: (text: string) => string;
}

/** What a cluster is and can do; every feature is listed, with the reason where it is lacking. */
export interface Capabilities extends Required<Pick<ClusterStatus, 'engine' | 'features'>> {
  /** Absent where the cluster does not report one. */
  readonly uuid?: string;
  readonly license?: NonNullable<ClusterStatus['license']>;
  /** Names of the plugins on its nodes; absent where it does not say. */
  readonly plugins?: readonly string[];
  /** Names of the modules of these, likewise. */
  readonly modules?: readonly string[];
  /** What of this could not be read, but for features, which have their reasons. */
  readonly missing?: readonly MissingPart[];
}

/** What every handler has besides its input. */
export interface ServerContext {
  readonly isReadOnly: boolean;
  /** Aborted when the caller has gone. */
  readonly signal: CancelSignal;
  readonly caller: Caller;
  /**
   * The cluster of the configuration with this id, the first where none is named, for whoever calls.
   * @throws RequestError where there is none
   */
  readonly openCluster: (id: string | undefined) => OpenCluster;
  /** Why the caller does it. */
  readonly reason?: string;
}

/** What the handler of a route that uses a cluster has. */
export interface ConsoleContext extends ServerContext {
  readonly cluster: OpenCluster;
  /** The names and patterns to which the caller narrows a list; all are meant where absent. */
  readonly only?: readonly string[];
}

type ContextOf<Id extends RouteId> = (typeof ROUTES)[Id]['usesCluster'] extends true ? ConsoleContext : ServerContext;

export type Handler<Id extends RouteId> = (input: RouteInput<Id>, context: ContextOf<Id>) => Promise<RouteAnswer<Id>>;
/** The routes but for signing in and out, which need the cookies of a web server. */
export type HandledRouteId = Exclude<RouteId, 'session.open' | 'session.close'>;
export type Handlers = { readonly [Id in HandledRouteId]: Handler<Id> };
/** The handlers of one family of routes. */
export type HandlersOf<Id extends HandledRouteId> = Pick<Handlers, Id>;
/** The handlers of the routes whose names begin with this. */
export type HandlersIn<Family extends string> = HandlersOf<Extract<HandledRouteId, `${Family}.${string}`>>;

/** The routes whose calls may change a cluster; each call is an action in the log. */
export type ActionRouteId = {
  [Id in HandledRouteId]: (typeof ROUTES)[Id] extends { readonly writes: false } | { readonly usesCluster: false }
    ? never
    : Id;
}[HandledRouteId];

/** Reads what the cluster has after a write, and compares it with what was sent. @throws ClusterError, RequestError */
export type StoredCheck<Input> = (input: Input, context: ConsoleContext) => Promise<readonly StoredDifference[]>;

/** Something that was created on a cluster, as its log begins. */
export interface MadeDocument {
  readonly stream: string;
  readonly body: JsonObject;
}

/** What is known of a call that changes a cluster, beside what it does. */
export interface ActionFacet<Id extends ActionRouteId = never> {
  /** What it is called in the history. */
  readonly words: WordsOf;
  /** Reads the outcome from the route's own answer. */
  readonly outcome: (answer: RouteAnswer<Id>) => Outcome;
  /** Finds out whether it was done where nobody heard the answer; absent where nothing on the cluster shows it. */
  readonly lookUp?: LookUp;
  /** Reads what the cluster has afterwards, and compares it with what was sent. */
  readonly stored?: StoredCheck<RouteInput<Id>>;
  /** The route that reads what it has saved. */
  readonly readBack?: HandledRouteId;
  /**
   * What it has created, which may have been made from a draft; null where it is gone.
   * @throws ClusterError, RequestError
   */
  readonly made?: (input: RouteInput<Id>, context: ConsoleContext) => Promise<MadeDocument | null>;
  /** Whether its requests to the cluster are recorded as separate actions. */
  readonly sendsActions?: true;
}
/** The facets of one family, beside its handlers: one for each of its routes that changes a cluster. */
export type FacetsOf<Id extends HandledRouteId> = {
  readonly [Each in Extract<Id, ActionRouteId>]: ActionFacet<Each>;
};
