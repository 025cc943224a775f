import { stepsOf } from '#domain/document';
import { newestFirst } from '#domain/history';
import { formatJson } from '#domain/json';
import { formatLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { startCompaction } from '../../../src/infra/background-compaction.ts';
import { renewBrowserLog } from '../../../src/infra/browser-log-renewal.ts';
import { openDatabase } from '../../../src/infra/database.ts';
import { deviceAuthor } from '../../../src/infra/device-author.ts';
import { indexedDbEventStore } from '../../../src/infra/indexed-db-event-store.ts';
import { indexedDbSessionTrace } from '../../../src/infra/indexed-db-session-trace.ts';
import { localStorageMemory } from '../../../src/infra/local-storage-memory.ts';
import { systemClock, ulidSource } from '../../../src/infra/platform.ts';
import { openDocument, type DocumentSession } from '../../../src/machines/document-session.ts';
import { randomFrom, type Random } from '../../../src/fuzz/generate/random.ts';
import type { OpenedReport, SavedEvent, TabReport } from '../protocol.ts';
import { nextCommand } from './workload.ts';

declare const tellNode: (report: string) => Promise<void>;

/** Small ones, so that streams that live for a few seconds are compacted beside the work. */
const PAGES = { pageSize: 20, keptRecords: 20 };
/** How many words about saved events may be under way: more would flood Node, fewer would have the tabs wait for it. */
const MOST_UNDER_WAY = 4;

const address = new URLSearchParams(location.search);
const stream = address.get('stream') ?? 'crash';
const tab = Number(address.get('tab'));
const random = randomFrom(Number(address.get('seed')));

const tell = (report: TabReport) => tellNode(JSON.stringify(report));

addEventListener(
  'unhandledrejection',
  ({ reason }) => void tell({ kind: 'problem', tab, text: String(reason instanceof Error ? reason.stack : reason) }),
);
addEventListener('error', ({ message }) => void tell({ kind: 'problem', tab, text: message }));

const database = await openDatabase({
  onProblem: (problem) => void tell({ kind: 'problem', tab, text: `database: ${problem}` }),
});
if (address.get('renew') === '1') await renewBrowserLog();
const memory = localStorageMemory(() => localStorage);
const remembered = memory.recall()?.drafts ?? null;
const store = indexedDbEventStore(database);
const ids = ulidSource();
const author = await deviceAuthor(database, ids);
const trace = indexedDbSessionTrace(database);
/** Whether trace and compaction write beside the log, as they do for a person. */
const isBusy = address.get('busy') === '1';
if (isBusy)
  startCompaction(database, {
    ...PAGES,
    onFailure: (error) => void tell({ kind: 'problem', tab, text: `compaction: ${String(error)}` }),
  });
const session = await openDocument(
  { store, clock: systemClock, ids, author },
  { stream, startWith: { properties: {} } },
);
await tell(await look(session, store));
await work(session, random);

async function look(opened: DocumentSession, from: EventStore): Promise<OpenedReport> {
  const records = await from.read(stream);
  await untilVersion(opened, records.length);
  const { state } = opened.getSnapshot();
  const { undo, redo } = stepsOf(state.history, author.id);
  const streams = await from.streams();
  memory.remember({ drafts: streams.length, seenAt: systemClock.now() });
  return {
    kind: 'opened',
    tab,
    file: formatLog(records),
    body: formatJson(state.body ?? null),
    undo: idsOf(undo),
    redo: idsOf(redo),
    authorId: author.id,
    isNewDatabase: database.isNew,
    remembered,
    streams,
  };
}

function idsOf(first: ReturnType<typeof stepsOf>['undo']): readonly string[] {
  const found: string[] = [];
  for (let step = first; step !== null; step = step.below) found.push(step.node.event.id);
  return found;
}

/** The other tab may have begun the stream in the meantime, and word of it may be under way. */
function untilVersion(opened: DocumentSession, version: number): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (opened.getSnapshot().state.history.version < version) return;
      leave();
      resolve();
    };
    const leave = opened.subscribe(check);
    check();
  });
}

/** Edits for ever, several commands at a time, and tells which of the events it was told are saved. */
async function work(opened: DocumentSession, chance: Random): Promise<never> {
  const own = new Set<string>();
  let [given, accepted, parked] = [0, 0, 0];
  let seen = opened.getSnapshot().state.history.version;
  let underWay: readonly Promise<void>[] = [];
  for (;;) {
    for (let left = 1 + chance.below(4); left > 0; left--) {
      given++;
      if (isBusy) leaveTrace(given);
      const reduced = opened.dispatch(nextCommand(opened.getSnapshot().state, chance));
      if (!('event' in reduced)) continue;
      accepted++;
      own.add(reduced.event.id);
    }
    // One time in three more commands come while the first ones are being stored.
    await turn();
    if (chance.below(3) === 0) continue;
    await opened.whenSaved();
    const { state, parked: aside } = opened.getSnapshot();
    const events: SavedEvent[] = [];
    for (const { event, version } of newestFirst(state.history, seen)) {
      if (own.delete(event.id)) events.push({ id: event.id, version });
    }
    seen = state.history.version;
    parked += aside.length;
    aside.forEach((command) => opened.dismiss(command));
    underWay = [...underWay, tell({ kind: 'saved', tab, events, given, accepted, parked })];
    if (underWay.length < MOST_UNDER_WAY) continue;
    await underWay[0];
    underWay = underWay.slice(1);
  }
}

/** As an editor does for each key: nobody waits for it, and a full storage disturbs nobody. */
function leaveTrace(term: number): void {
  const entry = {
    at: systemClock.now(),
    stream,
    visit: `tab ${tab}`,
    version: term,
    command: { type: 'search:update', payload: { term: String(term) } },
    patch: [],
  };
  trace.append(entry).catch(() => undefined);
}

/** Lets the browser do whatever else waits, without the delays that timers have in a tab behind another. */
function turn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port2.onmessage = () => {
      port2.close();
      resolve();
    };
    port1.postMessage(null);
  });
}
