import { clusterMappings, parseLiveStream } from '#domain/document';
import { SERVER_READER } from '#domain/events';
import { isObject, objectMember, type JsonObject } from '#domain/json';
import { mergeUpdate } from '#domain/mapping';
import type { Clock, EventStore, IdSource } from '#domain/ports';
import type { RecordSave, SaveCall } from '../console/changes.ts';
import type { AppendCheck, DecidedStream } from './append-check.ts';
import type { RecordStore } from './record-store.ts';

interface SaveRecorderOptions {
  readonly records: RecordStore & Pick<EventStore, 'subscribe'>;
  readonly appends: AppendCheck;
  readonly ids: IdSource;
  readonly clock: Clock;
}

/** How often others may be faster with the same document before it is left to the browser. */
const MOST_ATTEMPTS = 5;

/**
 * Records in the log of a document that it was saved, with what the cluster has made of it and the action that saved
 * it. The server does it, not the browser, which may be gone by then. What the server has not recorded the changes of,
 * or can't decide, is left to the browser.
 */
export function saveRecorder({ records, appends, ids, clock }: SaveRecorderOptions): RecordSave {
  return async (call) => {
    const { stream, unrecorded } = call.changes;
    if (unrecorded !== undefined || parseLiveStream(stream) === null) return undefined;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const decided = await appends.decidedStream(stream);
      const command = decided === null ? null : followOf(decided, call);
      if (decided === null || command === null) return undefined;
      const stamp = { id: ids.next(), at: clock.now(), author: SERVER_READER };
      const reduced = decided.decisions.decide(command, stamp);
      if (reduced === null || !('event' in reduced)) return undefined;
      const checked = await appends.check(stream, decided.version, [reduced.event]);
      const outcome = await records.record(stream, decided.version, [reduced.event]);
      if (outcome.conflict) continue;
      checked.done(outcome);
      return outcome.version;
    }
    return undefined;
  };
}

/**
 * The command that notes a save; null for a document that is none of a cluster, or an answer without what was asked
 * for.
 */
function followOf({ decisions }: DecidedStream, { changes, action, sent, read }: SaveCall) {
  const body = decisions.document?.body;
  const isIndex = parseLiveStream(changes.stream)?.kind === 'index';
  const now = objectOf(read, isIndex ? 'mappings' : 'body');
  if (body === undefined || now === null || !isObject(sent)) return null;
  if (!isIndex) return { type: 'template.follow', payload: { body: now, sent, action } };
  // Of a mapping only what changes is sent.
  const asked = mergeUpdate(clusterMappings(body), sent);
  return { type: 'mapping.follow', payload: { mappings: now, sent: asked, action } };
}

/** An object member of a route's response; null if there is none. */
function objectOf(answer: unknown, name: string): JsonObject | null {
  return objectMember(answer as JsonObject, name) ?? null;
}
