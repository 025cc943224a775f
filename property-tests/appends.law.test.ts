import fc from 'fast-check';
import { expect, it } from 'vitest';
import { personBehind, RULES, type DocumentEvent } from '#domain/events';
import { fits } from '#domain/json';
import { faultText, formatTrailFile, parseTrailFile, verifyTrail, type TrailEntry } from '#domain/proof';
import { ROUTES } from '#domain/wire';
import { historyScript, live, streamOf } from '../src/fuzz/generate/histories.ts';
import { RequestError } from '../src/server/console/errors.ts';
import { refuseUnreadable } from '../src/server/trail/append-form.ts';
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

/** What is in an event beside what it does: what is taken of it verifies. */
const ODD_TEXTS = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        ' ',
        '\n',
        '\r',
        '\u2028',
        '\u0000',
        '\u009b',
        '\u202e',
        '\u2066',
        '\ud800',
        '\ufeff',
        '"',
        '\\',
      ),
    )
    .map((parts) => parts.join('')),
);
const ODD_TIMES = fc.oneof(
  fc.constantFrom(
    '2026-02-30T00:00:00.000Z',
    '2026-11-22T24:00:00.000Z',
    '2025-02-29T10:00:00.000Z',
    '2026-04-31T10:00:00.000Z',
    '2026-13-01T10:00:00.000Z',
    '2026-00-10T10:00:00.000Z',
    '2026-11-22T10:00:60.000Z',
    '0000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '2024-02-29T10:00:00.000Z',
  ),
  fc
    .tuple(fc.nat(9_999), fc.nat(13), fc.nat(32), fc.nat(25), fc.nat(61), fc.nat(61), fc.nat(999))
    .map(([year, month, day, hour, minute, second, ms]) => {
      const two = (value: number) => String(value).padStart(2, '0');
      const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
      return `${date}T${two(hour)}:${two(minute)}:${two(second)}.${String(ms).padStart(3, '0')}Z`;
    }),
);
const ODD_MEMBERS = {
  id: fc.oneof(ODD_TEXTS, fc.constantFrom('!', '~', '"', '__proto__', '0'.repeat(64), '0'.repeat(65))),
  at: ODD_TIMES,
  reason: fc.oneof(ODD_TEXTS, fc.constantFrom('approved by \u202eada', 'OPS-1: größer\nmachen', 'x'.repeat(4_097))),
  name: ODD_TEXTS,
  author: ODD_TEXTS,
  base: fc.constantFrom(0, 1, 7, -1, 1e300, 0.5, 2 ** 53),
};
/** One member is odd, or some are: then most are refused. */
const ODDITIES: fc.Arbitrary<Oddity> = fc.oneof(
  ...Object.entries(ODD_MEMBERS).map(([member, values]: [string, fc.Arbitrary<number | string>]) =>
    values.map((value): Oddity => ({ [member]: value })),
  ),
  fc.record(ODD_MEMBERS, { requiredKeys: [] }),
);
interface Oddity extends Partial<Pick<DocumentEvent, 'id' | 'at' | 'reason' | 'base'>> {
  /** Of the author. */
  readonly name?: string;
  /** Its id. */
  readonly author?: string;
}

function madeOdd(event: DocumentEvent, { name, author, ...odd }: Oddity): DocumentEvent {
  const { author: own } = event;
  return { ...event, ...odd, author: { ...own, id: author ?? own.id, name: name ?? own.name } };
}

function replacedDigests(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^sha256:[0-9a-f]/, 'sha256:x').replace('sha256:x', 'sha256:0');
  if (Array.isArray(value)) return value.map(replacedDigests);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replacedDigests(each)]));
}

it('whatever is sent, what is recorded verifies', async () => {
  const counts = { recorded: 0, refused: 0, liesRecorded: 0, forged: 0, oddRecorded: 0, oddRefused: 0 };
  const scripts = historyScript({ maxLength: 20 }).map((script) => ({ ...script, fromNothing: true }));
  const lies = fc.array(fc.record({ at: fc.nat(30), kind: fc.constantFrom(...Object.keys(LIES)), of: fc.nat(30) }), {
    maxLength: 10,
  });
  const oddities = fc.array(fc.record({ at: fc.nat(30), odd: ODDITIES }), { maxLength: 10 });
  await checkAsyncLaw('whatever is sent', fc.tuple(scripts, lies, oddities), async ([script, told, changed]) => {
    const stream = streamOf(script);
    const { events } = live(script);
    const ids = new Set<string>();
    let salts = 0;
    const newSalt = () => String(salts++).padStart(32, '0');
    const store = memoryRecordStore({ now: () => '2026-11-22T10:00:00.000Z', newSalt });
    const appends = appendCheck(store);
    const register = memoryTrailRegister();
    const proofs = authorProofs({ register, records: store, nowMs: () => 0 });
    // Each author has a device. A lie is sent by that of the event that it was made of.
    const append = async (event: DocumentEvent, { author }: DocumentEvent): Promise<boolean> => {
      const after = await store.versionOf(stream);
      const writer = personBehind(author.id);
      const caller = { address: '', signedIn: new Map<string, string>(), device: `of ${writer}` };
      try {
        const body = { stream, after, events: [event], author: writer };
        if (!fits(ROUTES['trail.append'].body, body)) throw new RequestError(400, 'Invalid request');
        refuseUnreadable(stream, [event]);
        await proofs.require(writer, author.name, caller);
        const others = await proofs.importedOf({ stream, after, events: [event], writer, caller });
        // Whoever begins a stream may import; what is imported is not as if its author had sent it.
        if (others.size > 0 && after > 0) throw new Error('An event of somebody else was taken');
        const checked = await appends.check(stream, after, [event]);
        const outcome = await store.record(stream, after, [event]);
        if (outcome.conflict) {
          // Nobody else writes: an odd id is that of an event that is recorded already.
          expect(ids).toContain(event.id);
          counts.refused++;
          return false;
        }
        ids.add(event.id);
        checked.done(outcome);
        counts.recorded++;
        return true;
      } catch (error) {
        if (!(error instanceof RequestError) || ![400, 403, 409, 422].includes(error.statusCode)) throw error;
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
      // The same event with other texts beside what it does: it is as possible as the event itself.
      const odd = changed.filter(({ at }) => at === index).map((each) => madeOdd(event, each.odd))[0];
      const isTaken = odd !== undefined && (await append(odd, odd));
      if (isTaken) counts.oddRecorded++;
      else if (odd !== undefined) counts.oddRefused++;
      if (!isTaken) await append(event, event);
    }
    const { records, names } = await store.readPage(stream, 0, 1_000);
    const entries: readonly TrailEntry[] = [
      ...names.map((name) => ({ kind: 'name' as const, name })),
      ...records.map((record) => ({ kind: 'record' as const, record })),
    ];
    const result = verifyTrail(parseTrailFile(formatTrailFile(entries)));
    if (!result.ok) throw new Error(faultText(result.fault));
  });
  expectMoreThan(1_000, counts.recorded);
  expectMoreThan(200, counts.refused);
  expectMoreThan(10, counts.forged);
  expectMoreThan(100, counts.oddRecorded);
  expectMoreThan(100, counts.oddRefused);
  expect(counts.liesRecorded).toBeLessThan(counts.refused);
});
