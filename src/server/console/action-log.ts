import type { Action as ActionDocument, ActionOutcome, ActionRef } from '#domain/action';
import type { Author } from '#domain/events';
import type { ClusterGateway } from '#domain/ports';
import type { RouteId } from '#domain/wire';
import type { ActionWords } from './action-words.ts';

/** What stands where something was taken out of a recorded text. */
export const REDACTED = '[redacted]';

/** A call that may change something on a cluster, before it is made. */
export interface NewAction {
  readonly cluster: string;
  readonly route: RouteId;
  /** Names of the targets. */
  readonly names: readonly string[];
  /** What it is called; the words of the route where absent. */
  readonly words?: ActionWords;
  readonly requestId: string;
  readonly author: Author;
  /** Where the request came from; absent where the server itself acts. */
  readonly address?: string;
  readonly reason?: string;
  /** JSON text of the request's body, whole: the log redacts and cuts it. */
  readonly body?: string;
  /** The changes of a document that it is made of, with how many of them are not recorded. */
  readonly changes?: NonNullable<ActionDocument['changes']>;
  /** Takes the credentials with which the call is made out of a text. */
  readonly redact?: (text: string) => string;
}

/** The outcome of an action; the log adds the time. */
export type Outcome = Omit<ActionOutcome, 'at'>;

/** An action that is recorded and under way. */
export interface OpenAction extends ActionRef {
  /** The way to the cluster through which what changes it is recorded with its answer. */
  watch(gateway: ClusterGateway): ClusterGateway;
  /** @throws Error where the log refuses the outcome, which is then recorded as unknown */
  complete(outcome: Outcome): Promise<void>;
}

/** An action as its events have it. */
export interface LoggedAction extends ActionDocument {
  /** A ULID. */
  readonly id: string;
  /** Of its stream. */
  readonly version: number;
  readonly author: Author;
  readonly reason?: string;
}

/** What is done to the clusters through this server. */
export interface ActionLog {
  /** Resolves once the action is recorded for good. */
  begin(action: NewAction): Promise<OpenAction>;
  /** The newest first. */
  recent(limit: number): Promise<readonly LoggedAction[]>;
}
