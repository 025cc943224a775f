import { openState, replay, type DocumentState } from '#domain/document';
import { UnknownCommandError } from '#domain/commands';
import {
  asOneLine,
  type DocumentEvent,
  FIRST_RULES,
  isClusterAuthor,
  RULES,
  withoutPlace,
  type SealedRecord,
  type StoredEvent,
} from '#domain/events';
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
  type TrailTail,
} from '#domain/ports';
import { eventFormFault } from '#domain/proof';
import { rebaseOutbox } from './rebase-outbox.ts';

/** Events in one request, and characters of their records. */
const BATCH_EVENTS = 500;
const BATCH_LENGTH = 4 * 1024 * 1024;
/** Documents that are kept open in case there is another conflict in them. */
const KEPT_STATES = 4;
/** After so many attempts a stream whose head moves each time is left to the next round. */
const MOST_ATTEMPTS = 20;

export interface TrailUploaderPorts {
  readonly store: EventStore;
  readonly replica: TrailReplica;
  readonly service: TrailService;
  readonly clock: Clock;
  /** Where the mappings are in the document of a stream, given its last body. */
  readonly mappingsAtOf: (stream: string, body: Body) => Pointer;
}

export interface TrailUploader {
  /**
   * Records the outbox of a stream, and reads what others have recorded. Resolves when nothing is left.
   * @throws TrailError
   */
  sync(stream: string, signal: CancelSignal): Promise<void>;
  /** Notes which version the server has of a stream. */
  noteVersion(stream: string, version: number): void;
  /** Stores records that the server pushed, so that they need not be read. */
  offer(stream: string, tail: TrailTail): void;
  /** Whether the server is known to have more of a stream than this version. */
  knowsMore(stream: string, version: number): boolean;
  /**
   * Up to which version a stream only has readings of a cluster that wait for the next change of a person; 0 where none
   * waits.
   */
  heldVersion(stream: string): number;
}

/**
 * Sends outboxes, and applies the answers of the server. It may be stopped at any point and restarted: every step is
 * safe to repeat.
 */
