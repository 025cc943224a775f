import { formatJson, isObject, member, type JsonValue } from '#domain/json';
import { LINES_TYPE } from '#domain/wire';
import type { Caller } from './console/caller.ts';
import type { DispatchResponse } from './console/dispatch.ts';

/** How long nothing is sent at most, in seconds: an answer without news says that the connection still is there. */
const HEARTBEAT_SECONDS = 15;

export interface FollowedAnswers {
  readonly first: JsonValue;
  /** Answers the same request once more, with these members of its query. Never rejects. */
  readonly ask: (query: Readonly<Record<string, string>>, caller: Caller) => Promise<DispatchResponse>;
  /** Who follows, now: a session may have ended meanwhile. */
  readonly callerNow: () => Caller;
  /** Whether nobody is to wait any more. */
  readonly isOver: () => boolean;
}

/** Whether a client reads an answer line by line. */
export function acceptsLines(accept: string | undefined): boolean {
  return accept === LINES_TYPE;
}

/**
 * The lines of an answer that goes on: each is asked for with the cursor of the one before, when the client has taken
 * that. It ends with an error, which the next request of the client will be answered with, and where the caller is not
 * who it was.
 */
export async function* followedAnswers({ first, ask, callerNow, isOver }: FollowedAnswers): AsyncGenerator<string> {
  let answer = first;
  for (;;) {
    yield `${formatJson(answer)}\n`;
    const cursor = isObject(answer) ? member(answer, 'cursor') : undefined;
    if (typeof cursor !== 'string' || isOver()) return;
    const caller = callerNow();
    const response = await ask({ cursor, wait: String(HEARTBEAT_SECONDS) }, caller);
    if ('error' in response || isOver() || !isSameUser(caller, callerNow())) return;
    answer = response.value as JsonValue;
  }
}

/** Whether nobody has signed in or out. */
function isSameUser(before: Caller, now: Caller): boolean {
  return (
    before.proxyUser === now.proxyUser &&
    before.signedIn.size === now.signedIn.size &&
    [...before.signedIn].every(([cluster, user]) => now.signedIn.get(cluster) === user)
  );
}
