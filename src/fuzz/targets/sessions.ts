import fc from 'fast-check';
import { commandOfEvent, isBatch, reduce } from '#domain/commands';
import { createState, evolve, replay, type DocumentState } from '#domain/document';
import { FIRST_HASH, seal, withoutPlace, type Author, type DocumentEvent, type StoredEvent } from '#domain/events';
import {
  formatJson,
  isObject,
  isWithin,
  joinPointer,
  member,
  rebasePointer,
  valueAt,
  type Body,
  type JsonValue,
  type Operation,
  type Pointer,
} from '#domain/json';
import { trackPointer } from '#domain/history';
import { openLog } from '#domain/log';
import { renameReferences, resolvePath } from '#domain/mapping';
import type { EventStore } from '#domain/ports';
import { verifyRecords } from '#domain/proof';
import { locateMappings } from '#domain/template';
import { memoryEventStore, memoryHome, type MemoryHome } from '../../infra/memory-event-store.ts';
import { documentSessionMachine } from '../../machines/document-session-machine.ts';
import { openDocument, type DocumentSession, type DocumentSnapshot } from '../../machines/document-session.ts';
import { body, streamOf, type GeneratedBody } from '../generate/definitions.ts';
import { intent, resolveIntent, type Intent } from '../generate/intents.ts';
import { ADA, BOB, stampSource } from '../generate/stamps.ts';
import { stepInWords } from '../generate/step-words.ts';
import { isSameJson, objectOf } from '../generate/values.ts';
import { expect } from '../laws/expect.ts';
import { countingInspector, statesOf, transitionsOf } from '../case/machine-coverage.ts';
import { inStep } from '../case/steps.ts';
import { NO_COUNTER, type Counter } from '../case/tally.ts';
import { underLaw, type FuzzTarget } from '../case/target.ts';

const NOW = '2026-01-01T00:00:00.000Z';

/** Where there is room an append succeeds at the latest at this attempt. */
const MOST_TRIES = 3;

/** Two tabs of one person, and one of another who works on the same document. */
const TABS: readonly Author[] = [ADA, ADA, BOB];

/** A tab and its person, as a step names them. */
function tabName(at: number): string {
  return `Tab ${at + 1} (${TABS[at]?.name ?? ''})`;
}

const MOVES = ['reload', 'rest', 'full', 'room', 'dismiss'] as const;

/** What happens in one tab: an edit, or something around it. */
type Move =
  | { readonly tab: number; readonly what: 'edit'; readonly intent: Intent }
  | { readonly tab: number; readonly what: (typeof MOVES)[number] };

interface SessionCase extends GeneratedBody {
  /** Tabs that are not notified of other tabs' writes, and discover them by a conflict. */
  readonly deaf: readonly number[];
  readonly moves: readonly Move[];
}

/**
 * States and transitions of an open document that no session here comes to, by the reason. Tests of the machine and of
 * the trail are about them.
 */
export const NOT_REACHED: Readonly<Record<string, readonly string[]>> = {
  'No server records these documents, so no stored event is ever decided again.': [
    'documentSession: LOG_REBASED',
    'open.sync.idle: always 2 > open.sync.rereading',
    'open.sync.storing: done 1 > open.sync.idle',
    'open.sync.rereading',
    'open.sync.rereading: done 1 > open.sync.idle',
    'open.sync.rereading: done 2 > open.sync.idle',
    'open.sync.rereading: error > open.sync.failed',
    'open.sync.rereading: always > open.sync.settled',
  ],
  'All tabs run the same version of Mapledger, and may write.': [
    'opening: done 1 > open.access.readOnly',
    'open.access.readOnly',
    'open.access.writable: NEWER_FORMAT_READ > open.access.readOnly',
    'open.sync.readingTail: done 1 > open.sync.idle',
  ],
  'The storage may be full, but it can be read, and loses nothing.': [
    'opening: error > unreadable',
    'unreadable',
    'open.sync: LOG_TRUNCATED > open.sync.lost',
    'open.sync.lost',
    'open.sync.lost: always > open.sync.settled',
    'open.sync.storing: done 2 > open.sync.failed',
    'open.sync.readingTail: error > open.sync.failed',
  ],
  'A tab is closed once it has stored what it accepted.': ['open.sync.failed: always > open.sync.settled'],
};