export function trailUploader({ store, replica, service, clock, mappingsAtOf }: TrailUploaderPorts): TrailUploader {
  const knownVersions = new Map<string, number>();
  const heldVersions = new Map<string, number>();
  /** Tails that were sent unasked and are not applied yet. */
  const offered = new Map<string, TrailTail>();
  /** Commitments to names that are kept. */
  const keptNames = new Set<string>();
  /** Recorded states, by the hash of the last record, so that the cost of a conflict is that of the new events. */
  const recordedStates = new Map<string, { readonly hash: string; readonly state: DocumentState }>();

  async function sync(stream: string, signal: CancelSignal): Promise<void> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      stopIfAborted(signal);
      const found = await replica.read(stream);
      const isBehind = knowsMore(stream, found.recorded.version);
      if (found.records.length === 0 && !isBehind) return;
      // Events of others are read first. Otherwise the append would conflict.
      if (isBehind) await takeIn(found, signal);
      else if (!(await sendOrDecide(found, signal))) return;
    }
    throw new TrailError('failed', 'The stream changes faster than it can be recorded');
  }

  /**
   * Sends an outbox, or decides it again where another version of the console has decided it: the server only takes
   * events that were decided by its own rules. False where all events wait.
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

  /** Records the given first events of an outbox, and confirms them in groups that grow with it. */
  async function send(found: Outbox, events: readonly StoredEvent[], signal: CancelSignal): Promise<void> {
    const { stream, recorded } = found;
    const records = found.records.slice(0, events.length);
    const confirmed: SealedRecord[] = [];
    const names = new Map<string, RecordedName>();
    let most = BATCH_EVENTS;
    // Each confirmation hashes the rest again, so it is done when half of the records are there.
    while (confirmed.length < records.length - confirmed.length) {
      const size = batchSize(records, confirmed.length, most);
      const batch = events.slice(confirmed.length, confirmed.length + size);
      let answer;
      try {
        answer = await service.append(stream, recorded.version + confirmed.length, batch.map(asRecordable), signal);
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
    await keepNames([...names.values()]);
    for (let latest = found; ; latest = await replica.read(stream)) {
      const change = confirmOutbox(latest, confirmed);
      // Another tab was faster: the server's records are read.
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
    const tail: SealedRecord[] = [...(await takeOffered(found))];
    for (let hasMore = tail.length === 0 || knowsMore(stream, recorded.version + tail.length); hasMore;) {
      const answer = await service.read(stream, recorded.version + tail.length, signal);
      stopIfAborted(signal);
      if (answer.version < recorded.version) noteConflict(found, answer.version);
      await keepNames(answer.names);
      tail.push(...answer.records);
      ({ hasMore } = answer);
      knownVersions.set(stream, answer.version);
      if (answer.records.length === 0) break;
    }
    if (tail.length === 0) {
      knownVersions.set(stream, recorded.version);
      return;
    }
    // After an answer that was lost, all of the tail is our own.
    const confirmation = found.records.length >= tail.length ? confirmOutbox(found, tail) : null;
    await rewrite(found, confirmation ?? (await decideAgain(found, tail)));
  }

  /** The records of a stream that were sent unasked and follow what is recorded here. */
  async function takeOffered({ stream, recorded }: Outbox): Promise<readonly SealedRecord[]> {
    const offer = offered.get(stream);
    offered.delete(stream);
    if (offer === undefined || offer.after > recorded.version) return [];
    const records = offer.records.slice(recorded.version - offer.after);
    if (records.length > 0) await keepNames(offer.names);
    return records;
  }

  function offer(stream: string, tail: TrailTail): void {
    const before = offered.get(stream);
    const isNext = before !== undefined && before.after + before.records.length === tail.after;
    const joined = isNext && before.records.length + tail.records.length <= BATCH_EVENTS;
    offered.set(
      stream,
      joined
        ? {
            after: before.after,
            records: [...before.records, ...tail.records],
            names: [...before.names, ...tail.names],
          }
        : tail,
    );
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
        // Events without an effect and duplicate creations of a document are dismissed without asking the user.
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

  /** Names are read where records have commitments in their place; records of this device have none. */
  async function openOutbox({ records, recorded }: Outbox) {
    const opened = openLog(records, { after: recorded });
    if (!opened.events.some(({ author }) => author.isErased === true)) return opened;
    const names = await store.authorNames?.();
    return names === undefined ? opened : openLog(records, { after: recorded, names });
  }

  /** Keeps names that were not kept before by this uploader: most changes are by the same few people. */
  async function keepNames(names: readonly RecordedName[]): Promise<void> {
    const others = names.filter(({ commitment }) => !keptNames.has(commitment));
    if (others.length === 0) return;
    await replica.keepNames(others);
    for (const { commitment } of others) keptNames.add(commitment);
  }

  function noteVersion(stream: string, version: number): void {
    knownVersions.set(stream, Math.max(knownVersions.get(stream) ?? 0, version));
  }

  function knowsMore(stream: string, version: number): boolean {
    return (knownVersions.get(stream) ?? 0) > version;
  }

  return { sync, noteVersion, offer, knowsMore, heldVersion: (stream) => heldVersions.get(stream) ?? 0 };
}

/**
 * A command that is not known here is one of a newer version: it stays as it is, until that version is back.
 * @throws TrailError
 */
function orOtherRules<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof UnknownCommandError)) throw error;
    throw new TrailError('other_rules', 'A change has a command that this version does not know', error);
  }
}

/** Events without the readings of a cluster at their end: only looking at it must not record anything. */
function withoutLastReadings(events: readonly StoredEvent[]): readonly StoredEvent[] {
  return events.slice(0, events.findLastIndex((event) => !isClusterAuthor(event.author.id) || notesSave(event)) + 1);
}

/**
 * An event as a server takes it. An imported file may have a reason of several lines, or a time that no calendar has,
 * which is the day that clocks carry it over to: the change would wait for ever.
 */
function asRecordable(event: StoredEvent): DocumentEvent {
  const { at, reason, ...others } = withoutPlace(event);
  const timeMs = eventFormFault({ at }) === null ? Number.NaN : Date.parse(at);
  return {
    ...others,
    at: Number.isNaN(timeMs) ? at : new Date(timeMs).toISOString(),
    ...(reason !== undefined && { reason: asOneLine(reason) }),
  };
}

/** How many events go into a request, limited by their number and length. */
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
