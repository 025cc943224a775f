import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openLog } from '#domain/log';
import type { EventStore, UnappliedContentStore } from '#domain/ports';
import { memoryEventStore, memoryHome, type MemoryHome } from '../src/infra/memory-event-store.ts';
import { memorySessionTrace } from '../src/infra/memory-session-trace.ts';
import { memoryUnappliedContent } from '../src/infra/memory-unapplied-content.ts';
import { openDocument } from '../src/machines/document-session.ts';
import { openEditor, type Editor } from '../src/machines/editor.ts';
import { removeOutdated, restoreInto, takeLeftContent } from '../src/machines/restore-unapplied.ts';
import type { FormContent } from '../src/machines/forms/registry.ts';
import { unappliedIn } from '../src/machines/unapplied-content.ts';
import { editorSource } from '../src/machines/editor-source.ts';
import { keepUnapplied, type UnappliedKeeper } from '../src/machines/unapplied-keeper.ts';
import { keyword, STREAM } from '../tests/builders/sessions.ts';
import { ADA, stampSource } from '../src/fuzz/generate/stamps.ts';
import { expectMoreThan, expectNoCounterexample, LAW_SEED, parametersOf, say } from './law.ts';

const LAW = 'unapplied content';
const FIELDS = ['a', 'b', 'c'] as const;
type Field = (typeof FIELDS)[number];
const pointerOf = (field: Field) => `/properties/${field}`;

/** What is typed is a limit of the field, another one each time, so that it can be found wherever it is. */
function contentOf(limit: number): FormContent {
  const edits = { set: { ignore_above: limit }, unset: [] };
  return { kind: 'field', name: null, pick: null, entered: { edits, opened: [], faults: {} } };
}

const limitIn = (value: unknown) => Number(/"ignore_above":\s*(\d+)/.exec(JSON.stringify(value))?.[1] ?? Number.NaN);

/** Writes of all tabs on their way to the disk, in the order in which they were made; those of a tab that is killed never arrive. */
class Disk {
  #writes: { readonly tab: string; readonly write: () => void }[] = [];

  later<T>(tab: string, write: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#writes.push({ tab, write: () => void write().then(resolve, reject) });
    });
  }

  /** Lets some writes arrive, and what they lead to; all of them where no count is given. */
  async arrive(count = Infinity): Promise<void> {
    for (let done = 0; done < count; done++) {
      const next = this.#writes.shift();
      next?.write();
      await settle();
      if (next === undefined) return;
    }
  }

  /** Lets writes arrive until something has come about that waits for some. */
  async until<T>(what: Promise<T>): Promise<T> {
    const wanted = { isThere: false };
    what.finally(() => (wanted.isThere = true)).catch(() => undefined);
    for (let tries = 0; tries < 100 && !wanted.isThere; tries++) {
      await settle();
      await this.arrive();
    }
    expect(wanted.isThere).toBe(true);
    return what;
  }

  kill(tab: string): void {
    this.#writes = this.#writes.filter((write) => write.tab !== tab);
  }
}

/** Lets all promises go on that can. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

interface Tab {
  readonly id: string;
  readonly editor: Editor;
  readonly keeper: UnappliedKeeper;
  readonly pauses: Set<() => void>;
  /** What was typed in each form by now, and since when: before the pause that is over. */
  readonly typed: Map<Field, { limit: number; isOld: boolean }>;
}

/** The world as it should be: what has to be found, and what must not come back. */
interface Model {
  /** Typed more than the pause before the tab was gone, and not yet in a tab again. */
  readonly owed: Set<number>;
  /** Discarded or applied, and that has arrived. */
  readonly settled: Set<number>;
  /** Discarded by a tab, on its way. */
  readonly settling: Map<number, string>;
  /** Applied by a tab, by an event that may be on its way. */
  readonly applied: Map<number, { readonly tab: string; readonly isOld: boolean }>;
}

class World {
  readonly home: MemoryHome = memoryHome();
  readonly disk = new Disk();
  readonly unapplied = memoryUnappliedContent();
  readonly tabs: (Tab | null)[] = [null, null];
  readonly model: Model = { owed: new Set(), settled: new Set(), settling: new Map(), applied: new Map() };
  readonly #stamp = stampSource();
  #limit = 0;
  #tabs = 0;

