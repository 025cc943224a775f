import { describe, expect, it } from 'vitest';
import { EVENT_FORMAT, type SealedRecord } from '#domain/events';
import { formatJson } from '#domain/json';
import { LogFaultError } from '#domain/log';
import type { TruncatedTail } from '#domain/ports';
import { memoryEventStore, memoryHome, type MemoryHome } from '../src/infra/memory-event-store.ts';
import { given } from '../tests/builders/given.ts';
import { sealAll } from '../src/fuzz/generate/histories.ts';
import { openSession, STREAM } from '../tests/builders/sessions.ts';
import { BOB } from '../src/fuzz/generate/stamps.ts';
import { isLong } from './law.ts';

const history = given(undefined)
  .after('document.create', {
    body: { properties: { host: { properties: { ip: { type: 'ip' } } }, 'naïve 💥': { type: 'long' } } },
  })
  .after('field.add', { parent: null, name: '","hash":"', definition: { type: 'keyword' } })
  .after('field.edit', { field: '/properties/host', name: 'höst\n' })
  .after('field.remove', { field: '/properties/naïve 💥' }, BOB)
  .after('history.undo', {}, BOB);
const records = sealAll(history.events, STREAM);
const COUNT = records.length;

const whole = memoryHome();
await memoryEventStore(whole).appendSealed(STREAM, 0, records);

/** A store whose last append left the whole log, of which this is what stands there now. */
function homeOf(standing: readonly SealedRecord[]): MemoryHome {
  return { ...memoryHome(), heads: new Map(whole.heads), logs: new Map([[STREAM, standing]]) };
}

type Opened =
  | { readonly body: string; readonly version: number; readonly cuts: readonly TruncatedTail[] }
  | { readonly refused: number };

