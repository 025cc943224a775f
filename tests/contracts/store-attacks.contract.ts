import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_HASH, sha256Hex, type SealedRecord } from '#domain/events';
import { LogFaultError, openLog } from '#domain/log';
import { verifyRecords } from '#domain/proof';
import { randomFrom, type Random } from '../../src/fuzz/generate/random.ts';
import type { OpenedStore } from './event-store.contract.ts';
import { sampleHistory } from './sample-history.ts';

const STREAM = 'draft/attacked';
const LENGTH = 3;
const SEED = 20_261_122;

/** A store whose records can be changed behind its back. */
type AttackedStore = OpenedStore & Required<Pick<OpenedStore, 'damage'>>;

interface AttackOptions {
  /** Of how many bytes one is flipped or cut behind; every one where absent. More where a change of the store takes long: what finds it is the same. */
  readonly stride?: number;
  readonly randomCount?: number;
}

type Records = readonly SealedRecord[];

/** The records of a log from a version on, resealed on what is before. */
function resealed(records: Records, from: number, changed: (text: string) => string): Records {
  let before = records[from - 1]?.hash ?? FIRST_HASH;
  return records.map((record, index) => {
    if (index < from) return record;
    const text = index === from ? changed(record.text) : record.text;
    before = sha256Hex(before + text);
    return { text, hash: before };
  });
}

const at = (records: Records, index: number) => records[index] as SealedRecord;
const reworded = (text: string) => text.replace('"summary":"', '"summary":"x');

/** The manipulations of the list in docs/what-can-be-proved.md that the records of one stream allow. */
const ATTACKS: readonly (readonly [string, (records: Records) => Records])[] = [
  ['the text of an event is edited', (all) => all.with(1, { ...at(all, 1), text: reworded(at(all, 1).text) })],
  ['the hash of an event is edited', (all) => all.with(1, { ...at(all, 1), hash: 'ab'.repeat(32) })],
  [
    'an event is edited and gets a new hash, those after it do not',
    (all) => all.with(1, at(resealed(all, 1, reworded), 1)),
  ],
  ['an event is deleted', (all) => all.toSpliced(1, 1)],
  ['the first event is deleted', (all) => all.toSpliced(0, 1)],
  ['two events change places', (all) => all.with(1, at(all, 2)).with(2, at(all, 1))],
  [
    'an event of another stream is inserted',
    (all) => all.toSpliced(1, 0, { ...at(all, 1), text: at(all, 1).text.replace(STREAM, 'draft/other') }),
  ],
  ['an event comes twice', (all) => all.toSpliced(2, 0, at(all, 1))],
  ['the stream is forked', (all) => [...all, at(resealed(all, 2, reworded), 2)]],
  ['the last event is cut off', (all) => all.slice(0, -1)],
  ['all events are gone', () => []],
  ['another summary, resealed to the end', (all) => resealed(all, 1, reworded)],
  ['another summary of the last event, resealed', (all) => resealed(all, all.length - 1, reworded)],
  ['the whole log, resealed', (all) => resealed(all, 0, reworded)],
];

const flipped = (text: string, index: number, bit: number) =>
  text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ (1 << bit)) + text.slice(index + 1);

function randomAttack(all: Records, random: Random): Records {
  const [index, other] = [random.below(all.length), random.below(all.length)];
  const record = at(all, index);
  const place = random.below(record.text.length);
  switch (random.below(7)) {
    case 0:
      return all.with(index, { ...record, text: flipped(record.text, place, random.below(7)) });
    case 1:
      return all.with(index, { ...record, text: record.text.slice(0, place) });
    case 2:
      return all.with(index, {
        ...record,
        hash: flipped(record.hash, random.below(record.hash.length), random.below(7)),
      });
    case 3:
      return all.toSpliced(index, 1 + random.below(all.length));
    case 4:
      return all.toSpliced(index, 0, at(all, other));
    case 5:
      return all.with(index, at(all, other)).with(other, record);
    default:
      return resealed(all, index, (text) => flipped(text, Math.min(place, text.length - 1), random.below(7)));
  }
}

/** Whatever is done to the records of a store behind its back is refused when they are read, or found when they are verified. */
export function describeStoreAttacks(
  name: string,
  open: () => Promise<AttackedStore>,
  { stride = 1, randomCount = 1_000 }: AttackOptions = {},
): void {
  describe(`${name} under attack`, () => {
    let opened: AttackedStore;
    let sound: Records;

    beforeAll(async () => {
      opened = await open();
      await opened.store.append(STREAM, 0, sampleHistory().events.slice(0, LENGTH));
      sound = await opened.store.read(STREAM);
    });
    afterAll(() => opened.destroy());

    /** What is read after the records were replaced; null where that was refused. */
    async function readAfter(records: Records): Promise<Records | null> {
      await opened.damage(STREAM, (all) => void all.splice(0, all.length, ...records));
      try {
        const found = await opened.store.read(STREAM);
        openLog(found);
        return verifyRecords(found).ok ? found : null;
      } catch (error) {
        if (error instanceof LogFaultError) return null;
        throw error;
      }
    }

    it('reads what was sealed where nothing was changed', async () => {
      expect(await readAfter(sound)).toEqual(sound);
      expect(sound).toHaveLength(LENGTH);
    });

    it.each(ATTACKS)('finds it where %s', async (_what, attack) => {
      const records = attack(sound);
      expect(records).not.toEqual(sound);
      expect(await readAfter(records)).toBeNull();
    });

    it('finds each byte that is flipped', async () => {
      for (const [index, { text, hash }] of sound.entries()) {
        for (let place = 0; place < text.length; place += stride) {
          const records = sound.with(index, { text: flipped(text, place, place % 7), hash });
          expect(await readAfter(records), `character ${place} of record ${index + 1}`).toBeNull();
        }
        for (let place = 0; place < hash.length; place += stride) {
          const records = sound.with(index, { text, hash: flipped(hash, place, place % 7) });
          expect(await readAfter(records), `character ${place} of the hash of record ${index + 1}`).toBeNull();
        }
      }
    });

    it('finds each byte behind which it is cut off', async () => {
      for (const [index, { text, hash }] of sound.entries())
        for (let end = 0; end < text.length; end += stride) {
          const records = [...sound.slice(0, index), { text: text.slice(0, end), hash }];
          expect(await readAfter(records), `record ${index + 1} behind character ${end}`).toBeNull();
        }
    });

    it('finds random manipulations, or reads what was sealed', async () => {
      const random = randomFrom(SEED);
      let found = 0;
      for (let count = 0; count < randomCount; count++) {
        const records = randomAttack(sound, random);
        const read = await readAfter(records);
        if (read === null) found++;
        else expect(read, `manipulation ${count}`).toEqual(sound);
      }
      // Some change nothing: two places that are one.
      expect(found).toBeGreaterThan(randomCount * 0.9);
    });
  });
}
