import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatTrailFile, parseTrailFile, recordsIn, TrailFileError, verifyRecords, verifyTrail } from '#domain/proof';
import type { SealedRecord } from '#domain/events';
import {
  ATTACKS,
  CHECKPOINT,
  entriesOf,
  faultOf,
  faultOfFile,
  FILE,
  fileOf,
  HAPPENINGS,
  isSigned,
  PEOPLE,
  RECORDS,
  sealTrail,
  type Attack,
} from './attacks.ts';
import { checkLaw, expectMoreThan, isLong, LAW_SEED } from './law.ts';
import { sha256sum } from './sha256sum.ts';

const outside = { checkpoints: [CHECKPOINT] };

describe('the sample trail', () => {
  it('verifies, with and without a checkpoint that was kept elsewhere', () => {
    const entries = parseTrailFile(FILE);
    expect(verifyTrail(entries, { isSigned, ...outside })).toEqual({ ok: true, streams: 2, events: 8, notes: [] });
    expect(verifyTrail(entries, { isSigned })).toMatchObject({ ok: true, notes: [{ code: 'unknown_key' }] });
    const bare = entriesOf(RECORDS, PEOPLE, null);
    expect(verifyTrail(parseTrailFile(formatTrailFile(bare)))).toMatchObject({
      ok: true,
      notes: [{ code: 'no_checkpoint' }],
    });
    expect(verifyTrail(parseTrailFile(formatTrailFile(bare)), { isSigned, ...outside })).toMatchObject({
      ok: true,
      notes: [],
    });
  });
});

/** How far apart the bytes are that `.ci/run` changes; long runs change every one. */
const SHORT_STEP = 7;

/** What only somebody can tell who kept a checkpoint. */
const NEEDS_CHECKPOINT: ReadonlySet<string> = new Set([
  'The last event of a stream is cut off',
  'A whole stream is left out',
  'Two events of different streams change places',
  'All events after a time are cut off',
  'An event is erased by somebody without the server’s key',
  'Another author, resealed',
  'An event is marked as imported, resealed',
  'Another reason, resealed',
  'Another time, resealed',
  'A later time of recording, resealed',
  'Another history that was possible, resealed as a whole',
  'A checkpoint over other events, signed by another key',
]);

const withoutCheckpoint = (attack: Attack) => faultOfFile(fileOf(attack));
const withCheckpoint = (attack: Attack) => faultOfFile(fileOf(attack), outside);

describe.each(ATTACKS)('$name', (attack) => {
  it('is found with a checkpoint that was kept elsewhere', () => {
    expect(withCheckpoint(attack)).not.toBeNull();
  });

  it(NEEDS_CHECKPOINT.has(attack.name) ? 'does not show without one' : 'is found without one', () => {
    expect(withoutCheckpoint(attack) === null).toBe(NEEDS_CHECKPOINT.has(attack.name));
  });
});

describe('the table of what is found', () => {
  const file = join(import.meta.dirname, '../docs/what-can-be-proved.md');
  const [START, END] = ['<!-- attacks: begin -->\n', '<!-- attacks: end -->'];

  function table(): string {
    const row = (attack: Attack) => {
      const fault = withoutCheckpoint(attack);
      const alone = fault === null ? 'no' : `yes: ${fault.kind}`;
      const checked = withCheckpoint(attack);
      return `| ${attack.name} | ${alone} | ${checked === null ? 'no' : `yes: ${checked.kind}`} |\n`;
    };
    return `| What was done | Found without a checkpoint | Found with a checkpoint kept elsewhere |\n| --- | --- | --- |\n${ATTACKS.map(row).join('')}`;
  }

  const cellsOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('| -'))
      .map((line) => line.split('|').map((cell) => cell.trim()));

  it('is the one in docs/what-can-be-proved.md', () => {
    const text = readFileSync(file, 'utf8');
    const [before = '', rest = ''] = text.split(START);
    const [inside = '', after = ''] = rest.split(END);
    // `UPDATE_DOCS=1` writes it.
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, `${before}${START}\n${table()}\n${END}${after}`);
    else expect(cellsOf(inside)).toEqual(cellsOf(table()));
  });
});

