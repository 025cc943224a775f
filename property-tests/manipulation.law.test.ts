import { describe, expect, it } from 'vitest';
import type { DocumentEvent, SealedRecord } from '#domain/events';
import { JsonTextError } from '#domain/json';
import { formatLog, LogFaultError, openLog, parseLog, type OpenedLog } from '#domain/log';
import { readGiven } from '../src/ui/files/import-draft.ts';
import { given, type Given } from '../tests/builders/given.ts';
import { sealAll } from '../src/fuzz/generate/histories.ts';
import { BOB } from '../src/fuzz/generate/stamps.ts';

// What nobody can tell from the file alone, since the result is a log as good as any other:
// - a log that ends after a record: a shorter log is a log. The store knows where a stream ends, and refuses to read it
//   (src/infra/indexed-db-event-store.browser.test.ts); an export that somebody shortened before the import is accepted;
// - the last record of a log replaced by the one of a log that is the same up to there: that is the other log;
// - a log that was resealed from the first changed record on: the hashes are no signatures.

const start = given(undefined)
  .after('document.create', {
    body: {
      properties: {
        host: { properties: { ip: { type: 'ip' } } },
        'naïve 💥 \ufffd': { type: 'long', null_value: 9007199254740993n },
      },
    },
  })
  .after('field.add', { parent: null, name: '","hash":"', definition: { type: 'keyword' } });
const ada = start
  .after('field.edit', { field: '/properties/host', name: 'höst\n' })
  .after('field.remove', { field: '/properties/naïve 💥 \ufffd' }, BOB)
  .after('history.undo', {}, BOB);
/** The same up to record 2. */
const forked = start
  .after('field.edit', { field: '/properties/host', name: 'server' })
  .after('field.add', { parent: null, name: 'JJJ***', definition: { type: 'text' } }, BOB)
  .after('history.undo', {}, BOB);

const events: readonly DocumentEvent[] = ada.events;
const records = sealAll(events);
const lines = linesOf(records);
const file = lines.join('');
const bytes = new TextEncoder().encode(file);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A file as text, as `Blob.text()` has it: what is no UTF-8 becomes U+FFFD. */
function textOf(content: Uint8Array): string {
  return decoder.decode(content);
}

function linesOf(log: readonly SealedRecord[]): readonly string[] {
  return log.map((record) => formatLog([record]));
}

function flipped(content: Uint8Array, at: number, bit: number): Uint8Array {
  const changed = content.slice();
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
}

/** Bytes without those from `from` to `to`, or with those from `to` to `from` twice. */
function without(content: Uint8Array, from: number, to: number): Uint8Array {
  const rest = new Uint8Array(content.length - to + from);
  rest.set(content.subarray(0, from));
  rest.set(content.subarray(to), from);
  return rest;
}

type Reading = { readonly log: OpenedLog } | { readonly fault: number };

function read(text: string): Reading {
  try {
    return { log: openLog(parseLog(text)) };
  } catch (error) {
    if (error instanceof LogFaultError) return { fault: error.position };
    throw error;
  }
}

/** Expects a refusal at a record; asks for the comparison that can say more only where it differs, as that costs more than reading. */
function expectFault(reading: Reading, position: number, context?: string): void {
  if (!('fault' in reading) || reading.fault !== position) expect(reading, context).toEqual({ fault: position });
}

/** Of the first line that is not the original's, or null where every line is: then the file is the log, or its beginning. */
function firstOther(text: string, original: readonly string[] = lines): number | null {
  const found = text.split('\n');
  if (found.at(-1) === '') found.pop();
  const index = found.findIndex((line, position) => `${line}\n` !== original[position]);
  return index === -1 ? null : index + 1;
}

const whole = openLog(records);
let refused = 0;
let same = 0;

/** A file is refused at the first line that is another one; where there is none, it reads as the records that it has. */
function expectTold(text: string, context: string): void {
  const place = firstOther(text);
  const reading = read(text);
  if (place !== null) {
    refused++;
    expectFault(reading, place, context);
    return;
  }
  same++;
  const count = text.split('{"event":').length - 1;
  expect(reading, context).toMatchObject({
    log: { events: whole.events.slice(0, count), lastHash: records[count - 1]?.hash ?? '' },
  });
}