  async open(slot: number): Promise<void> {
    if (this.tabs[slot] !== null) return;
    const id = `tab ${++this.#tabs}`;
    const ids = { next: () => this.#stamp().id };
    const clock = { now: () => this.#stamp().at };
    const store = this.#delayedStore(id);
    const alive = new Set(this.tabs.flatMap((tab) => tab?.id ?? []));
    const presence = {
      id,
      findGone: () => Promise.resolve((tab: string) => tab !== id && !alive.has(tab)),
      leave: () => undefined,
    };
    const properties = Object.fromEntries(FIELDS.map((field) => [field, keyword]));
    const opening = openDocument({ store, clock, ids, author: ADA }, { stream: STREAM, startWith: { properties } });
    const document = await this.disk.until(opening);
    const left = await takeLeftContent(document, { unapplied: this.unapplied, presence, author: ADA });
    const editor = openEditor(document, { clock, ids, trace: memorySessionTrace() });
    restoreInto(editor, left);
    const pauses = new Set<() => void>();
    const unapplied = this.#delayedUnapplied(id);
    const keeper = keepUnapplied(editorSource(editor), {
      unapplied,
      tab: id,
      clock,
      after(_ms, run) {
        pauses.add(run);
        return () => pauses.delete(run);
      },
      onFailure: (error) => {
        throw error;
      },
    });
    void keeper.flush().then(() => removeOutdated(left, STREAM, { unapplied, presence }));
    this.tabs[slot] = { id, editor, keeper, pauses, typed: this.#found(editor) };
  }

  /** What a tab has found has to be nobody's, and nothing that was done with. */
  #found(editor: Editor): Tab['typed'] {
    const typed: Tab['typed'] = new Map();
    const logged = this.#logged();
    for (const content of unappliedIn(editor.getSession())) {
      const limit = limitIn(content.values);
      expect(this.model.settled.has(limit), `${limit} was discarded`).toBe(false);
      expect(this.model.applied.has(limit) && logged.has(limit), `${limit} was applied`).toBe(false);
      for (const other of this.tabs)
        for (const theirs of other?.typed.values() ?? [])
          expect(theirs.limit, 'of a tab that is alive').not.toBe(limit);
      this.model.owed.delete(limit);
      const field = FIELDS.find((name) => pointerOf(name) === content.field);
      if (field !== undefined && content.tab === null) typed.set(field, { limit, isOld: true });
      counts.found++;
    }
    expect([...this.model.owed], 'typed and not found').toEqual([]);
    return typed;
  }

  /** The limits of the events that are stored. */
  #logged(): ReadonlySet<number> {
    const { events } = openLog(this.home.logs.get(STREAM) ?? []);
    return new Set(events.map(({ command }) => limitIn(command)));
  }

  type(slot: number, field: Field): void {
    const tab = this.tabs[slot];
    if (tab == null) return;
    tab.editor.dispatch({ type: 'documentField.editField', payload: { field: pointerOf(field) } });
    const limit = ++this.#limit;
    tab.editor.dispatch({ type: 'fieldForm.update', payload: { content: contentOf(limit), isValid: null } });
    tab.typed.set(field, { limit, isOld: false });
    counts.typed++;
  }

  close(slot: number): void {
    this.tabs[slot]?.editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
  }

  discard(slot: number, field: Field): void {
    const tab = this.tabs[slot];
    const typed = tab?.typed.get(field);
    if (tab == null || typed === undefined) return;
    tab.editor.dispatch({ type: 'unapplied.discard', payload: { form: 'field', field: pointerOf(field) } });
    tab.typed.delete(field);
    this.model.settling.set(typed.limit, tab.id);
  }

  apply(slot: number, field: Field): void {
    const tab = this.tabs[slot];
    const typed = tab?.typed.get(field);
    if (tab == null || typed === undefined) return;
    tab.editor.dispatch({ type: 'documentField.editField', payload: { field: pointerOf(field) } });
    const { limit } = typed;
    const reduced = tab.editor.dispatch({
      type: 'field.edit',
      payload: { field: pointerOf(field), set: { ignore_above: limit } },
    });
    expect(reduced).toHaveProperty('event');
    tab.typed.delete(field);
    this.model.applied.set(limit, { tab: tab.id, isOld: typed.isOld });
    counts.applied++;
  }

  /** The pause is over, and everything arrives. */
  async pass(): Promise<void> {
    for (const tab of this.tabs) for (const run of [...(tab?.pauses ?? [])]) run();
    await this.#arrived();
    for (const tab of this.tabs) for (const typed of tab?.typed.values() ?? []) typed.isOld = true;
  }

  async #arrived(): Promise<void> {
    await this.disk.arrive();
    for (const limit of this.model.settling.keys()) this.model.settled.add(limit);
    this.model.settling.clear();
  }

