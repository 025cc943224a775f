import { reduce } from '#domain/commands';
import { replay, type DocumentState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { bodyAt, eventsAfter, newestFirst } from '#domain/history';
import { deepEqual } from '#domain/json';
import { compactStream } from '../../src/infra/compaction.ts';
import { openDatabase } from '../../src/infra/database.ts';
import { indexedDbEventStore } from '../../src/infra/indexed-db-event-store.ts';
import { webDigest } from '../../src/infra/platform.ts';
import { openDocument, type DocumentSession } from '../../src/machines/document-session.ts';
import { isAbout, undoneEvents } from '../../src/ui/editor/history/event-labels.ts';
import { realisticMappings } from '../../tests/builders/realistic-tree.ts';
import { ADA, stampSource } from '../../src/fuzz/generate/stamps.ts';
import { draftEdits, draftLog } from '../draft-log.ts';
import { compare, type Comparison } from '../measure.ts';
import { openRawDatabase } from './raw-database.ts';

const STREAM = 'draft/bench';
const FULL = { rounds: 6, roundMs: 1 };

/** What the page holds on to while its heap is measured. */
const held: { session: DocumentSession | null; events: readonly DocumentEvent[] } = { session: null, events: [] };

/** Opens a draft and holds it: `edit` is then the next command of a person. */
async function portsOf() {
  const stamp = stampSource(2);
  const digest = webDigest();
  const database = await openDatabase({ name: `bench-${crypto.randomUUID()}` });
  const store = indexedDbEventStore(database);
  const ports = {
    store,
    clock: { now: () => stamp().at },
    ids: { next: () => stamp().id },
    author: ADA,
    ...(digest && { digest }),
  };
  return { database, ports };
}

/** Makes a draft by a session and edits it `count` times, each stored; the session is held. */
async function holdEdited(fields: number, count: number): Promise<void> {
  const body = realisticMappings({ fields });
  const { ports } = await portsOf();
  const session = await openDocument(ports, { stream: STREAM, startWith: body });
  held.session = session;
  const edits = draftEdits(body);
  for (let made = 0; made < count;) {
    const edit = edits.next();
    if (edit.done !== true && 'event' in session.dispatch(edit.value)) made++;
    if (made % 50 === 0) await session.whenSaved();
  }
  await session.whenSaved();
}

/** The log of the held session alone: its events as they are, without document, history and session. */
function keepEventsOnly(): void {
  if (held.session !== null) held.events = eventsAfter(held.session.getSnapshot().state.history, 0);
  held.session?.close();
  held.session = null;
}

function letGo(): void {
  keepEventsOnly();
  held.events = [];
}

export interface LongLogTimes {
  readonly opening: Comparison;
  readonly timeTravel: Comparison;
  readonly undo: Comparison;
  readonly bigUndo: Comparison;
  readonly panel: Comparison;
  readonly filter: Comparison;
}

/** A log of so many events, opened and held; each of what a person waits for against what can't be spared. */
async function holdLong(fields: number, count: number): Promise<LongLogTimes> {
  const { database, ports } = await portsOf();
  const raw = await openRawDatabase(`bench-${crypto.randomUUID()}`);
  for (let at = 0, log: readonly DocumentEvent[] = draftLog(fields, count); at < log.length; at += 5_000) {
    await ports.store.append(STREAM, at, log.slice(at, at + 5_000));
  }
  await raw.addAll(await ports.store.read(STREAM));
  await compactStream(database, STREAM);
  const opening = await openingOf(
    () => raw.parseAll(),
    async () => {
      held.session?.close();
      held.session = await openDocument(ports, { stream: STREAM });
      return held.session;
    },
  );
  const state = held.session?.getSnapshot().state as DocumentState;
  return { opening, ...waitsOf(state) };
}

async function openingOf(floor: () => Promise<unknown>, subject: () => Promise<unknown>): Promise<Comparison> {
  const rounds: { floorMs: number; subjectMs: number }[] = [];
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    await floor();
    const between = performance.now();
    await subject();
    rounds.push({ floorMs: between - start, subjectMs: performance.now() - between });
  }
  const middle = rounds.sort((a, b) => a.subjectMs / a.floorMs - b.subjectMs / b.floorMs)[1] as (typeof rounds)[number];
  return { ...middle, ratio: middle.subjectMs / middle.floorMs };
}

/** What a person waits for in a log that is open. */
function waitsOf(state: DocumentState): Omit<LongLogTimes, 'opening'> {
  const { history } = state;
  const events = eventsAfter(history, 0);
  const half = Math.floor(history.version / 2);
  const replayHalf = () => replay(undefined, events.slice(0, half));
  if (!deepEqual(replayHalf(), bodyAt(state, half)))
    throw new Error('The two ways to an old version end in different documents.');
  const stamp = stampSource(3);
  const big = stateAfter(state, { type: 'field.remove', payload: { field: '/properties/integration' } }, stamp);
  const undoOf = (from: DocumentState) => () => stateAfter(from, { type: 'history.undo', payload: {} }, stamp);
  const asText = () => JSON.stringify(state.body);
  const nodes = [...newestFirst(history)];
  return {
    timeTravel: compare(replayHalf, () => bodyAt(state, half), FULL),
    undo: compare(asText, undoOf(state), FULL),
    bigUndo: compare(asText, undoOf(big), FULL),
    // What the panel works out before it renders its visible rows, and for each letter in its filter.
    panel: compare(asText, () => [[...newestFirst(history)], undoneEvents(history)], FULL),
    filter: compare(asText, () => nodes.filter(({ event }) => isAbout(event, 'dynamic')), FULL),
  };
}

function stateAfter(
  state: DocumentState,
  command: Parameters<typeof reduce>[1],
  stamp: ReturnType<typeof stampSource>,
): DocumentState {
  const reduced = reduce(state, command, stamp());
  if (!('event' in reduced)) throw new Error(`${command.type} was not accepted.`);
  return reduced.after;
}

export const LONG_LOG_BENCH = { holdEdited, holdLong, keepEventsOnly, letGo };

Object.assign(window, { LONG_LOG_BENCH });