function tally(run: () => void): { readonly refused: number; readonly same: number } {
  refused = 0;
  same = 0;
  run();
  return { refused, same };
}

const ends = lines.map((_, index) => new TextEncoder().encode(lines.slice(0, index + 1).join('')).length);

describe(`a log of ${records.length} records and ${bytes.length} bytes`, () => {
  it('is read as it was written, with a byte order mark and with the line ends of Windows too', () => {
    expect(records).toHaveLength(5);
    for (const text of [file, `\ufeff${file}`, file.replaceAll('\n', '\r\n'), file.slice(0, -1)])
      expect(read(text)).toEqual({ log: whole });
  });

  it('is refused at the record in which any bit of any byte is another one', () => {
    const { refused: told, same: equal } = tally(() => {
      for (let at = 0; at < bytes.length; at++) {
        for (let bit = 0; bit < 8; bit++) expectTold(textOf(flipped(bytes, at, bit)), `bit ${bit} of byte ${at}`);
      }
    });
    expect([told, equal]).toEqual([8 * bytes.length, 0]);
  });

  it('is refused at the record in which a byte is missing or comes twice', () => {
    const { refused: told, same: equal } = tally(() => {
      for (let at = 0; at < bytes.length; at++) {
        expectTold(textOf(without(bytes, at, at + 1)), `without byte ${at}`);
        expectTold(textOf(without(bytes, at + 1, at)), `byte ${at} twice`);
      }
    });
    // The same log without its last line end; and a U+FFFD without one of its later bytes is no UTF-8, and becomes U+FFFD.
    const alike = 1 + 2 * (file.split('\ufffd').length - 1);
    expect([told, equal]).toEqual([2 * bytes.length - alike, alike]);
  });

  it('is refused at the record in which it is cut, and a log up to there where the cut is between two', () => {
    const { same: equal } = tally(() => {
      for (let end = 0; end <= bytes.length; end++)
        expectTold(textOf(bytes.subarray(0, end)), `the first ${end} bytes`);
    });
    // Nothing at all, and each record with and without its line end.
    expect(equal).toBe(1 + 2 * records.length);
  });

  it('is refused at its first record where its beginning is cut off', () => {
    for (let from = 1; from < bytes.length - 1; from++)
      expectFault(read(textOf(bytes.subarray(from))), 1, `from byte ${from}`);
  });

  it('is refused at the record of a hole, wherever it begins and ends', () => {
    tally(() => {
      for (let from = 0; from < bytes.length; from += 7) {
        for (let to = from + 1; to < bytes.length; to += 61) {
          expectTold(textOf(without(bytes, from, to)), `without bytes ${from} to ${to}`);
        }
      }
    });
    for (const end of ends.slice(0, -1)) expect(read(textOf(bytes.subarray(end)))).toEqual({ fault: 1 });
  });
});

describe.each([
  ['a log', file],
  ['a log of one record', lines[0] ?? ''],
  ['a log of one record without a line end', (lines[0] ?? '').slice(0, -1)],
  ['a log of one record with the line ends of Windows', (lines[0] ?? '').replace('\n', '\r\n')],
])('%s that is brought as a file is never taken for a mapping', (_, text) => {
  const given = new TextEncoder().encode(text);
  const original = lines.slice(0, text.trimEnd().split('\n').length);
  let [faults, noJson, logs] = [0, 0, 0];

  /** As the import reads it: the log, the beginning of it, or a refusal that names the place. */
  function expectRefused(content: Uint8Array, context: string): void {
    const source = textOf(content);
    try {
      const read = readGiven(source);
      if (read.kind !== 'log') throw new Error(`${context}: it was read as a mapping`);
      expect(firstOther(source.replaceAll('\r', ''), original), context).toBeNull();
      expect(read.log.events, context).toEqual(whole.events.slice(0, read.log.events.length));
      logs++;
    } catch (error) {
      if (error instanceof LogFaultError) {
        expectFault({ fault: error.position }, firstOther(source.replaceAll('\r', ''), original) ?? 1, context);
        faults++;
      } else if (error instanceof JsonTextError) noJson++;
      else throw error;
    }
  }

  it('where any bit of any byte is another one', () => {
    for (let at = 0; at < given.length; at++) {
      for (let bit = 0; bit < 8; bit++) expectRefused(flipped(given, at, bit), `bit ${bit} of byte ${at}`);
    }
    expect(faults + noJson + logs).toBe(8 * given.length);
    // A log every time, which names its record.
    expect(noJson).toBe(0);
  });

  it('where a byte is missing or comes twice, or where it is cut before or behind any byte', () => {
    for (let at = 0; at < given.length; at++) {
      expectRefused(without(given, at, at + 1), `without byte ${at}`);
      expectRefused(without(given, at + 1, at), `byte ${at} twice`);
      expectRefused(given.subarray(0, at), `the first ${at} bytes`);
      expectRefused(given.subarray(at), `from byte ${at}`);
    }
  });

  it('where a hole is anywhere in its first record and leaves the hash', () => {
    const hashAt = text.indexOf(records[0]?.hash ?? '') - 1;
    const end = new TextEncoder().encode(text.slice(0, hashAt)).length;
    for (let from = 0; from < end; from += 3) {
      for (let to = from + 1; to <= end; to += 17) {
        expectRefused(without(given, from, to), `without bytes ${from} to ${to}`);
      }
    }
  });
});

