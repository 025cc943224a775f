import fc from 'fast-check';
import { expect, it } from 'vitest';
import { body } from '../src/fuzz/generate/definitions.ts';
import { intents, resolveIntent } from '../src/fuzz/generate/intents.ts';
import { ADA, AUTHORS, BOB, stampSource } from '../src/fuzz/generate/stamps.ts';
import { commandOfEvent } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import type { Author, DocumentEvent } from '#domain/events';
import { deepEqual, formatJson, type JsonValue } from '#domain/json';
import { openLog, sealAfter } from '#domain/log';
import { applyTail, decide, rebasePending, toRebase, type PendingCommand } from '../src/machines/pending-commands.ts';
import { rebaseOutbox } from '../src/machines/rebase-outbox.ts';
import { checkLaw, expectMoreThan, runsOf } from './law.ts';

/** What somebody does on a document, each command with its event and the state after it. */
function act(
  start: DocumentState,
  wants: Parameters<typeof resolveIntent>[1][],
  { author, seed }: { readonly author?: Author; readonly seed: number },
): readonly PendingCommand[] {
  const stampOf = stampSource(seed);
  const done: PendingCommand[] = [];
  let state = start;
  for (const want of wants) {
    const gesture = resolveIntent(state, want, author === undefined ? AUTHORS.length : 1);
    const stamp = stampOf(author ?? gesture.author);
    const { reduced, after } = decide(state, gesture.command, stamp);
    if (!('event' in reduced)) continue;
    done.push({ command: gesture.command, stamp, event: reduced.event, after });
    state = after;
  }
  return done;
}

const scripts = fc.record({
  start: body(),
  before: intents(undefined, { maxLength: 5 }),
  mine: intents(undefined, { maxLength: 6 }),
  theirs: intents(undefined, { maxLength: 6 }),
});

const eventsOf = (commands: readonly PendingCommand[]) => commands.map(({ event }) => event);
const textOf = (events: readonly DocumentEvent[]) => formatJson(events as unknown as JsonValue);
/** As they are when they were stored and read. */
const stored = (events: readonly DocumentEvent[]): readonly DocumentEvent[] =>
  openLog(sealAfter('draft/a', { version: 0, hash: '' }, events)).events;

const said = ({ id, type, summary, undoes }: DocumentEvent) => ({ id, type, summary, undoes });

/** A follow does not record what the cluster was asked to have, and a whole text in the middle of a batch is not known. */
function isExact(state: DocumentState, commands: readonly PendingCommand[]): boolean {
  return commands.every(({ event, after }, index) => {
    const before = commands[index - 1]?.after ?? state;
    return (
      !/follow/i.test(formatJson(event.command as unknown as JsonValue)) &&
      commandOfEvent(event, before, after) !== null
    );
  });
}

it('decides the events of an outbox again as a tab decides the commands that they came from', () => {
  const met = { conflicts: 0, rejected: 0, wholeTexts: 0 };
  checkLaw('an outbox is rebased as pending commands are', scripts, ({ start, before, mine, theirs }) => {
    const base = act(createState(start), [...before], { seed: 1 });
    const state = base.at(-1)?.after ?? createState(start);
    const commands = act(state, [...mine], { author: ADA, seed: 2 });
    const tail = eventsOf(act(state, [...theirs], { author: BOB, seed: 3 }));
    if (!isExact(state, commands)) return;
    const tab = rebasePending(toRebase(state, commands), {
      stored: applyTail(state, tail),
      tail,
      readOnlyReason: null,
    });
    const outbox = rebaseOutbox(state, stored(eventsOf(commands)), stored(tail));
    const own = tab.pending.map(({ event }) => event);
    // The members of a whole text may have stood in another order, which its digest and its patch show.
    const isWhole = commands.some(({ command }) => /replace|create/i.test(formatJson(command as unknown as JsonValue)));
    if (isWhole) expect(outbox.events.map(said)).toEqual(own.map(said));
    else expect(textOf(outbox.events)).toBe(textOf(own));
    expect(deepEqual(outbox.state.body ?? null, tab.state.body ?? null)).toBe(true);
    expect(outbox.rejected.map(({ event, detail }) => [event.id, detail.message])).toEqual(
      tab.parked.map(({ id, detail }) => [id, detail.message]),
    );
    if (tail.length > 0 && commands.length > 0) met.conflicts++;
    if (tab.parked.length > 0) met.rejected++;
    if (commands.some(({ command }) => command.type === 'editor.replaceMappings')) met.wholeTexts++;
  });
  expectMoreThan(300, met.conflicts, 'conflicts');
  expectMoreThan(20, met.rejected, 'rejections');
  expectMoreThan(5, met.wholeTexts, 'whole texts');
});

it('decides nothing twice that the server has recorded and only its answer was lost', () => {
  let met = 0;
  checkLaw('what arrived is not decided again', fc.tuple(scripts, fc.nat({ max: 6 })), ([script, arrivedCount]) => {
    const { start, before, mine, theirs } = script;
    const state = act(createState(start), [...before], { seed: 1 }).at(-1)?.after ?? createState(start);
    const commands = act(state, [...mine], { author: ADA, seed: 2 });
    if (!isExact(state, commands)) return;
    const arrived = commands.slice(0, arrivedCount);
    const recorded = arrived.at(-1)?.after ?? state;
    const others = eventsOf(act(recorded, [...theirs], { author: BOB, seed: 3 }));
    const tail = [...eventsOf(arrived), ...others];
    const { events, rejected, state: after } = rebaseOutbox(state, stored(eventsOf(commands)), stored(tail));
    const seen = [...events, ...rejected.map(({ event }) => event)].map(({ id }) => id);
    for (const { event } of arrived) expect(seen).not.toContain(event.id);
    // As if the answer had come: what arrived is recorded, and the rest is decided again on what came after it.
    const known = rebaseOutbox(recorded, stored(eventsOf(commands)).slice(arrived.length), stored(others));
    expect(textOf(events)).toBe(textOf(known.events));
    expect(deepEqual(after.body ?? null, known.state.body ?? null)).toBe(true);
    if (arrived.length > 0 && others.length > 0 && commands.length > arrived.length) met++;
  });
  expect(met).toBeGreaterThan(runsOf() / 20);
});
