import type { Command } from '#domain/commands';
import { clusterMappings, parseLiveStream } from '#domain/document';
import { SERVER_READER, type DocumentEvent } from '#domain/events';
import { isObject, objectMember, type JsonObject } from '#domain/json';
import { mergeUpdate, withOthersChanges } from '#domain/mapping';
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
  /** The events that commands come to, one after another; null where the last, which notes the save, is none. */
  function eventsOf({ version, decisions }: DecidedStream, commands: readonly Command[]): DocumentEvent[] | null {
    const after = decisions.copy();
    const events: DocumentEvent[] = [];
    let isLastNoted = false;
    for (const command of commands) {
      const reduced = after.decide(command, { id: ids.next(), at: clock.now(), author: SERVER_READER });
      if (reduced === null) return null;
      isLastNoted = 'event' in reduced;
      if (!('event' in reduced)) continue;
      events.push(reduced.event);
      after.takePatch({ ...reduced.event, stream: '', version: version + events.length });
    }
    return isLastNoted ? events : null;
  }

  return async (call) => {
    const { stream, unrecorded } = call.changes;
    if (unrecorded !== undefined || parseLiveStream(stream) === null) return undefined;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const decided = await appends.decidedStream(stream);
      const events = decided === null ? null : eventsOf(decided, followsOf(decided, call));
      if (decided === null || events === null) return undefined;
      const checked = await appends.check(stream, decided.version, events);
      const outcome = await records.record(stream, decided.version, events);
      if (outcome.conflict) continue;
      checked.done(outcome);
      return outcome.version;
    }
    return undefined;
  };
}

/**
 * The commands that note a save: what others have changed on the cluster meanwhile, which the save has not, and the
 * save. None for a document that is none of a cluster, or an answer without what was asked for.
 */
function followsOf({ decisions }: DecidedStream, { changes, action, sent, read }: SaveCall): readonly Command[] {
  const body = decisions.document?.body;
  const isIndex = parseLiveStream(changes.stream)?.kind === 'index';
  const now = objectOf(read, isIndex ? 'mappings' : 'body');
  if (body === undefined || now === null || !isObject(sent)) return [];
  if (!isIndex) return [{ type: 'template.follow', payload: { body: now, sent, action } }];
  const before = clusterMappings(body);
  // Of a mapping only what changes is sent.
  const withOthers = withOthersChanges(before, sent, now);
  return [
    { type: 'mapping.follow', payload: { mappings: withOthers } },
    { type: 'mapping.follow', payload: { mappings: now, sent: mergeUpdate(withOthers, sent), action } },
  ];
}

/** An object member of a route's response; null if there is none. */
function objectOf(answer: unknown, name: string): JsonObject | null {
  return objectMember(answer as JsonObject, name) ?? null;
}