describe('the records of a log', () => {
  it('are refused in every other order, at the first that stands elsewhere', () => {
    const orders = permutations(lines);
    expect(orders).toHaveLength(120);
    expect(tally(() => orders.forEach((order) => expectTold(order.join(''), 'an order')))).toEqual({
      refused: 119,
      same: 1,
    });
  });

  it('are refused where any of them comes twice, wherever that is', () => {
    for (const line of lines) {
      for (let at = 0; at <= lines.length; at++) {
        const text = lines.toSpliced(at, 0, line).join('');
        expect(firstOther(text)).not.toBeNull();
        expectTold(text, `another one at ${at + 1}`);
      }
    }
    expectTold(file + file, 'the whole log twice');
    expect(read(file + file)).toEqual({ fault: records.length + 1 });
  });

  it('are refused where any of them are missing, at the one that follows', () => {
    const subsets = Array.from({ length: 2 ** lines.length }, (_, mask) =>
      lines.filter((_line, index) => (mask >> index) % 2 === 1),
    );
    // A beginning of the log is a log, the empty one too.
    expect(tally(() => subsets.forEach((some) => expectTold(some.join(''), `${some.length} records`)))).toEqual({
      refused: 2 ** lines.length - 6,
      same: 6,
    });
  });

  it.each([
    ['of another stream', sealAll(events, 'draft/other'), 0],
    ['that went another way after record 2', sealAll(forked.events), 2],
    ['that began in another way', sealAll(otherStart().events), 0],
  ] as const)('are refused among those of a log %s', (_, others, shared) => {
    const otherLines = linesOf(others);
    expect(others).toHaveLength(records.length);
    lines.forEach((_line, index) => {
      const text = lines.with(index, otherLines[index] ?? '').join('');
      if (index < shared) return expect(read(text)).toEqual({ log: whole });
      // The first that is another one fits the records before it, and then it is the next that does not.
      const fits = index === shared;
      if (fits && index === records.length - 1) throw new Error('That would be a log.');
      expect(read(text), `record ${index + 1}`).toEqual({ fault: fits ? index + 2 : index + 1 });
    });
    for (let from = shared + 1; from < lines.length; from++) {
      expect(read([...lines.slice(0, from), ...otherLines.slice(from)].join('')), `from record ${from + 1} on`).toEqual(
        { fault: from + 1 },
      );
    }
    // All of them after what is shared: that is the other log, and reads as that and nothing else.
    expect(read([...lines.slice(0, shared), ...otherLines.slice(shared)].join(''))).toEqual({ log: openLog(others) });
  });
});

function otherStart(): Given {
  return given(undefined)
    .after('document.create', { body: {} })
    .after('field.add', { parent: null, name: 'a', definition: { type: 'ip' } })
    .after('field.edit', { field: '/properties/a', name: 'b' })
    .after('field.remove', { field: '/properties/b' })
    .after('history.undo', {});
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
