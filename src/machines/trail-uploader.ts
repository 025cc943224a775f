import { openState, replay, type DocumentState } from '#domain/document';
import { UnknownCommandError } from '#domain/commands';
import { FIRST_RULES, isClusterAuthor, RULES, withoutPlace, type SealedRecord, type StoredEvent } from '#domain/events';
import { notesSave } from '#domain/history';
import { formatJson, type Body, type JsonValue, type Pointer } from '#domain/json';
import { confirmOutbox, headAfter, LogFaultError, openLog, rebaseOutboxRecords, versionOf } from '#domain/log';
import {
  TrailError,
  type CancelSignal,
  type Clock,
  type EventStore,
  type Outbox,
  type OutboxChange,
  type RecordedName,
  type TrailReplica,
  type TrailService,
} from '#domain/ports';
import { rebaseOutbox } from './rebase-outbox.ts';

/** Events in one request, and characters of their records. */
const BATCH_EVENTS = 500;
const BATCH_LENGTH = 4 * 1024 * 1024;
/** Documents that are kept open in case there is another conflict in them. */
const KEPT_STATES = 4;
/** A stream whose head moves each time is left to the next round. */
const MOST_ATTEMPTS = 20;

export interface TrailUploaderPorts {
  readonly store: EventStore;
  readonly replica: TrailReplica;
  readonly service: TrailService;
  readonly clock: Clock;
  /** Where the mappings stand in the document of a stream, given what it was last. */
  readonly mappingsAtOf: (stream: string, body: Body) => Pointer;
}

export interface TrailUploader {
  /** Records the outbox of a stream, and reads what others have recorded. Resolves when nothing is left to do. @throws TrailError */
  sync(stream: string, signal: CancelSignal): Promise<void>;
  /** Notes which version the server has of a stream. */
  noteVersion(stream: string, version: number): void;
  /** Whether the server is known to have more of a stream than this version. */
  knowsMore(stream: string, version: number): boolean;
  /** Up to which version a stream has nothing but readings of a cluster that wait for the next change of a person; 0 where nothing waits. */
  heldVersion(stream: string): number;
}