function isReachable(name: string): boolean {
  return !Object.values(NOT_REACHED).some((names) => names.includes(name));
}

/**
 * A field is removed in one tab while a batch in another one, which has not heard of it, edits that very field and does
 * something else.
 */
function clash(): fc.Arbitrary<readonly Move[]> {
  return fc
    .record({
      tabs: fc.shuffledSubarray([...TABS.keys()], { minLength: 2, maxLength: 2 }),
      pick: fc.nat({ max: 10_000 }),
      removal: intent(['removeField']),
      batch: intent(['batch'], ['setParameters', 'editField', 'changeType']),
      other: intent(['addField']),
    })
    .map(({ tabs: [first = 0, second = 1], pick, removal, batch, other }): readonly Move[] => [
      { tab: first, what: 'edit', intent: { ...removal, pick } },
      {
        tab: second,
        what: 'edit',
        intent: { ...batch, pick, parts: [...batch.parts.map((part) => ({ ...part, pick })), other] },
      },
    ]);
}

/**
 * A field is renamed or removed in one tab while another one, which has not heard of it, adds a field that refers to
 * it, by itself or in a batch; it may rename the field alike.
 */
function referral(): fc.Arbitrary<readonly Move[]> {
  return fc
    .record({
      tabs: fc.shuffledSubarray([...TABS.keys()], { minLength: 2, maxLength: 2 }),
      // An added field gets a `copy_to` where this is a multiple of 7.
      pick: fc.oneof(
        fc.nat({ max: 10_000 }),
        fc.nat({ max: 1_000 }).map((each) => 7 * each),
      ),
      change: intent(['renameField', 'removeField']),
      add: intent(['addField']),
      type: fc.constantFrom('alias', 'keyword'),
      batch: fc.option(intent(['batch'], ['setParameters', 'addField'])),
      isAlike: fc.boolean(),
    })
    .map(({ tabs: [first = 0, second = 1], pick, change, add, type, batch, isAlike }): readonly Move[] => {
      const referring = { ...add, pick, definition: { type } };
      const adding = batch === null ? referring : { ...batch, parts: [referring, ...batch.parts] };
      return [
        { tab: first, what: 'edit', intent: { ...change, pick } },
        { tab: second, what: 'edit', intent: adding },
        ...(isAlike ? [{ tab: second, what: 'edit' as const, intent: { ...change, pick } }] : []),
      ];
    });
}

/** Whole sessions: tabs and people on one document, with reloads and a storage that is full for a while. */
export const sessionTarget: FuzzTarget = {
  name: 'session',
  values(corpus) {
    const tab = fc.nat({ max: TABS.length - 1 });
    const move = fc.oneof<fc.WeightedArbitrary<Move>[]>(
      { weight: 6, arbitrary: fc.record({ tab, what: fc.constant('edit' as const), intent: intent() }) },
      { weight: 2, arbitrary: fc.record({ tab, what: fc.constantFrom(...MOVES) }) },
    );
    const made = fc
      .record({
        start: body(),
        deaf: fc.uniqueArray(tab),
        moves: fc
          .array(
            fc.oneof(
              { weight: 14, arbitrary: move.map((one) => [one]) },
              { weight: 2, arbitrary: clash() },
              { weight: 1, arbitrary: referral() },
            ),
            { minLength: 3, maxLength: 14, size: 'max' },
          )
          .map((groups) => groups.flat()),
      })
      .map(({ start, ...rest }): SessionCase => ({ ...start, ...rest }));
    const cases =
      corpus.length === 0
        ? made
        : fc.tuple(made, fc.constantFrom(...corpus)).map(([given, entry]) => ({
            ...given,
            body: entry.body,
            mappingsAt: locateMappings(entry.body).mappingsAt,
          }));
    return cases as fc.Arbitrary<unknown> as fc.Arbitrary<JsonValue>;
  },
  async holds(value, counter) {
    const run = new SessionRun(value as unknown as SessionCase, counter);
    await run.live();
    run.check();
  },
  coverage: {
    move: ['edit', ...MOVES],
    save: ['saved', 'saving', 'failed'],
    outcome: ['accepted', 'rejected', 'unchanged', 'stored', 'set aside'],
    state: statesOf(documentSessionMachine).filter(isReachable),
    transition: transitionsOf(documentSessionMachine).filter(isReachable),
  },
};

