import { openState } from '#domain/document';
import { seal, type SealedRecord } from '#domain/events';
import { hashLongRecords, openLog, type OpenedLog } from '#domain/log';
import { compactStream } from '../../src/infra/compaction.ts';
import { openDatabase } from '../../src/infra/database.ts';
import { indexedDbEventStore } from '../../src/infra/indexed-db-event-store.ts';
import { webDigest } from '../../src/infra/platform.ts';
import { draftLog } from '../draft-log.ts';
import { openRawDatabase } from './raw-database.ts';

/** Milliseconds of one round, for one call of each side. */
export interface StorageRound {
  readonly floorMs: number;
  readonly subjectMs: number;
}

export interface ColdBytes {
  readonly recordBytes: number;
  readonly pageBytes: number;
}

const STREAM = 'draft/bench';
/** Short enough for a machine that is busy for a while to slow both sides down. */
const COMMANDS_PER_ROUND = 50;

async function openStore() {
  const database = await openDatabase({ name: `bench-${crypto.randomUUID()}` });
  return { database, store: indexedDbEventStore(database) };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The sides take turns in who is first, so that neither pays for what the other left behind. */
async function takeTurns(
  rounds: number,
  floor: (round: number) => Promise<unknown>,
  subject: (round: number) => Promise<unknown>,
): Promise<readonly StorageRound[]> {
  const taken: StorageRound[] = [];
  for (let round = 0; round < rounds; round++) {
    const early = round % 2 === 0 ? await timeOf(() => floor(round)) : null;
    const subjectMs = await timeOf(() => subject(round));
    taken.push({ floorMs: early ?? (await timeOf(() => floor(round))), subjectMs });
  }
  return taken;
}

/** One command stored after another: sealed and appended by our store, against the same text put by hand, with or without a guard. */
async function storeCommands(rounds: number, floor: 'add' | 'addGuarded'): Promise<readonly StorageRound[]> {
  const events = draftLog(10_000, 1 + rounds * COMMANDS_PER_ROUND);
  const texts = events.map(
    (event, index) => seal(event, { stream: STREAM, version: index + 1, prevHash: '0'.repeat(64) }).text,
  );
  const { store } = await openStore();
  const raw = await openRawDatabase(`bench-${crypto.randomUUID()}`);
  await store.append(STREAM, 0, events.slice(0, 1));
  await raw[floor](texts[0] ?? '', 1);
  const each = async (round: number, work: (index: number) => Promise<unknown>) => {
    for (let count = 0; count < COMMANDS_PER_ROUND; count++) await work(1 + round * COMMANDS_PER_ROUND + count);
  };
  const taken = await takeTurns(
    rounds,
    (round) => each(round, (index) => raw[floor](texts[index] ?? '', index + 1)),
    (round) => each(round, (index) => store.append(STREAM, index, events.slice(index, index + 1))),
  );
  const kept = await store.read(STREAM);
  if (kept.length !== events.length) throw new Error(`${kept.length} of ${events.length} events were stored.`);
  return taken.map(({ floorMs, subjectMs }) => ({
    floorMs: floorMs / COMMANDS_PER_ROUND,
    subjectMs: subjectMs / COMMANDS_PER_ROUND,
  }));
}

/** As a session opens them. */
async function openRecords(records: readonly SealedRecord[]): Promise<OpenedLog> {
  const digest = webDigest();
  return openLog(records, digest && { knownHashes: await hashLongRecords(records, digest) });
}

/** A draft opened from the store, checked and replayed, against its records read by hand and parsed. */
async function openDrafts(fields: number, count: number, rounds: number): Promise<readonly StorageRound[]> {
  const { database, store } = await openStore();
  await store.append(STREAM, 0, draftLog(fields, count));
  const raw = await openRawDatabase(`bench-${crypto.randomUUID()}`);
  await raw.addAll(await store.read(STREAM));
  await compactStream(database, STREAM);
  const open = async () => openState({ body: undefined }, (await openRecords(await store.read(STREAM))).events);
  if ((await open()).history.version !== count) throw new Error('The draft was not opened as a whole.');
  return takeTurns(rounds, raw.parseAll, open);
}

/** Where the time of an opening goes: reading, checking with parsing, replay. */
async function openingParts(
  fields: number,
  count: number,
): Promise<Readonly<Record<'readMs' | 'openLogMs' | 'openStateMs', number>>> {
  const { store } = await openStore();
  await store.append(STREAM, 0, draftLog(fields, count));
  let records: readonly SealedRecord[] = [];
  const readMs = await timeOf(async () => (records = await store.read(STREAM)));
  let log = await openRecords(records);
  const openLogMs = await timeOf(async () => (log = await openRecords(records)));
  const openStateMs = await timeOf(async () => openState({ body: undefined }, log.events));
  return { readMs, openLogMs, openStateMs };
}

/** Texts and hashes in UTF-8, as one record per event and as the pages that they became. */
async function coldBytes(count: number): Promise<ColdBytes> {
  const { database, store } = await openStore();
  // Few fields: the first event is the whole body, which compresses best and would hide what edits come to.
  await store.append(STREAM, 0, draftLog(100, count + 1_000));
  const records = await store.read(STREAM);
  await compactStream(database, STREAM);
  const pages = await database.transact(['pages'], 'readonly', (transaction) => transaction.store.getAll());
  const cold = records.slice(0, pages.at(-1)?.lastVersion ?? 0);
  if (cold.length !== count) throw new Error(`${cold.length} of ${count} records went into pages.`);
  const encoder = new TextEncoder();
  return {
    recordBytes: cold.reduce((sum, { text, hash }) => sum + encoder.encode(text).length + hash.length, 0),
    pageBytes: pages.reduce((sum, { bytes, hash }) => sum + bytes.length + hash.length, 0),
  };
}

export const STORAGE_BENCH = { storeCommands, openDrafts, openingParts, coldBytes };

Object.assign(window, { STORAGE_BENCH });