/** Sends outboxes, and takes in what the server answers. It may be stopped at any point and begun again: every step is safe to repeat. */
export function trailUploader({ store, replica, service, clock, mappingsAtOf }: TrailUploaderPorts): TrailUploader {
  const knownVersions = new Map<string, number>();
  const heldVersions = new Map<string, number>();
  /** What is recorded, by the hash of its last record, so that a conflict costs what is new. */
  const recordedStates = new Map<string, { readonly hash: string; readonly state: DocumentState }>();

  async function sync(stream: string, signal: CancelSignal): Promise<void> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      stopIfAborted(signal);
      const found = await replica.read(stream);
      const isBehind = knowsMore(stream, found.recorded.version);
      if (found.records.length === 0 && !isBehind) return;
      // What others have recorded is read first: an append would conflict.
      if (isBehind) await takeIn(found, signal);
      else if (!(await sendOrDecide(found, signal))) return;
    }
    throw new TrailError('failed', 'The stream changes faster than it can be recorded');
  }

  /**
   * Sends an outbox, or decides it again where another version of the console has: the server takes what was decided by its own rules. False where all
   * of it waits.
   */
  async function sendOrDecide(found: Outbox, signal: CancelSignal): Promise<boolean> {
    const { events } = await openOutbox(found);
    const isOurs = events.every(({ rules = FIRST_RULES }) => rules === RULES);
    if (!isOurs) {
      await rewrite(found, await decideAgain(found, []));
      return true;
    }
    const sent = withoutLastReadings(events);
    if (sent.length < events.length) heldVersions.set(found.stream, found.recorded.version + events.length);
    if (sent.length === 0) return false;
    await send(found, sent, signal);
    return true;
  }

  /** Records the first events of an outbox, as many as are given, and confirms them in groups that grow with it. */
  async function send(found: Outbox, events: readonly StoredEvent[], signal: CancelSignal): Promise<void> {
    const { stream, recorded } = found;
    const records = found.records.slice(0, events.length);
    const confirmed: SealedRecord[] = [];
    const names = new Map<string, RecordedName>();
    let most = BATCH_EVENTS;
    // Each confirmation hashes the rest again, so that it comes when half of it is there.
    while (confirmed.length < records.length - confirmed.length) {
      const size = batchSize(records, confirmed.length, most);
      const batch = events.slice(confirmed.length, confirmed.length + size);
      let answer;
      try {
        answer = await service.append(stream, recorded.version + confirmed.length, batch.map(withoutPlace), signal);
      } catch (error) {
        if (!(error instanceof TrailError) || error.fault !== 'too_large' || size === 1) throw error;
        most = Math.ceil(size / 2);
        continue;
      }
      stopIfAborted(signal);
      if (answer.outcome === 'conflict') {
        if (confirmed.length > 0) break;
        noteConflict(found, answer.version);
        return;
      }
      const [first] = answer.records;
      // Another tab has sent them, after what others had recorded: that is read first.
      if (first !== undefined && versionOf(first) !== recorded.version + confirmed.length + 1) {
        noteVersion(stream, answer.version);
        if (confirmed.length > 0) break;
        return;
      }
      for (const name of answer.names) names.set(name.commitment, name);
      confirmed.push(...answer.records);
      noteVersion(stream, recorded.version + confirmed.length);
      if (answer.records.length < size) break;
    }
    // A server that lost the answer may have recorded only some of them.
    if (confirmed.length === 0) throw new TrailError('failed', 'The server answered without the records');
    await replica.keepNames([...names.values()]);
    for (let latest = found; ; latest = await replica.read(stream)) {
      const change = confirmOutbox(latest, confirmed);
      // Somebody else was faster: what the server has is read.
      if (change === null || latest.recorded.version !== recorded.version) {
        noteVersion(stream, recorded.version + confirmed.length);
        return;
      }
      if (await rewrite(latest, change)) return;
      stopIfAborted(signal);
    }
  }

  function noteConflict({ stream, recorded }: Outbox, version: number): void {
    if (version < recorded.version) {
      throw new TrailError('lost', `The server has ${version} of ${recorded.version} events that it had recorded`);
    }
    if (version === recorded.version) throw new TrailError('failed', 'The server answered a conflict without a cause');
    noteVersion(stream, version);
  }

  /** Reads what others have recorded, and decides the outbox again on top of it. */
  async function takeIn(found: Outbox, signal: CancelSignal): Promise<void> {
    const { stream, recorded } = found;
    const tail: SealedRecord[] = [];
    for (let hasMore = true; hasMore;) {
      const answer = await service.read(stream, recorded.version + tail.length, signal);
      stopIfAborted(signal);
      if (answer.version < recorded.version) noteConflict(found, answer.version);
      await replica.keepNames(answer.names);
      tail.push(...answer.records);
      ({ hasMore } = answer);
      knownVersions.set(stream, answer.version);
      if (answer.records.length === 0) break;
    }
    if (tail.length === 0) {
      knownVersions.set(stream, recorded.version);
      return;
    }
    // An answer that was lost: all of it is ours.
    const confirmation = found.records.length >= tail.length ? confirmOutbox(found, tail) : null;
    await rewrite(found, confirmation ?? (await decideAgain(found, tail)));
  }

  async function decideAgain(found: Outbox, tail: readonly SealedRecord[]): Promise<OutboxChange> {
    const { stream, recorded, records } = found;
    if (records.length === 0) return rebaseOutboxRecords(found, tail, []);
    const names = await store.authorNames?.();
    const { events: others } = openTail(found, tail, names);
    const { events: outbox } = await openOutbox(found);
    const before = await recordedState(found);
    const rebased = orOtherRules(() => rebaseOutbox(before, outbox, others));
    remember(stream, { hash: headAfter(recorded, tail).hash, state: rebased.recorded });
    const change = rebaseOutboxRecords(found, tail, rebased.events);
    const baseVersion = recorded.version + tail.length + rebased.events.length;
    const stands = new Set([...rebased.events, ...others].map(({ id }) => id));
    const rejected = new Map(rebased.rejected.map((each) => [each.event.id, each]));
    const aside = outbox.flatMap((event, index) => {
      const record = records[index];
      if (stands.has(event.id) || record === undefined) return [];
      const each = rejected.get(event.id);
      return {
        eventId: event.id,
        at: clock.now(),
        summary: event.summary,
        detail: each?.detail ?? { message: 'Nothing was left to do.' },
        record,
        command: each?.command == null ? null : formatJson(each.command as unknown as JsonValue),
        baseVersion,
        // Nobody has to decide about what has nothing left to do, or about a document that somebody else has created first.
        isDismissed: each === undefined || event.type === 'document.created',
      };
    });
    return { ...change, aside };
  }

  /** The document up to what is recorded. */
  async function recordedState({ stream, recorded }: Outbox): Promise<DocumentState> {
    const known = recordedStates.get(stream);
    if (known?.hash === recorded.hash) return known.state;
    const records = (await store.read(stream)).slice(0, recorded.version);
    const { events } = openLog(records);
    const mappingsAt = mappingsAtOf(stream, replay(undefined, events));
    return openState({ body: undefined, mappingsAt }, events);
  }

  function remember(stream: string, recorded: { readonly hash: string; readonly state: DocumentState }): void {
    recordedStates.delete(stream);
    recordedStates.set(stream, recorded);
    for (const oldest of recordedStates.keys()) {
      if (recordedStates.size <= KEPT_STATES) break;
      recordedStates.delete(oldest);
    }
  }

  async function rewrite(found: Outbox, change: OutboxChange): Promise<boolean> {
    try {
      return await replica.rewrite(found, change);
    } catch (error) {
      if (!(error instanceof LogFaultError)) throw error;
      throw new TrailError('diverged', 'The server’s records do not follow those that it had recorded', error);
    }
  }

  function openTail(found: Outbox, tail: readonly SealedRecord[], names: ReadonlyMap<string, string> | undefined) {
    try {
      return openLog(tail, { after: found.recorded, ...(names && { names }) });
    } catch (error) {
      if (!(error instanceof LogFaultError)) throw error;
      throw new TrailError('diverged', 'The server’s records do not follow those that it had recorded', error);
    }
  }

  async function openOutbox({ records, recorded }: Outbox) {
    const names = await store.authorNames?.();
    return openLog(records, { after: recorded, ...(names && { names }) });
  }

  function noteVersion(stream: string, version: number): void {
    knownVersions.set(stream, Math.max(knownVersions.get(stream) ?? 0, version));
  }

  function knowsMore(stream: string, version: number): boolean {
    return (knownVersions.get(stream) ?? 0) > version;
  }

  return { sync, noteVersion, knowsMore, heldVersion: (stream) => heldVersions.get(stream) ?? 0 };
}

/** A command that nobody here knows is one of a newer version: it stays as it is, until that one is there again. @throws TrailError */
function orOtherRules<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof UnknownCommandError)) throw error;
    throw new TrailError('other_rules', 'A change has a command that this version does not know', error);
  }
}

/** Events but for those at their end that only say what a cluster was found to have: to look is to record nothing. */
function withoutLastReadings(events: readonly StoredEvent[]): readonly StoredEvent[] {
  return events.slice(0, events.findLastIndex((event) => !isClusterAuthor(event.author.id) || notesSave(event)) + 1);
}

/** The events of a request: few enough, and not too long together. */
function batchSize(records: readonly SealedRecord[], from: number, most: number): number {
  let [size, length] = [0, 0];
  while (size < most && from + size < records.length) {
    length += records[from + size]?.text.length ?? 0;
    if (size > 0 && length > BATCH_LENGTH) break;
    size++;
  }
  return size;
}

function stopIfAborted(signal: CancelSignal): void {
  if (signal.aborted) throw new TrailError('offline', 'Recording was stopped');
}
