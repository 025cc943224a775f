import { actionOf, openActionState, stateOfAction, actionStream, type Action } from '#domain/action';
import type { ClusterEntry } from '#domain/console';
import { clusterMappings, LIVE_BODY_AT, LIVE_MAPPINGS_AT, parseLiveStream } from '#domain/document';
import { isClusterAuthor, type DocumentEvent } from '#domain/events';
import { newestFirst } from '#domain/history';
import {
  applyPatch,
  deepEqual,
  isObject,
  member,
  PatchError,
  valueAt,
  type Body,
  type JsonValue,
  type Patch,
} from '#domain/json';
import { openLog } from '#domain/log';
import { withOthersChanges } from '#domain/mapping';
import { isSameTemplate } from '#domain/template';
import { RequestError } from '../console/errors.ts';
import { bodyOf, contains } from '../console/look-ups.ts';
import type { AppendCheck } from './append-check.ts';
import { ErasedStreamError } from './erasure-store.ts';
import type { RecordStore } from './record-store.ts';
import type { SeenReadings } from './seen-readings.ts';
import type { Reader, StreamRights } from './stream-rights.ts';
import { subjectOf } from './stream-subject.ts';

interface ReadingCheckOptions {
  readonly entries: readonly Pick<ClusterEntry, 'id'>[];
  readonly records: Pick<RecordStore, 'readPage' | 'versionOf'>;
  readonly rights: Pick<StreamRights, 'findLive'>;
  readonly appends: Pick<AppendCheck, 'decidedStream'>;
  readonly isSeen: SeenReadings['has'];
}

interface AppendedEvents {
  readonly stream: string;
  readonly after: number;
  readonly events: readonly DocumentEvent[];
}

/**
 * Refuses events that say of a cluster what nobody can have read: a log of something that the cluster doesn't have, a
 * beginning in which something else is wanted than the cluster has, and a save that no action has made, that is
 * recorded already, or that has more than the action sent, unless the server has read the same. Whether the cluster has
 * what another event says is not checked: an event of which the server has read the same is marked as seen.
 * @throws RequestError that names the first such event
 */
export type ReadingCheck = (append: AppendedEvents, reader: Reader) => Promise<void>;

export function readingCheck({ entries, records, rights, appends, isSeen }: ReadingCheckOptions): ReadingCheck {
  /** The action of an id, where it is done and was made of changes of a stream. */
  async function saveOf(stream: string, id: string): Promise<Action | undefined> {
    for (const { id: cluster } of entries) {
      const action = await recordedAction(actionStream({ cluster, id }));
      if (action === undefined) continue;
      return stateOfAction(action) === 'done' && action.changes?.stream === stream ? action : undefined;
    }
    return undefined;
  }

  /** Whether the cluster can have what an event notes from an action alone. Cost: the document. */
  async function isOfAction(action: Action, { stream, after, events }: AppendedEvents, index: number) {
    const decided = await appends.decidedStream(stream);
    // Elsewhere it is a conflict, or recorded already.
    if (decided !== null && decided.version !== after) return true;
    const sent = bodyOf(action);
    const patch = events.slice(0, index).flatMap((event) => event.patch);
    const before = decided === null ? undefined : bodyAfter(decided.decisions.document?.body, patch);
    const now = before === undefined ? undefined : bodyAfter(before, events[index]?.patch ?? []);
    if (sent === undefined || now === undefined) return false;
    const [had, has] = [clusterMappings(before), clusterMappings(now)];
    if (parseLiveStream(stream)?.kind !== 'index') return isSameTemplate(has, sent);
    return contains(has, sent) && deepEqual(withOthersChanges(had, sent, has), had);
  }

  /** Whether another event notes the save of an action: it made one. Cost: the events of the stream. */
  async function isNoted(stream: string, action: string, { id }: DocumentEvent): Promise<boolean> {
    const state = (await appends.decidedStream(stream))?.decisions.state ?? null;
    if (state === null) return false;
    for (const { event } of newestFirst(state.history))
      if (event.id !== id && actionNamedBy(event) === action) return true;
    return false;
  }

  async function recordedAction(stream: string) {
    try {
      const { records: log } = await records.readPage(stream, 0, MOST_OF_ACTION);
      return log.length === 0 ? undefined : actionOf(openActionState({ body: undefined }, openLog(log).events).body);
    } catch (error) {
      if (error instanceof ErasedStreamError) return undefined;
      throw error;
    }
  }

  return async ({ stream, after, events }, reader) => {
    // An imported log has what others have read, and is marked as imported.
    if (subjectOf(stream)?.kind === 'draft') return;
    const isLive = parseLiveStream(stream) !== null;
    const named = new Set<string>();
    for (const [index, event] of events.entries()) {
      const at = `/body/events/${index}`;
      if (!isLive && isClusterAuthor(event.author.id))
        throw notRecorded(`${at}/author`, 'is a cluster, and no cluster has this document');
      const action = actionNamedBy(event);
      if (action === null) continue;
      const save = await saveOf(stream, action);
      if (save === undefined)
        throw notRecorded(`${at}/command/payload/action`, 'is no action that has saved this document');
      if (named.has(action) || (await isNoted(stream, action, event)))
        throw notRecorded(`${at}/command/payload/action`, 'is an action whose save is recorded already');
      if (!isSeen(stream, event) && !(await isOfAction(save, { stream, after, events }, index)))
        throw notRecorded(`${at}/command/payload/action`, 'is an action that has not sent what this event has saved');
      named.add(action);
    }
    const [first] = events;
    if (!isLive || first === undefined || after > 0 || (await records.versionOf(stream)) > 0) return;
    if (!isReading(first))
      throw notRecorded('/body/events/0', 'is not what the cluster had, with which the log of something live begins');
    if ((await rights.findLive(reader, stream)) === 'absent')
      throw notRecorded('/body/stream', 'is of something that the cluster doesn’t have');
  };
}

/** An action has a beginning, an end, and a few findings. */
const MOST_OF_ACTION = 10;

/** The action with which a follow says that it notes a save; null for another event. */
function actionNamedBy({ command: { type, payload } }: Pick<DocumentEvent, 'command'>): string | null {
  if (type !== 'mapping.follow' && type !== 'template.follow') return null;
  const action = isObject(payload) ? member(payload, 'action') : undefined;
  return typeof action === 'string' ? action : null;
}

/** Whether an event begins a log with what the cluster has, as what is wanted too. */
function isReading({ author, type, patch }: DocumentEvent): boolean {
  const [first] = patch;
  const body: JsonValue | undefined = first?.op === 'add' && first.path === '' ? first.value : undefined;
  if (type !== 'document.created' || !isClusterAuthor(author.id) || body === undefined) return false;
  const wanted = valueAt(body, LIVE_MAPPINGS_AT) ?? valueAt(body, LIVE_BODY_AT);
  return wanted !== undefined && deepEqual(wanted, clusterMappings(body));
}

function notRecorded(at: string, reason: string): RequestError {
  return new RequestError(422, `Not recorded: ${at} ${reason}.`, { issues: [{ at, reason }] });
}

/** The document after some operations; undefined where they are none of it: then the events are refused. */
function bodyAfter(body: Body, patch: Patch): Body {
  try {
    return applyPatch(body, patch).body;
  } catch (error) {
    if (error instanceof PatchError) return undefined;
    throw error;
  }
}
