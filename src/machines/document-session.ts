import { createActor, fromCallback, fromPromise, waitFor, type Actor, type InspectionEvent } from 'xstate';
import { definitionOf, type Command, type DocumentCommand, type Reduced, type Rejection } from '#domain/commands';
import { createState, openState, type DocumentState } from '#domain/document';
import {
  clusterAuthor,
  EVENT_LIMIT,
  type Author,
  type DocumentEvent,
  type Stamp,
  type StoredEvent,
} from '#domain/events';
import { rebasePointer, type JsonObject, type Pointer } from '#domain/json';
import { eventIdOf, hashLongRecords, LogFaultError, openLog, type OpenedLog } from '#domain/log';
import type { Clock, Digest, EventStore, IdSource, SetAsideEvent, TruncatedTail } from '#domain/ports';
import {
  documentSessionMachine,
  saveStatusOf,
  StreamLostError,
  type AppendOutput,
  type DocumentSessionEvent,
  type LogChange,
  type ReadLogOutput,
  type ReadTailOutput,
  type SaveStatus,
} from './document-session-machine.ts';
import {
  applyTail,
  decide,
  isTooLarge,
  rebasePending,
  rejectionOf,
  toRebase,
  trackParked,
  withoutLastReadings,
  type PendingCommand,
  type ParkedCommand,
  type TrackPointer,
} from './pending-commands.ts';
import { parkedOf, replacedEvents } from './replaced-events.ts';
import { truncateTornWrite } from './torn-end.ts';

/** The ports and values that a session needs. */
export interface SessionPorts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly author: Author;
  /** Why this person changes things at the moment, where the person gave a reason. */
  readonly reason?: string | undefined;
  /**
   * Restores the damaged part of a stream from the server; false where it can't. Absent where no server has the stream.
   */
  readonly restore?: (stream: string, fault: LogFaultError) => Promise<boolean>;
  /** Absent where long records have to be hashed on this thread. */
  readonly digest?: Digest;
}

export type { SaveStatus } from './document-session-machine.ts';
export type { ParkedCommand } from './pending-commands.ts';

export interface DocumentSnapshot {
  readonly state: DocumentState;
  readonly save: SaveStatus;
  /** Why nothing can be changed, or null. */
  readonly readOnly: { readonly reason: string } | null;
  readonly parked: readonly ParkedCommand[];
  /** Truncated tails, cut off now or on an earlier visit, that nobody has dismissed yet. */
  readonly cuts: readonly TruncatedTail[];
  /** How many of the last events of the state are readings that are stored with the next command only. */
  readonly readings: number;
}

/**
 * Where a command comes from: the person, or the cluster, as the person's browser has read its state (`reading`) or its
 * answer to a request of the person (`answer`). A `beginning` is the person's, and is stored with the first change, as
 * a reading is.
 */
export type CommandSource = 'person' | 'beginning' | 'reading' | 'answer';

/**
 * `isOwn`: this very session decided the events, rather than another tab or person. `trackPointer` returns where a
 * field is after the change, or null when it is gone.
 */
export type EventsListener = (events: readonly DocumentEvent[], isOwn: boolean, trackPointer: TrackPointer) => void;

/** An open document: decides commands at once, stores their events in order, and follows what others store. */
export interface DocumentSession {
  readonly stream: string;
  /** The same object until something changes, for `useSyncExternalStore`. */
  getSnapshot(): DocumentSnapshot;
  subscribe(listener: () => void): () => void;
  /**
   * Calls `listener` with each event once, in order, when it becomes part of the state: own events at once, others'
   * when read.
   */
  onEvents(listener: EventsListener): () => void;
  /**
   * Decides a command on the present state. The event is shown at once and stored in the background; a closed document
   * rejects it. Reading a cluster changes nothing: a reading is stored together with the next command that is not a
   * reading.
   */
  dispatch(command: DocumentCommand | Command, source?: CommandSource): Reduced;
  /** Stores the readings that are held, since content that is typed over them needs them. */
  storeReadings(): void;
  /** Resolves when nothing is waiting to be stored; rejects with the error when storing failed. */
  whenSaved(): Promise<void>;
  /** Retries what could not be stored. */
  retry(): void;
  /** Forgets a command that was set aside. */
  dismiss(command: ParkedCommand): void;
  /** Hides the notice of a truncated tail, which is kept. Rejects where the store can't note that. */
  dismissCut(cut: TruncatedTail): Promise<void>;
  /** Takes no more commands and notifies nobody any more; what was accepted is still stored. */
  close(): void;
}

