import type { SentChanges } from '#domain/action';
import type { JsonValue } from '#domain/json';
import type { NewAction } from './action-log.ts';
import type { CheckedInput } from './check-input.ts';
import type { ConsoleContext, HandledRouteId } from './context.ts';
import { RequestError } from './errors.ts';

/** A call that lists the changes that it consists of. */
export interface ChangingCall {
  readonly id: HandledRouteId;
  readonly input: CheckedInput['input'];
  readonly context: ConsoleContext;
}

/**
 * Resolves with the changes as the action is to have them.
 * @throws RequestError where they are of another object than the call is about, or the caller may not read their
 * stream; ClusterError where nobody can tell
 */
export type ChangesCheck = (changes: SentChanges, call: ChangingCall) => Promise<NonNullable<NewAction['changes']>>;

/** A call that a cluster has taken. */
export interface SaveCall {
  readonly changes: NonNullable<NewAction['changes']>;
  /** Id of the action. */
  readonly action: string;
  /** The body of the call. */
  readonly sent: JsonValue | undefined;
  /** What the route that reads the same answers afterwards. */
  readonly read: unknown;
}

/**
 * Records that a document was saved. Resolves with the version of the event that says so, or undefined where that is
 * left to the browser.
 */
export type RecordSave = (call: SaveCall) => Promise<number | undefined>;

/** Something of a cluster that was read for somebody. */
export interface NotedReading {
  readonly id: HandledRouteId;
  readonly input: CheckedInput['input'];
  readonly cluster: ConsoleContext['cluster'];
  /** What the route answers. */
  readonly read: unknown;
}

/** Notes what the server has read, so that it can be told apart from what a browser says that it has read. */
export type NoteReading = (reading: NotedReading) => Promise<void>;

/** The error for a call that is not sent because its list of changes is invalid, with the location. */
export function changesError(statusCode: number, at: string, reason: string): RequestError {
  return new RequestError(statusCode, `Invalid request: ${at} ${reason}. Nothing was sent.`, {
    issues: [{ at, reason }],
  });
}