  /** The page goes as pages do: what waits is on its way at once. */
  async leave(slot: number): Promise<void> {
    const tab = this.tabs[slot];
    if (tab == null) return;
    void tab.keeper.flush();
    await this.#arrived();
    for (const typed of tab.typed.values()) typed.isOld = true;
    this.kill(slot);
  }

  kill(slot: number): void {
    const tab = this.tabs[slot];
    if (tab == null) return;
    this.disk.kill(tab.id);
    this.tabs[slot] = null;
    for (const { limit, isOld } of tab.typed.values()) if (isOld) this.model.owed.add(limit);
    for (const [limit, by] of this.model.settling) if (by === tab.id) this.model.settling.delete(limit);
    const logged = this.#logged();
    // An event that was lost has applied nothing: what was typed before it has to be found.
    for (const [limit, { tab: by, isOld }] of this.model.applied)
      if (by === tab.id && !logged.has(limit)) {
        this.model.applied.delete(limit);
        if (isOld) this.model.owed.add(limit);
      }
    counts.killed++;
  }

  #delayedStore(tab: string): EventStore {
    const store = memoryEventStore(this.home);
    return {
      ...store,
      append: (...call) => this.disk.later(tab, () => store.append(...call)),
      // News of other tabs comes, where it comes to a tab that is there.
      subscribe: (listener) =>
        store.subscribe((change) => {
          if (this.#isThere(tab)) listener(change);
        }),
    };
  }

  #isThere(tab: string): boolean {
    return this.tabs.some((other) => other?.id === tab);
  }

  #delayedUnapplied(tab: string): UnappliedContentStore {
    const store = this.unapplied;
    return {
      ...store,
      put: (content) => this.disk.later(tab, () => store.put(content)),
      remove: (key) => this.disk.later(tab, () => store.remove(key)),
    };
  }
}

const counts = { typed: 0, applied: 0, killed: 0, found: 0 };

const slot = fc.integer({ min: 0, max: 1 });
const field = fc.constantFrom(...FIELDS);
type Step = readonly [what: string, run: (world: World) => Promise<void> | void];
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(slot, field).map(([s, f]): Step => [`type ${s} ${f}`, (world) => world.type(s, f)]),
    },
    { weight: 3, arbitrary: slot.map((s): Step => [`open ${s}`, (world) => world.open(s)]) },
    { weight: 3, arbitrary: fc.constant<Step>(['pass', (world) => world.pass()]) },
    { weight: 2, arbitrary: fc.nat(3).map((n): Step => [`arrive ${n}`, (world) => world.disk.arrive(n)]) },
    {
      weight: 2,
      arbitrary: fc.tuple(slot, field).map(([s, f]): Step => [`apply ${s} ${f}`, (world) => world.apply(s, f)]),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(slot, field).map(([s, f]): Step => [`discard ${s} ${f}`, (world) => world.discard(s, f)]),
    },
    { weight: 1, arbitrary: slot.map((s): Step => [`close ${s}`, (world) => world.close(s)]) },
    {
      weight: 3,
      arbitrary: fc.tuple(slot, field, fc.nat(5)).map(([s, f, n]): Step => [
        `apply ${s} ${f} and be killed after ${n} writes`,
        async (world) => {
          await world.open(s);
          world.type(s, f);
          await world.pass();
          world.apply(s, f);
          await world.disk.arrive(n);
          world.kill(s);
        },
      ]),
    },
    { weight: 2, arbitrary: slot.map((s): Step => [`kill ${s}`, (world) => world.kill(s)]) },
    { weight: 1, arbitrary: slot.map((s): Step => [`leave ${s}`, (world) => world.leave(s)]) },
  ),
  { minLength: 5, maxLength: 40 },
);

async function live(script: readonly Step[]): Promise<void> {
  const world = new World();
  await world.open(0);
  for (const [, run] of script) await run(world);
  for (const at of [0, 1]) world.kill(at);
  await world.open(0);
}

it('what was typed is found after a kill at any moment, what was done with never comes back, and live tabs keep theirs', async () => {
  const parameters = parametersOf<[readonly Step[]]>(LAW, { times: 2 });
  say(`law "${LAW}": ${parameters.numRuns} scripts, LAW_SEED=${LAW_SEED}`);
  const shown = steps.map((script) =>
    Object.assign(script, { toString: () => script.map(([what]) => what).join(', ') }),
  );
  expectNoCounterexample(LAW, await fc.check(fc.asyncProperty(shown, live), parameters));
  say(`law "${LAW}": ${JSON.stringify(counts)}`);
  for (const [what, least] of Object.entries({ typed: 4_000, applied: 2_000, killed: 4_000, found: 2_500 }))
    expectMoreThan(least, counts[what as keyof typeof counts], what);
});