describe('a small trail as a file', () => {
  const bytes = new TextEncoder().encode(FILE);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const textOf = (content: Uint8Array) => decoder.decode(content);

  it('is refused where any byte is another one', () => {
    for (let position = 0; position < bytes.length; position += isLong ? 1 : SHORT_STEP) {
      const changed = bytes.slice();
      changed[position] = (changed[position] ?? 0) ^ (1 << ((position + LAW_SEED) % 8));
      expect(faultOfFile(textOf(changed), outside), `byte ${position}`).not.toBeNull();
    }
  });

  it('is refused where it is cut behind any byte', () => {
    for (let end = 0; end < bytes.length; end++)
      expect(faultOfFile(textOf(bytes.subarray(0, end)), outside), `the first ${end} bytes`).not.toBeNull();
  });

  it('is refused where it is cut before any byte, but for the lines of its checkpoint and its names', () => {
    const starts: number[] = [];
    for (let from = 0; starts.length < PEOPLE.length + 2; from = bytes.indexOf(0x0a, from) + 1) starts.push(from);
    for (let from = 1; from < bytes.length; from++) {
      const isWhole = starts.includes(from);
      expect(faultOfFile(textOf(bytes.subarray(from)), outside) === null, `from byte ${from}`).toBe(isWhole);
    }
    const nameless = verifyTrail(parseTrailFile(textOf(bytes.subarray(starts.at(-1)))), { isSigned, ...outside });
    expect(nameless).toMatchObject({ ok: true, events: 8, notes: [{ code: 'erased_names', count: 8 }] });
  });
});

/** One of the ways to change a trail at a place. */
type Manipulation = { readonly kind: string; readonly place: number; readonly other: number };

function manipulated({ kind, place, other }: Manipulation): string {
  const index = place % RECORDS.length;
  const second = other % RECORDS.length;
  const records = [...RECORDS];
  const a = records[index] as SealedRecord;
  const b = records[second] as SealedRecord;
  switch (kind) {
    case 'edit': {
      const at = other % a.text.length;
      const letter = a.text.charAt(at) === 'x' ? 'y' : 'x';
      records[index] = { ...a, text: a.text.slice(0, at) + letter + a.text.slice(at + 1) };
      break;
    }
    case 'edit and hash': {
      const at = other % a.text.length;
      const text = a.text.slice(0, at) + (a.text.charAt(at) === '1' ? '2' : '1') + a.text.slice(at + 1);
      records[index] = { text, hash: sha256sum(text) };
      break;
    }
    case 'delete':
      records.splice(index, 1);
      break;
    case 'duplicate':
      records.splice(second, 0, a);
      break;
    case 'swap':
      records[index] = b;
      records[second] = a;
      break;
    case 'cut':
      records.splice(index);
      break;
    case 'reseal without one':
      return formatTrailFile(entriesOf(sealTrail(HAPPENINGS.toSpliced(index, 1)), PEOPLE, null));
    case 'reseal in another order': {
      const order = [...HAPPENINGS];
      const [moved] = order.splice(index, 1);
      if (moved !== undefined) order.splice(second, 0, moved);
      return formatTrailFile(entriesOf(sealTrail(order), PEOPLE, null));
    }
    case 'bytes': {
      const bytes = new TextEncoder().encode(FILE);
      bytes[place % bytes.length] = other % 256;
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    }
    default:
      throw new Error(`There is no manipulation ${kind}`);
  }
  return formatTrailFile(entriesOf(records, PEOPLE, null));
}

const KINDS = [
  'edit',
  'edit and hash',
  'delete',
  'duplicate',
  'swap',
  'cut',
  'reseal without one',
  'reseal in another order',
  'bytes',
];

describe('random manipulations', () => {
  it('are found with a checkpoint that was kept elsewhere, or change nothing', () => {
    let found = 0;
    const plain = formatTrailFile(entriesOf(RECORDS, PEOPLE, null));
    const manipulations = fc.record({
      kind: fc.constantFrom(...KINDS),
      place: fc.nat(100_000),
      other: fc.nat(100_000),
    });
    checkLaw('random manipulations', manipulations, (manipulation) => {
      const file = manipulated(manipulation);
      const fault = faultOfFile(file, outside);
      if (fault !== null) {
        found++;
        return;
      }
      // Accepted: then it says the same.
      expect([plain, FILE]).toContain(file);
    });
    expectMoreThan(900, found);
  });

  it('of the records of a store are found with a checkpoint, or change nothing', () => {
    let found = 0;
    const manipulations = fc.record({
      kind: fc.constantFrom(...KINDS.filter((kind) => kind !== 'bytes')),
      place: fc.nat(100_000),
      other: fc.nat(100_000),
    });
    checkLaw('random manipulations of records', manipulations, (manipulation) => {
      let records: readonly SealedRecord[];
      try {
        records = recordsIn(parseTrailFile(manipulated(manipulation)));
      } catch (error) {
        if (!(error instanceof TrailFileError)) throw error;
        found++;
        return;
      }
      const fault = faultOf(verifyRecords(records, { isSigned, ...outside }));
      if (fault === null) expect(records).toEqual(RECORDS);
      else found++;
    });
    expectMoreThan(850, found);
  });
});