async function open(
  standing: readonly SealedRecord[],
): Promise<{ readonly home: MemoryHome; readonly opened: Opened }> {
  const home = homeOf(standing);
  try {
    const session = await openSession(home);
    const { state, cuts } = session.getSnapshot();
    session.close();
    return { home, opened: { body: formatJson(state.body ?? null), version: state.history.version, cuts } };
  } catch (error) {
    if (!(error instanceof LogFaultError)) throw error;
    // Refused, and as it was.
    expect(home.logs.get(STREAM)).toBe(standing);
    expect(home.cuts.size).toBe(0);
    return { home, opened: { refused: error.position } };
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A text as it is after something was done to its bytes. */
function bytesOf(text: string, change: (bytes: Uint8Array) => Uint8Array): string {
  return decoder.decode(change(new TextEncoder().encode(text)));
}

function flip(text: string, at: number, bit: number): string {
  return bytesOf(text, (bytes) => bytes.fill((bytes[at] ?? 0) ^ (1 << bit), at, at + 1));
}

/** Where a record says its format: any other bit may make it a newer one. */
const FORMAT_BYTES = 16;
const ALL_BITS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Which bits of a byte are turned: all of them in long runs and of the format, one of each other byte in the gate. */
function bitsOf(at: number): readonly number[] {
  return isLong || at < FORMAT_BYTES ? ALL_BITS : [at % 8];
}

const lengthOf = (text: string) => new TextEncoder().encode(text).length;
const withRecord = (version: number, record: SealedRecord) => records.with(version - 1, record);
const recordAt = (version: number) => records[version - 1] as SealedRecord;
const bodies = new Map<number, string>();

async function bodyBefore(version: number): Promise<string> {
  const known = bodies.get(version);
  if (known !== undefined) return known;
  const home = memoryHome();
  await memoryEventStore(home).appendSealed(STREAM, 0, records.slice(0, version - 1));
  const body = formatJson((await openSession(home)).getSnapshot().state.body ?? null);
  bodies.set(version, body);
  return body;
}

/** Cut off and kept: the document is what it was before the record, and it is told. */
async function expectCut(standing: readonly SealedRecord[], version: number, context: string): Promise<void> {
  const { home, opened } = await open(standing);
  expect(opened, context).toMatchObject({
    version: version - 1,
    body: await bodyBefore(version),
    cuts: [{ number: 1, stream: STREAM, isDismissed: false }],
  });
  const [cut] = home.cuts.get(STREAM) ?? [];
  const expected = Array.from({ length: COUNT - version + 1 }, (_, index) => ({
    version: version + index,
    record: standing[version - 1 + index] ?? null,
  }));
  expect(cut?.records, context).toEqual(expected);
  expect(home.logs.get(STREAM), context).toEqual(records.slice(0, version - 1));
}

/** Whether a record begins like one of a newer format: never is a log cut that may be of a newer Mapledger. */
function isNewer(text: string): boolean {
  return Number(/^\{"format":(\d+)/.exec(text)?.[1] ?? 0) > EVENT_FORMAT;
}

describe(`the last of ${COUNT} records`, () => {
  const last = recordAt(COUNT);
  const bytes = lengthOf(last.text);

  it('is cut off where a bit of any byte of it is another one', async () => {
    let newer = 0;
    for (let at = 0; at < bytes; at++) {
      for (const bit of bitsOf(at)) {
        const text = flip(last.text, at, bit);
        const standing = withRecord(COUNT, { text, hash: last.hash });
        if (isNewer(text)) {
          newer++;
          expect((await open(standing)).opened).toEqual({ refused: COUNT });
        } else await expectCut(standing, COUNT, `bit ${bit} of byte ${at}`);
      }
    }
    // Its format alone, a 1 of which a single bit makes 3, 5 or 9.
    expect(newer).toBe(3);
  });

  it('is cut off where its text ends at any byte, and where it is missing', async () => {
    for (let end = 0; end < bytes; end++) {
      const text = bytesOf(last.text, (all) => all.subarray(0, end));
      await expectCut(withRecord(COUNT, { text, hash: last.hash }), COUNT, `the first ${end} bytes`);
    }
    await expectCut(records.slice(0, -1), COUNT, 'missing');
  });

  it('is cut off where any digit of its hash is another one', async () => {
    for (let at = 0; at < last.hash.length; at++) {
      for (const bit of bitsOf(at))
        await expectCut(
          withRecord(COUNT, { text: last.text, hash: flip(last.hash, at, bit) }),
          COUNT,
          `bit ${bit} of digit ${at}`,
        );
    }
  });

  it('is cut off with those before it where they are torn as well, down to the second', async () => {
    for (let from = 2; from <= COUNT; from++) {
      const torn = records.map(({ text, hash }, index) =>
        index >= from - 1 ? { text: text.slice(0, -3), hash } : { text, hash },
      );
      await expectCut(torn, from, `from record ${from} on`);
      await expectCut(records.slice(0, from - 1), from, `nothing from record ${from} on`);
    }
  });
});

describe('an earlier record', () => {
  it('is refused where a bit of any byte of it is another one, and nothing is changed', async () => {
    for (let version = 1; version < COUNT; version++) {
      const { text, hash } = recordAt(version);
      for (let at = 0; at < lengthOf(text); at++) {
        const standing = withRecord(version, { text: flip(text, at, at % 8), hash });
        expect((await open(standing)).opened, `byte ${at} of record ${version}`).toEqual({ refused: version });
      }
      for (let at = 0; at < hash.length; at++) {
        const standing = withRecord(version, { text, hash: flip(hash, at, at % 8) });
        expect((await open(standing)).opened, `digit ${at} of record ${version}`).toEqual({ refused: version });
      }
    }
  });

  it('is refused where its text ends at any byte', async () => {
    for (let version = 1; version < COUNT; version++) {
      const { text, hash } = recordAt(version);
      for (let end = 0; end < lengthOf(text); end++) {
        const standing = withRecord(version, { text: bytesOf(text, (all) => all.subarray(0, end)), hash });
        expect((await open(standing)).opened, `the first ${end} bytes of record ${version}`).toEqual({
          refused: version,
        });
      }
    }
  });

  it('that is missing is refused, and so is a log that has none, or an end that was resealed', async () => {
    for (let version = 1; version < COUNT; version++)
      expect((await open(records.toSpliced(version - 1, 1))).opened).toEqual({ refused: version });
    expect((await open([])).opened).toEqual({ refused: 1 });
    const other = sealAll(
      [
        ...history.events.slice(0, -1),
        { ...(history.events.at(-1) as (typeof history.events)[number]), summary: 'Something else' },
      ],
      STREAM,
    );
    expect((await open(other)).opened).toEqual({ refused: COUNT });
    expect((await open([...records, recordAt(COUNT)])).opened).toEqual({ refused: COUNT + 1 });
  });
});
