import fc from 'fast-check';
import { expect, it } from 'vitest';
import { body } from '../src/fuzz/generate/definitions.ts';
import { intent, resolveIntent, type Intent } from '../src/fuzz/generate/intents.ts';
import { ADA, BOB, stampSource } from '../src/fuzz/generate/stamps.ts';
import { createState, evolve, type DocumentState } from '#domain/document';
import type { Author, DocumentEvent } from '#domain/events';
import { eventsAfter, overridesIn } from '#domain/history';
import {
  deepEqual,
  isObject,
  joinPointer,
  lastToken,
  parentPointer,
  rebasePointer,
  valueAt,
  type Body,
  type JsonValue,
  type Pointer,
} from '#domain/json';
import { openLog, sealAfter } from '#domain/log';
import { applyTail, decide } from '../src/machines/pending-commands.ts';
import { rebaseOutbox } from '../src/machines/rebase-outbox.ts';
import { checkLaw, expectMoreThan, say } from './law.ts';

const PEOPLE: readonly Author[] = [ADA, BOB];

/** One person does something on a device that is offline, or comes back. */
type Move = { readonly who: number; readonly want: Intent } | { readonly who: number; readonly want: 'sync' };

const who = fc.nat({ max: PEOPLE.length - 1 });
const histories = fc.record({
  start: body(),
  moves: fc.array(
    fc.oneof<fc.WeightedArbitrary<Move>[]>(
      { weight: 5, arbitrary: fc.record({ who, want: intent() }) },
      { weight: 1, arbitrary: fc.record({ who, want: fc.constant('sync' as const) }) },
    ),
    { minLength: 4, maxLength: 24, size: 'max' },
  ),
});

/** As they are when they were stored and read. */
const stored = (version: number, events: readonly DocumentEvent[]): readonly DocumentEvent[] =>
  events.length === 0
    ? []
    : openLog(sealAfter('draft/a', { version, hash: '' }, events), { after: { version, hash: '' } }).events;

/** What one person's device has. */
class Device {
  readonly author: Author;
  recorded: DocumentState;
  outbox: readonly DocumentEvent[] = [];
  readonly setAside = new Set<string>();
  readonly #stampOf: ReturnType<typeof stampSource>;

  constructor(start: DocumentState, who: number) {
    this.author = PEOPLE[who] as Author;
    this.recorded = start;
    this.#stampOf = stampSource(who + 1);
  }

  get state(): DocumentState {
    return applyTail(this.recorded, this.outbox);
  }

  act(want: Intent): DocumentEvent | null {
    const { state } = this;
    const { reduced } = decide(state, resolveIntent(state, want, 1).command, this.#stampOf(this.author));
    if (!('event' in reduced)) return null;
    this.outbox = [...this.outbox, ...stored(state.history.version, [reduced.event])];
    return reduced.event;
  }

  /** Takes in what the other one has recorded, and records what it has itself. */
  sync(stream: DocumentEvent[]): void {
    const { version } = this.recorded.history;
    const tail = stream.slice(version);
    const rebased = rebaseOutbox(this.recorded, this.outbox, tail);
    for (const { event } of rebased.rejected) this.setAside.add(event.id);
    const sent = tail.length === 0 ? this.outbox : stored(stream.length, rebased.events);
    stream.push(...sent);
    this.recorded = applyTail(rebased.recorded, sent);
    this.outbox = [];
  }
}

/** Something that an event made of the document, as small as can be told. */
interface Made {
  /** After the event. */
  readonly at: Pointer;
  /** Undefined where it was removed. */
  readonly value: JsonValue | undefined;
  readonly isName: boolean;
}

/** What an event changed, leaf by leaf. */
function madeBy(event: DocumentEvent, after: Body): readonly Made[] {
  return event.patch.flatMap((operation, index): readonly Made[] => {
    const rest = event.patch.slice(index + 1);
    if (operation.op === 'remove') {
      const holder = rebasePointer(parentPointer(operation.path), rest);
      if (holder === null) return [];
      const at = joinPointer(holder, lastToken(operation.path) ?? '');
      return valueAt(after, at) === undefined ? [{ at, value: undefined, isName: false }] : [];
    }
    const at = rebasePointer(operation.path, rest);
    if (at === null) return [];
    if (operation.op === 'move') return [{ at, value: lastToken(at) ?? '', isName: true }];
    return leavesOf(valueAt(after, at), at);
  });
}

function leavesOf(value: JsonValue | undefined, at: Pointer): readonly Made[] {
  if (value === undefined) return [];
  if (!isObject(value) || Object.keys(value).length === 0) return [{ at, value, isName: false }];
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, joinPointer(at, name)));
}

/** Where the thing is after an event; null where it is gone. What is removed is where it would be. */
function followed({ at, value }: Made, event: Pick<DocumentEvent, 'patch'>): Pointer | null {
  if (value !== undefined) return rebasePointer(at, event.patch);
  const holder = rebasePointer(parentPointer(at), event.patch);
  return holder === null ? null : joinPointer(holder, lastToken(at) ?? '');
}

function valueOf({ isName }: Made, body: Body, at: Pointer): JsonValue | undefined {
  if (isName) return valueAt(body, at) === undefined ? undefined : (lastToken(at) ?? '');
  return valueAt(body, at);
}

/** Whether a value is as it was made; an object that was made empty may get members. */
function isKept({ value: made }: Made, value: JsonValue | undefined): boolean {
  if (isObject(made) && Object.keys(made).length === 0 && isObject(value)) return true;
  return deepEqual(value ?? null, made ?? null);
}