class SessionRun {
  readonly #case: SessionCase;
  readonly #counter: Counter;
  readonly #home: MemoryHome = memoryHome();
  readonly #tabs: (DocumentSession | undefined)[] = [];
  readonly #stamps = TABS.map((_, at) => stampSource(at + 1));
  /** Events that a tab has shown as its own, by their ids. */
  readonly #accepted = new Map<string, DocumentEvent>();
  /** How many references to missing fields each wrote when it was first decided, and how many lost a field by it. */
  readonly #dangling = new Map<string, { readonly written: number; readonly removed: number }>();
  /** Of those, what a tab has said that it set aside: the person was shown it. */
  readonly #setAside = new Set<string>();
  #isFull = false;

  constructor(given: SessionCase, counter: Counter) {
    this.#case = given;
    this.#counter = counter;
  }

  async live(): Promise<void> {
    const { body: startWith, deaf } = this.#case;
    this.#counter.did(() => `Open a document of ${inStep(startWith)} in ${TABS.length} tabs`);
    if (deaf.length > 0) this.#counter.did(() => `${deaf.map(tabName).join(' and ')} hear nothing of the others`);
    for (const at of TABS.keys()) await this.#open(at);
    for (const move of this.#case.moves) {
      this.#counter.met('move', move.what);
      await this.#make(move);
    }
    this.#isFull = false;
    // What one tab stores may be a conflict for another one that has been at rest.
    for (let round = 0; round < TABS.length + 1; round++) for (const at of TABS.keys()) await this.#rest(at);
    // Who heard nothing reads it now.
    for (const at of this.#case.deaf) {
      this.#close(at);
      await this.#open(at);
    }
  }

  async #make(move: Move): Promise<void> {
    const session = this.#tabs[move.tab] as DocumentSession;
    switch (move.what) {
      case 'edit': {
        const before = session.getSnapshot().state;
        const { command } = resolveIntent(before, move.intent);
        const reduced = session.dispatch(command);
        const outcome = 'event' in reduced ? 'accepted' : 'rejected' in reduced ? 'rejected' : 'unchanged';
        this.#counter.did(() => stepInWords(tabName(move.tab), command, reduced));
        this.#counter.tried(outcome === 'accepted');
        this.#counter.met('outcome', outcome);
        if ('event' in reduced) {
          const { event } = reduced;
          const { mappingsAt } = before;
          const written = mostDangling(event, before.body, mappingsAt);
          this.#accepted.set(event.id, event);
          this.#dangling.set(event.id, { written, removed: targetsRemoved(event, before.body, mappingsAt) });
        }
        this.#counter.met('save', session.getSnapshot().save.kind);
        return;
      }
      case 'reload':
        this.#counter.did(() => `${tabName(move.tab)} is reloaded`);
        // A page that is left stores what it accepted, as far as there is room.
        if (!this.#isFull) await this.#rest(move.tab);
        this.#note(session.getSnapshot());
        if (session.getSnapshot().save.kind !== 'saved') return;
        this.#close(move.tab);
        return this.#open(move.tab);
      case 'rest':
        this.#counter.did(() => `${tabName(move.tab)} waits until all is stored`);
        return this.#isFull ? undefined : this.#rest(move.tab);
      case 'full':
        this.#counter.did(() => 'The storage is full');
        this.#isFull = true;
        return;
      case 'room':
        this.#counter.did(() => 'The storage has room again, and every tab tries again');
        this.#isFull = false;
        for (const tab of this.#tabs) tab?.retry();
        return;
      case 'dismiss':
        this.#counter.did(() => `${tabName(move.tab)} dismisses what was set aside`);
        this.#note(session.getSnapshot());
        for (const parked of session.getSnapshot().parked) session.dismiss(parked);
    }
  }

  async #open(at: number): Promise<void> {
    const { body: startWith, mappingsAt, deaf } = this.#case;
    const author = TABS[at] as Author;
    const stamp = this.#stamps[at] as ReturnType<typeof stampSource>;
    const plain = memoryEventStore(this.#home);
    const store: EventStore = {
      ...plain,
      append: async (...call) => {
        if (this.#isFull) throw new DOMException('The storage is full.', 'QuotaExceededError');
        return plain.append(...call);
      },
      ...(deaf.includes(at) && { subscribe: () => () => undefined }),
    };
    const ports = { store, clock: { now: () => NOW }, ids: { next: () => stamp().id }, author };
    const wasFull = this.#isFull;
    this.#isFull = false;
    this.#tabs[at] = await openDocument(ports, {
      stream: streamOf(this.#case),
      mappingsAt,
      startWith,
      inspect: countingInspector(this.#counter),
    });
    this.#isFull = wasFull;
  }

  #close(at: number): void {
    const tab = this.#tabs[at];
    if (tab === undefined) return;
    this.#note(tab.getSnapshot());
    tab.close();
    this.#tabs[at] = undefined;
  }

  async #rest(at: number): Promise<void> {
    const tab = this.#tabs[at];
    if (tab === undefined) return;
    // An append that was on its way when there was no room fails only now.
    for (let tries = 1; ; tries++) {
      tab.retry();
      try {
        await tab.whenSaved();
        break;
      } catch (error) {
        if (tries === MOST_TRIES) throw error;
      }
    }
    this.#note(tab.getSnapshot());
  }