type StartOptions = Pick<OpenDocumentOptions, 'startWith' | 'found' | 'beginsWith'>;

export interface OpenDocumentOptions {
  readonly stream: string;
  readonly mappingsAt?: Pointer;
  /** The body of a stream that does not exist yet; without it, and without `found`, such a stream opens empty. */
  readonly startWith?: JsonObject;
  /** The initial body, as it was read from the cluster. It is stored together with the first change. */
  readonly found?: JsonObject;
  /**
   * An initial body of this author. It is stored together with the first change, so that opening a document records
   * nothing.
   */
  readonly beginsWith?: JsonObject;
  /** Why it can be read, but not changed. */
  readonly readOnlyReason?: string;
  /** Called with each step of its statechart. */
  readonly inspect?: (event: InspectionEvent) => void;
}

/**
 * How often a log that can't be read is truncated in one reading; tabs that open at once may be faster than this one.
 */
const MOST_CUTS = 3;
/** Where events were replaced no further back than this, the log need not be read from its beginning. */
const KEPT_STATES = 32;

/**
 * Opens a document by its log. Where only its newest records are damaged, as by a torn write, they are cut off, kept
 * and reported; other damage is restored from the server, where that has recorded it. @throws LogFaultError where that
 * is not possible, and whatever the store throws when it can't be read.
 */
export async function openDocument(ports: SessionPorts, options: OpenDocumentOptions): Promise<DocumentSession> {
  const session = new StoredDocument(ports, options);
  await session.open(options);
  return session;
}

/**
 * The synchronous shell of `documentSessionMachine`. It holds the document and the pending commands, which the machine
 * only counts, and decides commands by itself: the machine may be in the middle of a transition. Its state advances in
 * the actors that it provides.
 */
class StoredDocument implements DocumentSession {
  readonly stream: string;
  readonly #ports: SessionPorts;
  readonly #readOnlyReason: string | undefined;
  /** How often stored events had been replaced when the log was read last. */
  #rebases = 0;
  readonly #actor: Actor<typeof documentSessionMachine>;
  readonly #listeners = new Set<() => void>();
  readonly #eventListeners = new Set<EventsListener>();
  /** The state in the store, as far as we have read it. */
  #stored: DocumentState;
  /** The last values of `#stored`, oldest first; never empty once the log was read. */
  #lately: readonly DocumentState[] = [];
  /** Ids of parked commands that the store keeps. */
  readonly #setAside = new Set<string>();
  /** Decided on top of `#stored`, in order, and not stored yet. */
  #pending: readonly PendingCommand[] = [];
  #snapshot: DocumentSnapshot;
  /** The response to every command from now on, or null. */
  #refusal: Rejection | null = null;

