import {
  definitionOf,
  followCommand,
  rebaseCommand,
  reduce,
  type Command,
  type DocumentCommand,
  type Reduced,
  type RejectionDetail,
} from '#domain/commands';
import { createState, evolve, openState, type DocumentState } from '#domain/document';
import { EVENT_LIMIT, INVERSE_LIMIT, type Author, type DocumentEvent, type Stamp } from '#domain/events';
import { followAgain } from '#domain/history';
import { formatJson, rebasePointer, type JsonObject, type JsonValue, type Pointer } from '#domain/json';
import { eventIdOf, hashLongRecords, LogFaultError, openLog, type OpenedLog } from '#domain/log';
import type { Clock, Cut, Digest, EventStore, IdSource } from '#domain/ports';
import { cutTornEnd } from './torn-end.ts';

/** What a session needs from outside. */
export interface SessionPorts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly author: Author;
  /** Absent where long records have to be hashed on this thread. */
  readonly digest?: Digest;
}

export type SaveStatus =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving'; readonly pending: number }
  | { readonly kind: 'failed'; readonly pending: number; readonly error: Error };

/** A command that was decided again after somebody else's change, and is not possible any more. Kept to be shown. */
export interface SetAsideCommand {
  /** Of the event that it would have come to; it stays while the command follows its fields. */
  readonly id: string;
  /** As it would have to be given now: its pointers follow all that comes after it. Null where what it was about is gone for good. */
  readonly command: Command | null;
  readonly summary: string;
  readonly detail: RejectionDetail;
}

export interface DocumentSnapshot {
  readonly state: DocumentState;
  readonly save: SaveStatus;
  /** Why nothing can be changed, or null. */
  readonly readOnly: { readonly reason: string } | null;
  readonly setAside: readonly SetAsideCommand[];
  /** What was cut off its damaged end, now or on an earlier visit, and nobody has dismissed yet. */
  readonly cuts: readonly Cut[];
}

/**
 * `isOwn`: this very session decided them, rather than another tab or person. `follow` says where a field is after the
 * change, or null when it is gone.
 */
export type EventsListener = (
  events: readonly DocumentEvent[],
  isOwn: boolean,
  follow: (field: Pointer) => Pointer | null,
) => void;

/** One document, open: decides commands at once, stores their events in order, and follows what others store. */
export interface DocumentSession {
  readonly stream: string;
  /** The same object until something changes, for `useSyncExternalStore`. */
  getSnapshot(): DocumentSnapshot;
  subscribe(listener: () => void): () => void;
  /** Calls `listener` with each event once, in order, when it becomes part of the state: own ones at once, others' when read. */
  onEvents(listener: EventsListener): () => void;
  /**
   * Decides a command on the present state. The event is shown at once and stored in the background; a closed document rejects it. `by` is who
   * did it, where that is not the author of this device: a cluster, say.
   */
  dispatch(command: DocumentCommand | Command, by?: Author): Reduced;
  /** Resolves when nothing is waiting to be stored; rejects with the error when storing failed. */
  whenSaved(): Promise<void>;
  /** Tries again to store what failed. */
  retry(): void;
  /** Forgets a command that was set aside. */
  dismiss(command: SetAsideCommand): void;
  /** Says no more what was cut off; it is kept. Rejects where the store can't note that. */
  dismissCut(cut: Cut): Promise<void>;
  close(): void;
}

export interface OpenDocumentOptions {
  readonly stream: string;
  readonly mappingsAt?: Pointer;
  /** The body of a stream that does not exist yet; without it such a stream opens empty. */
  readonly startWith?: JsonObject;
  /** Why it can be read, but not changed. */
  readonly readOnlyReason?: string;
}

/** Each time that a log can't be read its end is cut once; tabs that open at once may be faster than this one. */
const MOST_CUTS = 3;

interface Pending {
  readonly command: Command;
  readonly stamp: Stamp;
  readonly event: DocumentEvent;
  /** The state with this event. */
  readonly after: DocumentState;
}

