import { expect, it } from 'vitest';
import { seal, verifyChain, type SealedRecord } from '#domain/events';
import { hashLongRecords, openLog } from '#domain/log';
import { sampleHistory } from '../../tests/contracts/sample-history.ts';
import { webDigest } from './platform.ts';

const LONG = 'é😀"'.repeat(50_000);
const { events } = sampleHistory();
const records = events.reduce<readonly SealedRecord[]>((log, event, index) => {
  const place = { stream: 'draft/a', version: index + 1, prevHash: log.at(-1)?.hash ?? '' };
  return [...log, seal(index % 2 === 0 ? event : { ...event, summary: LONG }, place)];
}, []);

it('gives the hash of long records, and only of those', async () => {
  const digest = webDigest();
  if (digest === undefined) throw new Error('This browser has no digest.');
  const known = await hashLongRecords(records, digest);
  const long = records.filter(({ text }) => text.length > LONG.length);
  expect([...known]).toEqual(long.map((record) => [record, record.hash]));
  expect(openLog(records, { knownHashes: known })).toEqual(openLog(records));
  const tail = await hashLongRecords(records.slice(1), digest, records[0]?.hash);
  expect([...tail.values()]).toEqual(long.map(({ hash }) => hash));
});

it('lets no long record through that is not what was sealed', async () => {
  const digest = webDigest();
  if (digest === undefined) throw new Error('This browser has no digest.');
  for (const position of [2, 4]) {
    const spoiled = records.map((record, index) =>
      index + 1 === position ? { ...record, text: record.text.replace('é', 'e') } : record,
    );
    const check = verifyChain(spoiled, undefined, await hashLongRecords(spoiled, digest));
    expect(check).toMatchObject({ ok: false, fault: { position } });
  }
});