  constructor(ports: SessionPorts, { stream, mappingsAt, readOnlyReason, inspect }: OpenDocumentOptions) {
    this.stream = stream;
    this.#ports = ports;
    this.#readOnlyReason = readOnlyReason;
    this.#stored = createState({ body: undefined, ...(mappingsAt !== undefined && { mappingsAt }) });
    this.#snapshot = {
      state: this.#stored,
      save: { kind: 'saved' },
      readOnly: null,
      parked: [],
      cuts: [],
      readings: 0,
    };
    const actors = {
      watchLog: fromCallback<LogChange>(({ sendBack }) => this.#watchLog(sendBack)),
      readLog: fromPromise<ReadLogOutput>(() => this.#readLog()),
      append: fromPromise<AppendOutput>(({ signal }) => this.#append(signal)),
      readTail: fromPromise<ReadTailOutput>(({ signal }) => this.#readTail(signal)),
      readRebased: fromPromise<ReadTailOutput>(({ signal }) => this.#readRebased(signal)),
    };
    this.#actor = createActor(documentSessionMachine.provide({ actors }), { ...(inspect && { inspect }) });
    this.#actor.subscribe((snapshot) => {
      const save = saveStatusOf(snapshot);
      if (!isSameStatus(save, this.#snapshot.save)) this.#publish({ save });
    });
  }

  async open({ startWith, found, beginsWith }: StartOptions): Promise<void> {
    this.#actor.start();
    const opened = await waitFor(this.#actor, (snapshot) => !snapshot.matches('opening'));
    const { error } = opened.context;
    if (opened.matches('unreadable') && error !== null) throw error;
    if (this.#stored.history.version > 0) return;
    if (found !== undefined) this.#startHeld(found, 'reading');
    if (beginsWith !== undefined) this.#startHeld(beginsWith, 'beginning');
    if (startWith === undefined) return;
    try {
      await this.#startWith(startWith);
    } catch (cause) {
      // The caller does not receive this session, so it is closed here.
      this.#actor.stop();
      throw cause;
    }
  }

  /** A document that can't be changed shows nothing that is not stored. */
  #startHeld(body: JsonObject, source: 'beginning' | 'reading'): void {
    if (this.#refusal !== null) return;
    const started = this.dispatch({ type: 'document.create', payload: { body } }, source);
    if ('rejected' in started) throw new Error(started.rejected.detail.message);
  }

  async #startWith(body: JsonObject): Promise<void> {
    const started = this.dispatch({ type: 'document.create', payload: { body } });
    if ('rejected' in started) throw new Error(started.rejected.detail.message);
    await this.whenSaved();
    // Another tab may have started it in the same moment; then the existing document is opened, and nobody need know.
    const own = 'event' in started ? this.#snapshot.parked.find(({ id }) => id === started.event.id) : undefined;
    if (own !== undefined) this.dismiss(own);
  }

  getSnapshot(): DocumentSnapshot {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onEvents(listener: EventsListener): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  dispatch(command: DocumentCommand | Command, source: CommandSource = 'person'): Reduced {
    definitionOf(command.type);
    if (this.#refusal !== null) return this.#refusal;
    const { clock, ids, author, reason } = this.#ports;
    const isOwn = source === 'person' || source === 'beginning';
    const stamp: Stamp = {
      ...{ id: ids.next(), at: clock.now(), author: isOwn ? author : clusterAuthor(author) },
      // The reason is that of the person, not of the cluster.
      ...(reason !== undefined && source === 'person' && { reason }),
    };
    const { reduced, after } = decide(this.#snapshot.state, command, stamp);
    if (!('event' in reduced)) return reduced;
    const { event } = reduced;
    if (isTooLarge(event)) {
      const limit = `${EVENT_LIMIT / (1024 * 1024)} million characters (Mi)`;
      return rejectionOf('event.too_large', `This change is too large to store. The limit is ${limit}.`);
    }
    const isReading = source === 'reading' || source === 'beginning';
    const readings = this.#snapshot.readings;
    this.#pending = [...this.#pending, { command, stamp, event, after, ...(isReading && { isReading }) }];
    const trackPointer: TrackPointer = (field) => rebasePointer(field, event.patch);
    // Listeners get the event together with the save status, which every accepted command changes.
    this.#snapshot = {
      ...this.#snapshot,
      state: after,
      parked: trackParked(this.#snapshot.parked, trackPointer),
      readings: isReading ? readings + 1 : 0,
    };
    if (isReading) this.#publish({});
    else this.#acceptToStore(readings + 1);
    this.#announce([event], true, trackPointer);
    return reduced;
  }

  storeReadings(): void {
    const { readings } = this.#snapshot;
    if (readings === 0 || this.#refusal !== null) return;
    this.#pending = this.#pending.map(({ isReading: _, ...each }) => each);
    this.#snapshot = { ...this.#snapshot, readings: 0 };
    this.#acceptToStore(readings);
  }

  #acceptToStore(count: number): void {
    this.#actor.send({ type: 'COMMAND_ACCEPTED', count });
    // Where a listener gives a command in the middle of a transition, the machine counts it only afterwards.
    if (this.#snapshot.save.kind === 'saved')
      this.#publish({ save: { kind: 'saving', pending: withoutLastReadings(this.#pending).length } });
  }

  async whenSaved(): Promise<void> {
    let settled;
    do settled = await waitFor(this.#actor, (snapshot) => snapshot.hasTag('settled'));
    while (settled !== this.#actor.getSnapshot());
    const save = saveStatusOf(settled);
    if (save.kind === 'failed') throw save.error;
  }

  retry(): void {
    this.#send({ type: 'RETRY' });
  }

  dismiss({ id }: ParkedCommand): void {
    this.#publish({ parked: this.#snapshot.parked.filter((other) => other.id !== id) });
    if (this.#setAside.delete(id)) void this.#ports.store.aside?.dismiss(this.stream, id);
  }

  /** Dismisses the truncated tails whose records are restored from the server. */
  async #dismissRestored(events: readonly StoredEvent[]): Promise<void> {
    for (const cut of this.#snapshot.cuts)
      if (cut.isRestored !== true && isRestored(cut, events)) await this.dismissCut(cut);
  }

  async dismissCut(cut: TruncatedTail): Promise<void> {
    await this.#ports.store.ends?.dismiss(cut);
    this.#publish({ cuts: this.#snapshot.cuts.filter(({ number }) => number !== cut.number) });
  }

  close(): void {
    this.#refusal = rejectionOf('document.closed', 'This document is closed. Reopen it to make changes.');
    this.#listeners.clear();
    this.#eventListeners.clear();
    this.#send({ type: 'CLOSE' });
  }

  #watchLog(tell: (change: LogChange) => void): () => void {
    return this.#ports.store.subscribe(({ stream, version, isCut, isRebased }) => {
      if (stream !== this.stream) return;
      tell({ type: isCut ? 'LOG_TRUNCATED' : isRebased ? 'LOG_REBASED' : 'LOG_APPENDED', version });
    });
  }

  async #countRebases(): Promise<number> {
    return (await this.#ports.store.rebases?.(this.stream)) ?? 0;
  }

  async #readLog(): Promise<ReadLogOutput> {
    this.#rebases = await this.#countRebases();
    const { events, newerFormat } = await this.#readWholeLog();
    const cuts = (await this.#ports.store.ends?.list(this.stream)) ?? [];
    const aside = (await this.#ports.store.aside?.list(this.stream)) ?? [];
    this.#follow(openState({ body: undefined, mappingsAt: this.#stored.mappingsAt }, events));
    const reason =
      newerFormat === undefined
        ? this.#readOnlyReason
        : `This log was written by a newer version of Mapledger (event format ${newerFormat}). It can be viewed but not changed.`;
    if (reason !== undefined) this.#makeReadOnly(reason);
    const parked = this.#park(aside, events);
    this.#publish({ state: this.#stored, cuts: cuts.filter(({ isDismissed }) => !isDismissed), parked });
    await this.#dismissRestored(events);
    return { version: this.#stored.history.version, isReadOnly: reason !== undefined };
  }

  /** The whole log. A torn write at its end is truncated first, and other damage is restored from the server. */
  async #readWholeLog(): Promise<OpenedLog> {
    const { store, clock, digest, restore } = this.#ports;
    for (let cuts = 0; ; cuts++) {
      try {
        const [records, names] = await Promise.all([store.read(this.stream), store.authorNames?.()]);
        const knownHashes = digest && (await hashLongRecords(records, digest));
        return openLog(records, { ...(names && { names }), ...(knownHashes && { knownHashes }) });
      } catch (error) {
        if (!(error instanceof LogFaultError) || store.ends === undefined || cuts === MOST_CUTS) throw error;
        if (await truncateTornWrite(store.ends, this.stream, clock)) continue;
        if ((await restore?.(this.stream, error)) !== true) throw error;
      }
    }
  }

  async #append(signal: AbortSignal): Promise<AppendOutput> {
    const batch = withoutLastReadings(this.#pending);
    const events = batch.map(({ event }) => event);
    const { version, tip } = this.#stored.history;
    const known = { eventId: tip?.event.id, rebases: this.#rebases };
    const result = await this.#ports.store.append(this.stream, version, events, known);
    signal.throwIfAborted();
    if (result.conflict) return result;
    this.#follow(...batch.map(({ after }) => after));
    this.#pending = this.#pending.slice(batch.length);
    return { conflict: false, storedCount: batch.length };
  }

  /** Reads the events that others stored, and rebases the pending commands over them. */
  async #readTail(signal: AbortSignal): Promise<ReadTailOutput> {
    const { version, tip } = this.#stored.history;
    // The last known record is read again, for its hash. Replacements during this reading are reported later.
    const [rebases, records, names] = await Promise.all([
      this.#countRebases(),
      this.#ports.store.read(this.stream, Math.max(0, version - 1)),
      this.#ports.store.authorNames?.(),
    ]);
    if (rebases !== this.#rebases) return this.#readRebased(signal);
    signal.throwIfAborted();
    const last = version === 0 ? undefined : records[0];
    const others = version === 0 ? records : records.slice(1);
    const isTip = version === 0 || (last !== undefined && eventIdOf(last) === tip?.event.id);
    // Events before it may have been replaced, and the notification of that is on its way.
    if (!isTip || others.length === 0) return this.#readRebased(signal);
    const { events: tail, newerFormat } = openLog(others, {
      ...(last !== undefined && { after: { version, hash: last.hash } }),
      ...(names && { names }),
    });
    this.#noteFormat(newerFormat);
    await this.#dismissRestored(tail);
    signal.throwIfAborted();
    return {
      version: version + tail.length,
      droppedCount: this.#rebase(applyTail(this.#stored, tail), tail),
      hasNewerFormat: newerFormat !== undefined,
    };
  }

  /** Reads again what was replaced. An event that is neither in the log nor set aside any more is lost. */
  async #readRebased(signal: AbortSignal): Promise<ReadTailOutput> {
    const { store } = this.#ports;
    const aside = await store.aside?.list(this.stream);
    if (aside === undefined) throw new StreamLostError();
    const rebases = await this.#countRebases();
    const { base, events, newerFormat } = await this.#readFrom(this.#lately[0]);
    signal.throwIfAborted();
    this.#rebases = rebases;
    await this.#dismissRestored(events);
    signal.throwIfAborted();
    const { common, replaced, tail } = replacedEvents(base, this.#stored, events);
    const kept = new Set([...tail.map(({ id }) => id), ...aside.map(({ eventId }) => eventId)]);
    if (replaced.some(({ id }) => !kept.has(id))) throw new StreamLostError();
    this.#noteFormat(newerFormat);
    this.#lately = this.#lately.filter(({ history }) => history.version <= common.history.version);
    const droppedCount = this.#rebase(applyTail(common, tail), tail, replaced);
    const shown = new Set(this.#snapshot.parked.map(({ id }) => id));
    const parked = this.#park(
      aside.filter(({ eventId }) => !shown.has(eventId)),
      events,
    );
    if (parked.length > 0) this.#publish({ parked: [...this.#snapshot.parked, ...parked] });
    const version = base.history.version + events.length;
    return { version, droppedCount, hasNewerFormat: newerFormat !== undefined, isCurrent: true };
  }

  /** The events after a state, or all of them where the log does not contain that state any more. */
  async #readFrom(base: DocumentState | undefined): Promise<OpenedLog & { readonly base: DocumentState }> {
    const { store } = this.#ports;
    const names = await store.authorNames?.();
    const { version, tip } = base?.history ?? { version: 0, tip: null };
    const records = await store.read(this.stream, Math.max(0, version - 1));
    const [last] = records;
    if (base !== undefined && version > 0 && last !== undefined && eventIdOf(last) === tip?.event.id) {
      const after = { version, hash: last.hash };
      return { base, ...openLog(records.slice(1), { after, ...(names && { names }) }) };
    }
    const whole = version === 0 ? records : await store.read(this.stream);
    const empty = createState({ body: undefined, mappingsAt: this.#stored.mappingsAt });
    return { base: empty, ...openLog(whole, names && { names }) };
  }

  #noteFormat(newerFormat: number | undefined): void {
    if (newerFormat === undefined) return;
    this.#makeReadOnly(
      `Another tab runs a newer version of Mapledger (event format ${newerFormat}). Reload this page.`,
    );
  }

  /** Set-aside events that are to be shown. */
  #park(aside: readonly SetAsideEvent[], events: readonly StoredEvent[]): readonly ParkedCommand[] {
    const shown = aside.filter(({ isDismissed }) => !isDismissed);
    for (const { eventId } of shown) this.#setAside.add(eventId);
    return shown.map((event) => parkedOf(event, events));
  }

  /** Advances to a state of the store, by the ones before it. */
  #follow(...states: readonly DocumentState[]): void {
    this.#stored = states.at(-1) ?? this.#stored;
    this.#lately = [...this.#lately, ...states].slice(-KEPT_STATES);
  }

  /** How many pending commands are not pending any more; a listener may add some before this returns. */
  #rebase(stored: DocumentState, tail: readonly DocumentEvent[], replaced: readonly DocumentEvent[] = []): number {
    const before = this.#pending;
    const readOnlyReason = this.#snapshot.readOnly?.reason ?? null;
    const target = { stored, tail, replaced, readOnlyReason };
    const { state, pending, parked, trackPointer } = rebasePending(toRebase(this.#stored, before), target);
    this.#follow(stored);
    this.#pending = pending;
    const toStore = withoutLastReadings(pending);
    this.#publish({
      state,
      parked: [...trackParked(this.#snapshot.parked, trackPointer), ...parked],
      readings: pending.length - toStore.length,
    });
    const known = new Set(replaced.map(({ id }) => id));
    this.#announce(
      tail.filter(({ id }) => !known.has(id)),
      false,
      trackPointer,
    );
    return withoutLastReadings(before).length - toStore.length;
  }

  /** A document that is closed already stays closed. */
  #makeReadOnly(reason: string): void {
    this.#snapshot = { ...this.#snapshot, readOnly: { reason } };
    this.#refusal ??= rejectionOf('document.read_only', reason);
  }

  /** XState warns of an event that is sent to an actor in its final state. */
  #send(event: DocumentSessionEvent): void {
    if (this.#actor.getSnapshot().status === 'active') this.#actor.send(event);
  }

  #publish(change: Partial<DocumentSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    tellEach(this.#listeners);
  }

  #announce(...change: Parameters<EventsListener>): void {
    tellEach(this.#eventListeners, ...change);
  }
}

/** An error of a listener is reported, and stops neither the session nor another listener. */
function tellEach<Args extends readonly unknown[]>(listeners: Iterable<(...args: Args) => void>, ...args: Args): void {
  for (const listener of listeners) {
    try {
      listener(...args);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

/** Whether a log again contains its truncated tail, as a server has recorded it. */
function isRestored({ recordedVersion, records }: TruncatedTail, events: readonly StoredEvent[]): boolean {
  const last = records.at(-1)?.version ?? Infinity;
  if (recordedVersion === undefined || last > recordedVersion) return false;
  return events.some(({ version, recordedAt }) => version === recordedVersion && recordedAt !== undefined);
}

function isSameStatus(a: SaveStatus, b: SaveStatus): boolean {
  if (a.kind === 'saved' || b.kind === 'saved') return a.kind === b.kind;
  const errorOf = (status: SaveStatus) => (status.kind === 'failed' ? status.error : null);
  return a.kind === b.kind && a.pending === b.pending && errorOf(a) === errorOf(b);
}