/** Where something stands before an event, if it stood all the time since it was made; null else. */
function whereItStands(
  made: Made,
  lived: {
    readonly stream: readonly DocumentEvent[];
    readonly states: readonly DocumentState[];
    readonly from: number;
    readonly to: number;
  },
): Pointer | null {
  const { stream, states, from, to } = lived;
  let at = made.at;
  for (let position = from; position <= to; position++) {
    if (!deepEqual(valueOf(made, states[position]?.body, at) ?? null, made.value ?? null)) return null;
    const next = position < to ? followed({ ...made, at }, stream[position] as DocumentEvent) : at;
    if (next === null) return null;
    at = next;
  }
  return at;
}

/** Whether the author of a later event had seen something as it was made: it was changed to that again, at the same place or where it can be followed back to. */
function wasSeenSo(made: Made, since: readonly DocumentEvent[], seen: Body): boolean {
  const origin = since
    .toReversed()
    .reduce<Pointer | null>((at, { inverse = [] }) => at && followed({ ...made, at }, { patch: inverse }), made.at);
  return [origin, made.at].some((at) => at !== null && deepEqual(valueOf(made, seen, at) ?? null, made.value ?? null));
}

/** Whether an event, where its author decided it, took out something of this name and value. */
function removesSuch(first: DocumentEvent | undefined, { at, value }: Made): boolean {
  return (first?.inverse ?? []).some(
    (operation) =>
      'value' in operation &&
      leavesOf(operation.value, operation.path).some(
        (leaf) => lastToken(leaf.at) === lastToken(at) && deepEqual(leaf.value ?? null, value ?? null),
      ),
  );
}

it('converges, removes nothing unseen, and tells everybody whose recorded change was overridden', () => {
  const met = { unseen: 0, overridden: 0, removals: 0, told: 0, setAside: 0, renames: 0 };
  checkLaw('two people who were offline', histories, ({ start, moves }) => {
    const first = createState(start);
    const devices = PEOPLE.map((_, at) => new Device(first, at));
    const stream: DocumentEvent[] = [];
    /** The version that the author of an event had seen, by its id. */
    const seenAt = new Map<string, number>();
    /** An event as its author has decided it, by its id. */
    const firstDecided = new Map<string, DocumentEvent>();
    for (const { who: at, want } of moves) {
      const device = devices[at] as Device;
      if (want === 'sync') device.sync(stream);
      else {
        const event = device.act(want);
        if (event === null) continue;
        seenAt.set(event.id, device.recorded.history.version);
        firstDecided.set(event.id, event);
      }
    }
    for (const device of [...devices, ...devices]) device.sync(stream);

    const states = [first];
    for (const event of stream) states.push(evolve(states.at(-1) as DocumentState, event));
    const last = states.at(-1) as DocumentState;
    for (const { state } of devices) {
      expect(deepEqual(state.body ?? null, last.body ?? null)).toBe(true);
      expect(eventsAfter(state.history, 0).map(({ id }) => id)).toEqual(stream.map(({ id }) => id));
    }
    for (const { setAside } of devices) met.setAside += setAside.size;

    const told = devices.map(({ state, author }) =>
      overridesIn(state.history).filter(({ by, over }) =>
        [by, over].some(({ event }) => event.author.id === author.id),
      ),
    );
    // What one has made of a place twice, as by an undo, is told once.
    const isTold = (by: DocumentEvent, over: DocumentEvent) =>
      told.every((list) =>
        list.some((each) => each.by.event.id === by.id && each.over.event.author.id === over.author.id),
      );
    for (const { by, over } of told.flat()) {
      expect(by.event.author.id).not.toBe(over.event.author.id);
      expect(over.version).toBeGreaterThan(seenAt.get(by.event.id) ?? Infinity);
      expect(over.version).toBeLessThan(by.version);
    }
    met.told += told.flat().length;

    for (const [at, event] of stream.entries()) {
      const seen = seenAt.get(event.id) ?? at;
      const after = states[at + 1]?.body;
      if (event.patch.some(({ op }) => op === 'remove')) met.removals++;
      for (let position = seen; position < at; position++) {
        const other = stream[position] as DocumentEvent;
        if (other.author.id === event.author.id) continue;
        met.unseen++;
        let isOverridden = false;
        for (const made of madeBy(other, states[position + 1]?.body)) {
          const place = whereItStands(made, { stream, states, from: position + 1, to: at });
          // Whoever changed it first is to be told of that, or had seen it.
          if (place === null) continue;
          const now = followed({ ...made, at: place }, event);
          const isGone = made.value !== undefined && (now === null || valueAt(after, now) === undefined);
          if (isGone) {
            // What both had made, one may remove: it is as its author saw it then.
            const isAsSeen =
              removesSuch(firstDecided.get(event.id), made) ||
              wasSeenSo(made, stream.slice(seen, position + 1), states[seen]?.body);
            expect(isAsSeen, `${event.summary} removes ${place} of ${other.summary}`).toBe(true);
          } else if (made.value === undefined && event.patch.some(({ op }) => op === 'move')) {
            // Another thing may be called as what is gone.
            continue;
          } else if (now !== null && !isKept(made, valueOf(made, after, now))) {
            isOverridden = true;
            if (made.isName) met.renames++;
          }
        }
        if (!isOverridden) continue;
        met.overridden++;
        expect(isTold(event, other), `${event.summary} over ${other.summary}`).toBe(true);
      }
    }
  });
  say(`two people: ${JSON.stringify(met)}`);
  expectMoreThan(200, met.unseen, 'events that the author of a later one had not seen');
  expectMoreThan(20, met.overridden, 'overridden changes');
  expectMoreThan(20, met.setAside, 'changes set aside');
  expectMoreThan(20, met.removals, 'removals');
});