/**
 * Opens a document by its log. Where nothing but its newest records is damaged, as by a write that was not finished, they are cut off,
 * kept and told of. @throws LogFaultError for a log that is damaged elsewhere, and whatever the store throws when it can't be read.
 */
export async function openDocument(ports: SessionPorts, options: OpenDocumentOptions): Promise<DocumentSession> {
  const session = new StoredDocument(ports, options);
  await session.open(options);
  return session;
}

/** The store no longer has what it had: the site's data were deleted, or somebody else has put another log in its place. */
export class StreamLostError extends Error {
  override readonly name = 'StreamLostError';
  constructor() {
    super(
      'What was stored of this document is gone. It is still complete on this page: export it before you close the page.',
    );
  }
}

/** Whether a store will refuse the event; the inverse is left out of it where it is long. */
function isTooLarge({ patch, command }: DocumentEvent): boolean {
  const length = formatJson(patch as unknown as JsonValue).length + formatJson(command.payload).length;
  return length > EVENT_LIMIT - 2 * INVERSE_LIMIT;
}

class StoredDocument implements DocumentSession {
  readonly stream: string;
  readonly #ports: SessionPorts;
  readonly #listeners = new Set<() => void>();
  readonly #eventListeners = new Set<EventsListener>();
  /** What the store has, as far as we read it. */
  #stored: DocumentState;
  /** Decided on top of `#stored`, in order, and not stored yet. */
  #pending: readonly Pending[] = [];
  #snapshot: DocumentSnapshot;
  /** The task that stores and reads; one at a time. */
  #work: Promise<void> | null = null;
  /** The newest version that the store has told of. */
  #toldVersion = 0;
  /** How many changes only this tab has, since another one has found the end of the log damaged and cut it; 0 where none has. */
  #cutShortBy = 0;
  #isOpen = false;
  #unsubscribe: () => void = () => undefined;

  constructor(ports: SessionPorts, { stream, mappingsAt }: OpenDocumentOptions) {
    this.stream = stream;
    this.#ports = ports;
    this.#stored = createState({ body: undefined, ...(mappingsAt !== undefined && { mappingsAt }) });
    this.#snapshot = { state: this.#stored, save: { kind: 'saved' }, readOnly: null, setAside: [], cuts: [] };
  }

