import fc from 'fast-check';
import { expect, it } from 'vitest';
import { personBehind, RULES, type DocumentEvent } from '#domain/events';
import { faultText, verifyRecords } from '#domain/proof';
import { historyScript, live, streamOf } from '../src/fuzz/generate/histories.ts';
import { RequestError } from '../src/server/console/errors.ts';
import { appendCheck } from '../src/server/trail/append-check.ts';
import { authorProofs } from '../src/server/trail/author-proofs.ts';
import { memoryRecordStore } from '../src/server/trail/memory-record-store.ts';
import { memoryTrailRegister } from '../src/server/trail/memory-trail-register.ts';
import { checkAsyncLaw, expectMoreThan } from './law.ts';

/** What a liar makes of an event; `other` is one of the same history. */
const LIES: Readonly<Record<string, (event: DocumentEvent, other: DocumentEvent) => Partial<DocumentEvent>>> = {
  'another summary': ({ summary }) => ({ summary: `${summary}.` }),
  'the patch of another': (_, { patch }) => ({ patch }),
  'a patch that does more': ({ patch }) => ({ patch: [...patch, { op: 'add', path: '/x', value: 1 }] }),
  'no patch': () => ({ patch: [] }),
  'the command of another': (_, { command }) => ({ command }),
  'a command that nobody has': ({ command: { payload } }) => ({ command: { type: 'field.split', payload } }),
  'another type': () => ({ type: 'document.changed' }),
  'another inverse': () => ({ inverse: [{ op: 'remove', path: '/x' }] }),
  'an event that it does not take back': (_, { id }) => ({ undoes: id }),
  'rules that nobody has': () => ({ rules: 99 }),
  'earlier rules': () => ({ rules: RULES - 1 }),
  'another digest': ({ command: { type, payload } }) => ({
    command: { type, payload: replacedDigests(payload) as DocumentEvent['command']['payload'] },
  }),
  'another author': (_, { author }) => ({ author }),
};

function replacedDigests(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^sha256:[0-9a-f]/, 'sha256:x').replace('sha256:x', 'sha256:0');
  if (Array.isArray(value)) return value.map(replacedDigests);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replacedDigests(each)]));
}

it('whatever is sent, what is recorded verifies', async () => {
  const counts = { recorded: 0, refused: 0, liesRecorded: 0, forged: 0 };
  const scripts = historyScript({ maxLength: 20 }).map((script) => ({ ...script, fromNothing: true }));
  const lies = fc.array(fc.record({ at: fc.nat(30), kind: fc.constantFrom(...Object.keys(LIES)), of: fc.nat(30) }), {
    maxLength: 10,
  });
  await checkAsyncLaw('whatever is sent', fc.tuple(scripts, lies), async ([script, told]) => {
    const stream = streamOf(script);
    const { events } = live(script);
    const store = memoryRecordStore({ now: () => '2026-11-22T10:00:00.000Z', newSalt: () => '00' });
    const appends = appendCheck(store);
    const register = memoryTrailRegister();
    const proofs = authorProofs({ register, records: store, nowMs: () => 0 });
    // Each author has a device. A lie is sent by that of the event that it was made of.
    const append = async (event: DocumentEvent, { author }: DocumentEvent): Promise<boolean> => {
      const after = await store.versionOf(stream);
      const writer = personBehind(author.id);
      const caller = { address: '', signedIn: new Map<string, string>(), device: `of ${writer}` };
      try {
        await proofs.require(writer, author.name, caller);
        const others = await proofs.importedOf({ stream, after, events: [event], writer, caller });
        // Whoever begins a stream may import; what is imported is not as if its author had sent it.
        if (others.size > 0 && after > 0) throw new Error('An event of somebody else was taken');
        const checked = await appends.check(stream, after, [event]);
        const outcome = await store.record(stream, after, [event]);
        if (outcome.conflict) throw new Error('Nobody else writes');
        checked.done(outcome);
        counts.recorded++;
        return true;
      } catch (error) {
        if (!(error instanceof RequestError) || ![403, 409, 422].includes(error.statusCode)) throw error;
        if (error.statusCode === 403) counts.forged++;
        counts.refused++;
        return false;
      }
    };
    for (const [index, event] of events.entries()) {
      for (const { kind, of } of told.filter(({ at }) => at === index)) {
        const lie = LIES[kind]?.(event, events[of % events.length] as DocumentEvent);
        // One that is true all the same, such as the patch of an event that is its own, is recorded; the event itself is sent no second time then.
        if (await append({ ...event, ...lie, id: `${event.id}-lie-${of}` }, event)) counts.liesRecorded++;
      }
      await append(event, event);
    }
    const { records } = await store.readPage(stream, 0, 1_000);
    const result = verifyRecords(records);
    if (!result.ok) throw new Error(faultText(result.fault));
  });
  expectMoreThan(1_000, counts.recorded);
  expectMoreThan(200, counts.refused);
  expectMoreThan(10, counts.forged);
  expect(counts.liesRecorded).toBeLessThan(counts.refused);
});