  #note({ save, parked }: DocumentSnapshot): void {
    this.#counter.met('save', save.kind);
    for (const { id } of parked) {
      this.#counter.met('outcome', 'set aside');
      this.#setAside.add(id);
    }
  }

  /** What is stored, as it was before it was sealed. */
  events(): readonly DocumentEvent[] {
    const { events } = openLog(this.#home.logs.get(streamOf(this.#case)) ?? []);
    return events.map(withoutPlace);
  }

  check(): void {
    const records = this.#home.logs.get(streamOf(this.#case)) ?? [];
    const { events } = openLog(records);
    const ids = events.map(({ id }) => id);
    for (const _ of ids) this.#counter.met('outcome', 'stored');
    underLaw('every event is stored once', () => expect(new Set(ids).size).toBe(ids.length));
    underLaw('what was accepted is stored, or was said to be set aside', () => {
      const stored = new Set(ids);
      const notStored = [...this.#accepted.values()].filter(({ id }) => !stored.has(id));
      const lost = notStored.filter(({ id }) => !this.#setAside.has(id));
      // What is set aside is wanted no more once its undo is set aside with it.
      const takenBack = new Set(lost.map(({ undoes }) => undoes));
      // So has a restore nothing left to do where what it takes back is not stored: an edit of the same person before.
      const isTakingBack = ({ id, type, author }: DocumentEvent) =>
        type === 'history.restored' &&
        notStored.some((other) => other.author.id === author.id && other.id < id && other.type !== type);
      const isWanted = (event: DocumentEvent) => !takenBack.has(event.id) && !isTakingBack(event);
      expect(lost.filter((event) => isWanted(event) && !hasNothingLeft(event, events))).toEqual([]);
    });
    underLaw('a batch is stored whole, but for what is left without anything to do', () => {
      const inParts = events.flatMap((event): readonly DocumentEvent[] => {
        const accepted = this.#accepted.get(event.id);
        return accepted !== undefined && partsOf(event) < partsOf(accepted) ? [accepted] : [];
      });
      expect(inParts.filter((accepted) => !hasNothingLeft(accepted, events))).toEqual([]);
    });
    const { mappingsAt } = this.#case;
    underLaw('no reference names a missing field because two edited at once', () => {
      let before: Body;
      // A text can bring back what somebody has written.
      const known = new Set<string>();
      for (const event of events) {
        const after = replay(before, [event]);
        const [all, was] = [after, before].map((body) => danglingIn(body, mappingsAt));
        const made = danglingOf(event, after, mappingsAt).filter((target) => !known.has(target));
        const more = Math.min(made.length, (all?.length ?? 0) - (was?.length ?? 0));
        const first = this.#dangling.get(event.id);
        // A person may remove what the own other tab has just added and referred to.
        if (!REDONE.includes(event.type) && first !== undefined) {
          const removed = Math.max(0, targetsRemoved(event, before, mappingsAt) - first.removed);
          expect(more, event.summary).toBeLessThanOrEqual(first.written + removed);
        }
        for (const { target } of all ?? []) known.add(target);
        before = after;
      }
    });
    const replayed = replay(undefined, events);
    underLaw('every tab shows the result of the log', () => {
      for (const [at, tab] of this.#tabs.entries()) {
        const { state } = tab?.getSnapshot() ?? {};
        expect(isSameJson(state?.body, replayed), `tab ${at}`).toBe(true);
        expect(state?.history.version, `tab ${at}`).toBe(events.length);
      }
    });
    underLaw('the log verifies: each command gives its event', () =>
      expect(verifyRecords(records)).toHaveProperty('ok', true),
    );
    underLaw('the same commands give the same log, byte for byte', () => expectSameLog(events, mappingsAt));
  }
}

/** Events that bring back what was written before. */
const REDONE: readonly string[] = ['history.undone', 'history.redone', 'history.restored', 'changes.discarded'];

/** The missing fields that references of an event name. */
function danglingOf({ patch }: DocumentEvent, after: Body, mappingsAt: Pointer): readonly string[] {
  const written = patch.flatMap((operation, index) =>
    'value' in operation ? [rebasePointer(operation.path, patch.slice(index + 1))] : [],
  );
  return danglingIn(after, mappingsAt).flatMap(({ at, target }) =>
    written.some((path) => path !== null && isWithin(at, path)) ? [target] : [],
  );
}

/**
 * How many references to missing fields an event writes at most on the way: a later part of a batch may remove what an
 * earlier one has added, and be left out where others have done the same.
 */
function mostDangling(event: DocumentEvent, before: Body, mappingsAt: Pointer): number {
  let most = 0;
  for (let length = isBatch(event.command) ? 1 : event.patch.length; length <= event.patch.length; length++) {
    const begun = { ...event, patch: event.patch.slice(0, length) };
    most = Math.max(most, danglingOf(begun, replay(before, [begun]), mappingsAt).length);
  }
  return most;
}

/** How many aliases and `copy_to` there were of fields that an event removes. */
function targetsRemoved({ patch }: DocumentEvent, before: Body, mappingsAt: Pointer): number {
  let count = 0;
  renameReferences(before, mappingsAt, (target) => {
    const field = resolvePath(before, mappingsAt, target);
    if (field !== null && rebasePointer(field, patch) === null) count++;
    return target;
  });
  return count;
}

/** The aliases and `copy_to` that name a field that is not there, once for each name. */
function danglingIn(body: Body, mappingsAt: Pointer): readonly { readonly at: Pointer; readonly target: string }[] {
  const found: { readonly at: Pointer; readonly target: string }[] = [];
  renameReferences(body, mappingsAt, (target, at) => {
    if (resolvePath(body, mappingsAt, target) === null) found.push({ at, target });
    return target;
  });
  return found;
}

/** How many commands an event comes of. */
function partsOf({ command: { payload } }: DocumentEvent): number {
  const commands = isObject(payload) ? member(payload, 'commands') : undefined;
  return Array.isArray(commands) ? commands.length : 1;
}

/**
 * Whether an event that is not in the log may be missing: what it was to take back is not there to be taken back, or
 * others have written the same before, which leaves it nothing to do.
 */
function hasNothingLeft(
  { id: own, patch, inverse = [], undoes }: DocumentEvent,
  events: readonly StoredEvent[],
): boolean {
  if (undoes !== undefined)
    return !events.some(({ id }) => id === undoes) || events.some((other) => other.undoes === undoes);
  const written = new Set(events.flatMap((event) => event.patch.map(writingOf)));
  const bodies: Body[] = [];
  for (const event of events) bodies.push(replay(bodies.at(-1), [event]));
  const isReached = (operation: Operation) =>
    written.has(writingOf(operation)) || wasReached(events, bodies, operation);
  // Others may have come to the new name by way of another one.
  const isRenamed =
    patch.some((operation) => operation.op === 'move' && isReached(operation)) ||
    events.some((event) => event.id === own && event.patch.some(({ op }) => op === 'move'));
  // Each part by itself: others may have written one part and moved what the other one is about.
  const isDone = (operation: Operation): boolean =>
    isReached(operation) ||
    wasNeverThere(bodies, operation) ||
    followsNothing(bodies, inverse, operation) ||
    (isRenamed && wasReference(inverse, operation)) ||
    membersOf(operation).some((members) => members.every(isDone));
  return patch.every(isDone);
}

/** Whether a version has what an operation comes to, in its place or where that has been moved to. */
function wasReached(events: readonly StoredEvent[], bodies: readonly Body[], operation: Operation): boolean {
  for (const from of bodies.keys()) {
    let path: Pointer | null = operation.path;
    for (let at = from; at < bodies.length && path !== null; at++) {
      if (isThere(bodies[at], { ...operation, path })) return true;
      const next = events[at + 1];
      path = next === undefined ? null : trackPointer(path, [next]);
    }
  }
  return false;
}

/** An operation that adds an object, as one for each member: another author has added the object before. */
function membersOf(operation: Operation): readonly (readonly Operation[])[] {
  if (operation.op !== 'add' || !isObject(operation.value)) return [];
  const members = Object.entries(operation.value);
  return members.length === 0
    ? []
    : [members.map(([name, value]): Operation => ({ op: 'add', path: joinPointer(operation.path, name), value }))];
}

/**
 * Whether what an operation changes is in no version: what made it was set aside, as a reference that a rename takes
 * along.
 */
function wasNeverThere(bodies: readonly Body[], { op, path }: Operation): boolean {
  return op === 'replace' && bodies.every((body) => valueAt(body, path) === undefined);
}

/**
 * Whether an operation replaces a text that no version has at that place: a rename updates references, like an alias of
 * the field, and another author has changed the reference together with the same rename.
 */
function followsNothing(bodies: readonly Body[], inverse: readonly Operation[], { op, path }: Operation): boolean {
  const before = inverse.find((back) => back.op === 'replace' && back.path === path);
  if (op !== 'replace' || before?.op !== 'replace' || typeof before.value !== 'string') return false;
  return bodies.every((body) => valueAt(body, path) !== before.value);
}

/**
 * Whether an operation updates what may refer to a field. Where the rename of the field is stored, as the own one or
 * that of another author, it has updated what referred to the field by then.
 */
function wasReference(inverse: readonly Operation[], { op, path }: Operation): boolean {
  const before = inverse.find((back) => back.op === 'replace' && back.path === path);
  return (
    op === 'replace' && before?.op === 'replace' && [before.value].flat().every((name) => typeof name === 'string')
  );
}

function writingOf(operation: Operation): string {
  return formatJson('value' in operation ? withoutReferences(operation.value) : operation.op);
}

function isThere(body: Body, operation: Operation): boolean {
  const value = valueAt(body, operation.path);
  return 'value' in operation
    ? value !== undefined && isSameJson(withoutReferences(value), withoutReferences(operation.value))
    : (value === undefined) === (operation.op === 'remove');
}

/** A definition, or what holds some, without the names of other fields: those follow the fields. */
function withoutReferences(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  return objectOf(
    Object.entries(value).flatMap(([name, each]) =>
      name === 'copy_to' || name === 'path' ? [] : [[name, withoutReferences(each)]],
    ),
  );
}

/** The events that a case has stored, as far as it gets. */
export async function eventsOfSession(value: JsonValue): Promise<readonly DocumentEvent[]> {
  const run = new SessionRun(value as unknown as SessionCase, NO_COUNTER);
  // Where it throws, that is what the case shows.
  await run.live().catch(() => undefined);
  return run.events();
}

/** Decides every command of a log anew, with the stamps that it had. */
export function expectSameLog(events: readonly StoredEvent[], mappingsAt: string): void {
  let state: DocumentState = createState({ body: undefined, mappingsAt });
  let prevHash = FIRST_HASH;
  for (const [at, event] of events.entries()) {
    const after = evolve(state, event);
    const command = commandOfEvent(event, state, after);
    if (command !== null) {
      const { id, at: time, author, reason, base } = event;
      const stamp = {
        ...{ id, at: time, author },
        ...(reason !== undefined && { reason }),
        ...(base !== undefined && { base }),
      };
      const again = reduce(state, command, stamp);
      expect(again, `event ${at + 1}, ${event.summary}`).toHaveProperty('event');
      if ('event' in again) {
        const place = { stream: event.stream, version: event.version, prevHash };
        // A whole text is kept as a digest, which the order of its members is part of: no patch keeps that order.
        const sealed = seal({ ...again.event, command: event.command }, place);
        expect(sealed.text).toBe(seal(withoutPlace(event), place).text);
        prevHash = sealed.hash;
      }
    }
    state = after;
  }
}