  async open({ startWith, readOnlyReason }: Pick<OpenDocumentOptions, 'startWith' | 'readOnlyReason'>): Promise<void> {
    const { store } = this.#ports;
    this.#unsubscribe = store.subscribe((change) => {
      if (change.stream !== this.stream) return;
      if (change.isCut === true) return this.#cutShort(change.version);
      this.#toldVersion = Math.max(this.#toldVersion, change.version);
      this.#start();
    });
    try {
      const { events, newerFormat } = await this.#readLog();
      this.#stored = openState({ body: undefined, mappingsAt: this.#stored.mappingsAt }, events);
      const readOnly =
        newerFormat === undefined
          ? readOnlyReason === undefined
            ? null
            : { reason: readOnlyReason }
          : {
              reason: `This log was written by a newer version of Mapledger (event format ${newerFormat}). It can be read, but not changed.`,
            };
      const cuts = (await store.ends?.list(this.stream)) ?? [];
      this.#publish({ state: this.#stored, readOnly, cuts: cuts.filter(({ isDismissed }) => !isDismissed) });
    } catch (error) {
      this.close();
      throw error;
    }
    this.#isOpen = true;
    this.#start();
    if (startWith === undefined || this.#stored.history.version > 0) return;
    const command: Command = { type: 'document.create', payload: { body: startWith } };
    const started = this.dispatch(command);
    if ('rejected' in started) throw new Error(started.rejected.detail.message);
    await this.whenSaved();
    // Somebody else may have started it in the same moment; then what is there is opened, and nobody need know.
    const own = 'event' in started ? this.#snapshot.setAside.find(({ id }) => id === started.event.id) : undefined;
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

  dispatch(command: DocumentCommand | Command, by?: Author): Reduced {
    const { readOnly, state } = this.#snapshot;
    definitionOf(command.type);
    if (!this.#isOpen)
      return {
        rejected: {
          code: 'document.closed',
          detail: { message: 'This document is closed. Open it again to change it.' },
        },
      };
    if (readOnly !== null) return { rejected: { code: 'document.read_only', detail: { message: readOnly.reason } } };
    const { clock, ids, author } = this.#ports;
    const stamp: Stamp = { id: ids.next(), at: clock.now(), author: by ?? author };
    const reduced = reduce(state, command, stamp);
    if (!('event' in reduced)) return reduced;
    if (isTooLarge(reduced.event)) {
      const message = `This change is too large to be stored: the limit is ${EVENT_LIMIT / (1024 * 1024)} million characters (Mi).`;
      return { rejected: { code: 'event.too_large', detail: { message } } };
    }
    const after = evolve(state, reduced.event);
    this.#pending = [...this.#pending, { command, stamp, event: reduced.event, after }];
    const follow = (field: Pointer) => rebasePointer(field, reduced.event.patch);
    this.#publish({ state: after, save: this.#waiting(), setAside: followAll(this.#snapshot.setAside, follow) });
    this.#announce([reduced.event], true, follow);
    this.#start();
    return reduced;
  }

  async whenSaved(): Promise<void> {
    while (this.#work !== null) await this.#work;
    if (this.#snapshot.save.kind === 'failed') throw this.#snapshot.save.error;
  }

  retry(): void {
    if (this.#snapshot.save.kind === 'failed') this.#publish({ save: this.#waiting() });
    this.#start();
  }

  dismiss({ id }: SetAsideCommand): void {
    this.#publish({ setAside: this.#snapshot.setAside.filter((other) => other.id !== id) });
  }

  async dismissCut(cut: Cut): Promise<void> {
    await this.#ports.store.ends?.dismiss(cut);
    this.#publish({ cuts: this.#snapshot.cuts.filter(({ number }) => number !== cut.number) });
  }

  close(): void {
    this.#isOpen = false;
    this.#unsubscribe();
    this.#listeners.clear();
    this.#eventListeners.clear();
  }

  /** The whole log; its end is cut first where that is all that is wrong with it. */
  async #readLog(): Promise<OpenedLog> {
    const { store, clock, digest } = this.#ports;
    for (let cuts = 0; ; cuts++) {
      try {
        const records = await store.read(this.stream);
        return openLog(records, digest && { knownHashes: await hashLongRecords(records, digest) });
      } catch (error) {
        if (!(error instanceof LogFaultError) || store.ends === undefined || cuts === MOST_CUTS) throw error;
        if (!(await cutTornEnd(store.ends, this.stream, clock))) throw error;
      }
    }
  }

  #cutShort(version: number): void {
    const { version: storedVersion } = this.#stored.history;
    if (version >= storedVersion) return;
    this.#cutShortBy = storedVersion - version;
    this.#publish({ save: this.#waiting() });
  }

  /** What is said of the changes that are not stored. */
  #waiting(): SaveStatus {
    const pending = this.#pending.length + this.#cutShortBy;
    return this.#cutShortBy === 0
      ? { kind: 'saving', pending }
      : { kind: 'failed', pending, error: new StreamLostError() };
  }

  get #isBehind(): boolean {
    return this.#toldVersion > this.#stored.history.version;
  }

  get #hasWork(): boolean {
    // What was decided is stored even when the document has been closed meanwhile.
    return this.#pending.length > 0 || (this.#isBehind && this.#isOpen);
  }

  #start(): void {
    if (this.#work !== null || !this.#hasWork || this.#snapshot.save.kind === 'failed' || this.#cutShortBy > 0) return;
    this.#work = this.#run().then(() => {
      this.#work = null;
      // Something may have arrived between the last look and the end of the task.
      this.#start();
    });
  }

  async #run(): Promise<void> {
    try {
      while (this.#hasWork && this.#cutShortBy === 0) {
        if (this.#isBehind) await this.#readTail();
        else await this.#storePending();
      }
      if (this.#snapshot.save.kind === 'saving') this.#publish({ save: { kind: 'saved' } });
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#publish({ save: { kind: 'failed', error, pending: this.#pending.length } });
    }
  }

  async #storePending(): Promise<void> {
    const batch = this.#pending;
    const expected = this.#stored.history.version;
    const result = await this.#ports.store.append(
      this.stream,
      expected,
      batch.map(({ event }) => event),
    );
    if (result.conflict) {
      if (result.actualVersion <= expected) throw new StreamLostError();
      this.#toldVersion = Math.max(this.#toldVersion, result.actualVersion);
      return;
    }
    this.#stored = batch.at(-1)?.after ?? this.#stored;
    this.#pending = this.#pending.slice(batch.length);
    if (this.#pending.length > 0) this.#publish({ save: this.#waiting() });
  }

  /** Reads what others stored, and decides what is pending again on top of it. */
  async #readTail(): Promise<void> {
    const { version, tip } = this.#stored.history;
    // The last record that we know is read again, for its hash.
    const records = await this.#ports.store.read(this.stream, Math.max(0, version - 1));
    const last = version === 0 ? undefined : records[0];
    const others = version === 0 ? records : records.slice(1);
    if (others.length === 0 || (version > 0 && (last === undefined || eventIdOf(last) !== tip?.event.id)))
      throw new StreamLostError();
    const { events: tail, newerFormat } = openLog(
      others,
      last === undefined ? {} : { after: { version, hash: last.hash } },
    );
    for (const event of tail) this.#stored = evolve(this.#stored, event);
    if (newerFormat !== undefined) {
      this.#publish({
        readOnly: {
          reason: `Another tab runs a newer version of Mapledger (event format ${newerFormat}). Reload this page.`,
        },
      });
    }
    this.#decideAgain(tail);
  }

  #decideAgain(tail: readonly DocumentEvent[]): void {
    const { readOnly } = this.#snapshot;
    let state = this.#stored;
    const before = this.#pending;
    const pending: Pending[] = [];
    let setAside: readonly SetAsideCommand[] = [];
    for (const { command, stamp, event: old } of before) {
      const rebased = tail.reduce<Command | null>(
        (current, { patch }) => (current === null ? null : rebaseCommand(current, patch)),
        command,
      );
      const reduced: Reduced =
        readOnly !== null
          ? { rejected: { code: 'document.read_only', detail: { message: readOnly.reason } } }
          : rebased === null
            ? {
                rejected: {
                  code: 'document.target_gone',
                  detail: { message: 'What it was about has been removed in the meantime.' },
                },
              }
            : reduce(state, rebased, stamp);
      if ('rejected' in reduced)
        setAside = [
          ...setAside,
          { id: stamp.id, command: rebased, summary: old.summary, detail: reduced.rejected.detail },
        ];
      if (!('event' in reduced) || rebased === null) continue;
      state = evolve(state, reduced.event);
      setAside = followAll(setAside, (field) => rebasePointer(field, reduced.event.patch));
      pending.push({ command: rebased, stamp, event: reduced.event, after: state });
    }
    this.#pending = pending;
    const again = { before: before.map(eventOf), since: tail, after: pending.map(eventOf) };
    const follow = followAgain(again);
    this.#publish({ state, setAside: [...followAll(this.#snapshot.setAside, follow), ...setAside] });
    this.#announce(tail, false, follow);
  }

  #publish(change: Partial<DocumentSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }

  #announce(...change: Parameters<EventsListener>): void {
    for (const listener of this.#eventListeners) listener(...change);
  }
}

function eventOf({ event }: Pending): DocumentEvent {
  return event;
}

/** The same array where there is nothing in it, so that nothing is made for each command that is given. */
function followAll(
  setAside: readonly SetAsideCommand[],
  follow: (field: Pointer) => Pointer | null,
): readonly SetAsideCommand[] {
  if (setAside.length === 0) return setAside;
  return setAside.map((item) => ({
    ...item,
    command: item.command === null ? null : followCommand(item.command, follow),
  }));
}
