import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rebaseCommand, reduce, type Command } from '#domain/commands';
import { openState, type DocumentState } from '#domain/document';
import type { Author, StoredEvent } from '#domain/events';
import { formatJson } from '#domain/json';
import { eventIdOf, openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { memoryEventStore, memoryHome, type MemoryHome } from '../src/infra/memory-event-store.ts';
import { openDocument, type DocumentSession } from '../src/machines/document-session.ts';
import { body, type GeneratedBody } from '../src/fuzz/generate/definitions.ts';
import { intents, resolveIntent, type Intent } from '../src/fuzz/generate/intents.ts';
import { NOW, STREAM } from '../tests/builders/sessions.ts';
import { ADA, AUTHORS, BOB, EVE, stampSource } from '../src/fuzz/generate/stamps.ts';
import { stepListOf } from '../tests/contracts/sample-history.ts';
import { expectMoreThan, expectNoCounterexample, LAW_SEED, LEAST_ACCEPTED, parametersOf, say } from './law.ts';

const LAW = 'tabs';

/** Who works in each tab. Two tabs of one person share what can be undone. */
const COMPANIES: readonly (readonly Author[])[] = [
  [ADA, BOB],
  [ADA, ADA],
  [ADA, BOB, EVE],
  [ADA, ADA, BOB],
];

interface Script {
  readonly start: GeneratedBody;
  readonly company: readonly Author[];
  /** Of each tab, in its order. */
  readonly wants: readonly (readonly Intent[])[];
  /** Whether the tabs hear of appends, or find out by conflicts alone. */
  readonly isTold: boolean;
}

/** A command that a tab accepted, and what it was decided on. */
interface Accepted {
  readonly id: string;
  readonly command: Command;
  /** The version that the tab knew to be stored then; its own commands that waited came on top. */
  readonly storedVersion: number;
  /** The event that it took back, of an undo or a redo. */
  readonly undoes: string | undefined;
}

interface Tab {
  readonly author: Author;
  readonly session: DocumentSession;
  readonly accepted: Accepted[];
}

const scripts: fc.Arbitrary<Script> = fc
  .record({
    start: body(),
    company: fc.constantFrom(...COMPANIES),
    wants: fc.array(intents(undefined, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 3 }),
    isTold: fc.boolean(),
  })
  .map((script) => ({ ...script, wants: script.wants.slice(0, script.company.length) }));

/** A store whose requests, answers and news are under way for as long as the scheduler likes. */
function delayed(store: EventStore, scheduler: fc.Scheduler, isTold: boolean): EventStore {
  const arrive = (what: string) => scheduler.schedule(Promise.resolve(what), what);
  return {
    ...store,
    async append(...call) {
      await arrive('append');
      const result = await store.append(...call);
      await arrive('appended');
      return result;
    },
    async read(...call) {
      await arrive('read');
      const records = await store.read(...call);
      await arrive('records');
      return records;
    },
    subscribe: (listener) =>
      store.subscribe((change) => {
        if (isTold) void arrive('news').then(() => listener(change));
      }),
  };
}

const counts = { given: 0, accepted: 0, parked: 0, unchanged: 0, conflicts: 0 };

/** What a session shows as saved is in the log, at its version. */
function watch(session: DocumentSession, home: MemoryHome, problems: unknown[]): void {
  session.subscribe(() => {
    const { save, state } = session.getSnapshot();
    if (save.kind === 'failed') problems.push(save.error);
    if (save.kind !== 'saved' || state.history.version === 0) return;
    const record = home.logs.get(STREAM)?.[state.history.version - 1];
    if (record === undefined || eventIdOf(record) !== state.history.tip?.event.id)
      problems.push(`version ${state.history.version} is shown as saved, and is not`);
  });
}

async function live({ start, company, wants, isTold }: Script, scheduler: fc.Scheduler): Promise<void> {
  const home = memoryHome();
  const tabs: Tab[] = [];
  const problems: unknown[] = [];

  async function workIn(author: Author, index: number): Promise<void> {
    const stamp = stampSource(index + 1);
    const store = memoryEventStore(home);
    const counted: EventStore = {
      ...store,
      async append(...call) {
        const result = await store.append(...call);
        if (result.conflict) counts.conflicts++;
        return result;
      },
    };
    const ports = {
      store: delayed(counted, scheduler, isTold),
      clock: { now: () => NOW },
      ids: { next: () => stamp().id },
      author,
    };
    // All at once, so that one of them begins the stream and the others find it begun.
    const session = await openDocument(ports, { stream: STREAM, mappingsAt: start.mappingsAt, startWith: start.body });
    const tab: Tab = { author, session, accepted: [] };
    tabs.push(tab);
    watch(session, home, problems);
    for (const want of wants[index] ?? []) {
      await scheduler.schedule(Promise.resolve(), `command of tab ${index}`);
      counts.given++;
      if (give(tab, resolveIntent(session.getSnapshot().state, want, AUTHORS.length).command)) counts.accepted++;
    }
  }

  for (const [index, author] of company.entries()) {
    workIn(author, index).catch((error: unknown) => problems.push(error));
  }
  await scheduler.waitIdle();
  // Who hears no news has read to its own last event; one more command of each finds the rest by a conflict.
  for (let round = 0; !isTold && round < 2; round++) {
    for (const [by, tab] of tabs.entries()) {
      give(tab, { type: 'configuration.save', payload: { set: { _meta: { round, by } } } });
      await scheduler.waitIdle();
    }
  }
  expect(problems).toEqual([]);
  expect(tabs).toHaveLength(company.length);
  expectSound(home, tabs, start, isTold);
}

/** Whether the tab accepts the command. */
function give({ session, accepted }: Tab, command: Command): boolean {
  const { state, save } = session.getSnapshot();
  const storedVersion = state.history.version - (save.kind === 'saving' ? save.pending : 0);
  const reduced = session.dispatch(command);
  if (!('event' in reduced)) return false;
  const { id, undoes } = reduced.event;
  accepted.push({ id, command, storedVersion, undoes });
  return true;
}

function expectSound(home: MemoryHome, tabs: readonly Tab[], { mappingsAt }: GeneratedBody, isTold: boolean): void {
  // Chain, versions and stream are verified here.
  const { events } = openLog(home.logs.get(STREAM) ?? []);
  const positions = new Map(events.map(({ id }, index) => [id, index]));
  expect(positions.size, 'ids').toBe(events.length);
  expect(events.filter(({ type }) => type === 'document.created')).toHaveLength(1);
  for (const { undoes, author } of events) {
    if (undoes !== undefined) expect(events[positions.get(undoes) ?? -1]?.author).toEqual(author);
  }
  tabs.forEach((tab, index) => {
    const { state, save, parked } = tab.session.getSnapshot();
    expect(save.kind).toBe('saved');
    const { version } = state.history;
    // Who hears no news does not know what others stored after its own last command.
    if (isTold || index === tabs.length - 1) expect(version).toBe(events.length);
    expectSame(state, openState({ body: undefined, mappingsAt }, events.slice(0, version)));
    expectAccounted(tab, events, positions, mappingsAt);
    counts.parked += parked.length;
  });
}

function expectSame(state: DocumentState, replayed: DocumentState): void {
  expect(formatJson(state.body ?? null)).toBe(formatJson(replayed.body ?? null));
  for (const author of AUTHORS) expect(idsOf(state, author)).toEqual(idsOf(replayed, author));
}

function idsOf(state: DocumentState, author: Author): readonly unknown[] {
  const { undo, redo } = stepListOf(state, author);
  return [undo, redo].map((steps) => steps.map((step) => ('id' in step ? step.id : null)));
}

/** Each accepted command is in the log under the tab's author, or it was set aside in this tab, or there was nothing left to do. */
function expectAccounted(
  tab: Tab,
  events: readonly StoredEvent[],
  positions: ReadonlyMap<string, number>,
  mappingsAt: string,
): void {
  const { author, accepted, session } = tab;
  const missing = accepted.filter(({ id }) => !positions.has(id));
  for (const { id } of accepted) {
    const at = positions.get(id);
    if (at !== undefined) expect(events[at]?.author).toEqual(author);
  }
  const own = accepted.flatMap(({ id }) => positions.get(id) ?? []);
  expect(own, 'the order in which the commands were given').toEqual(own.toSorted((a, b) => a - b));
  const { parked } = session.getSnapshot();
  for (const { id, detail } of parked) {
    expect(detail.message).not.toBe('');
    expect(missing.map((one) => one.id)).toContain(id);
  }
  const aside = new Set(parked.map(({ id }) => id));
  // What was set aside is wanted no more once its undo comes, and there is nothing left to do for that.
  const takenBack = new Set(missing.map(({ undoes }) => undoes));
  const types = missing
    .filter(({ id, undoes }) => !aside.has(id) && !takenBack.has(id) && !isTakenBack(undoes, events, positions))
    .map(({ command }) => command.type);
  counts.unchanged += types.length;
  for (const type of types)
    expect(
      missing.some((one) => one.command.type === type && hasNothingToDo(one, tab, events, mappingsAt)),
      `${type} came to nothing`,
    ).toBe(true);
}

/** Whether what was to be taken back is not in the log, or was taken back already. */
function isTakenBack(
  target: string | undefined,
  events: readonly StoredEvent[],
  positions: ReadonlyMap<string, number>,
): boolean {
  return target !== undefined && (!positions.has(target) || events.some(({ undoes }) => undoes === target));
}

/**
 * Whether there is a version of the log at which the command, rebased over what others stored since, changes nothing
 * any more, or what it was to remove is gone.
 */
function hasNothingToDo(
  { command, storedVersion }: Accepted,
  { author, accepted }: Tab,
  events: readonly StoredEvent[],
  mappingsAt: string,
): boolean {
  const own = new Set(accepted.map(({ id }) => id));
  let rebased: Command | null = command;
  return events.some((event) => {
    if (event.version <= storedVersion) return false;
    const state = openState({ body: undefined, mappingsAt }, events.slice(0, event.version));
    if (rebased !== null && !own.has(event.id)) rebased = rebaseCommand(rebased, event.patch);
    if (rebased === null) return command.type.endsWith('.remove');
    return 'unchanged' in reduce(state, rebased, { id: 'x', at: NOW, author });
  });
}

describe('tabs on one store, whatever takes how long', () => {
  it('keep what they said is saved, once, and come to the same document', async () => {
    const parameters = parametersOf<[Script, fc.Scheduler]>(LAW);
    say(`law "${LAW}": ${parameters.numRuns} histories, LAW_SEED=${LAW_SEED}`);
    const property = fc.asyncProperty(scripts, fc.scheduler(), (script, scheduler) => live(script, scheduler));
    expectNoCounterexample(LAW, await fc.check(property, parameters));
    const { given, accepted, conflicts, parked, unchanged } = counts;
    const share = accepted / given;
    say(
      `law "${LAW}": ${given} commands, ${Math.round(share * 100)} % accepted; ${conflicts} conflicts, ${parked} set aside, ${unchanged} with nothing left to do`,
    );
    expect(share, 'the share of accepted commands').toBeGreaterThanOrEqual(LEAST_ACCEPTED);
    expectMoreThan(1_000, conflicts, 'conflicts');
    expectMoreThan(100, parked, 'commands that were set aside');
  });
});
