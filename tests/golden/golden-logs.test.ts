import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replay } from '#domain/document';
import type { SealedRecord } from '#domain/events';
import { deepEqual } from '#domain/json';
import { formatLog, openLog } from '#domain/log';
import { faultText, verifyRecords } from '#domain/proof';
import { PATCH_LIBRARIES, replayWith } from '../../src/fuzz/patch-libraries.ts';
import type { DatabaseDump } from './database-dump.ts';

/** The first layout of the database has its records one by one, and no other part of it is needed to read them. */
const FILE = 'database-v1.json';

function goldenLogs(): ReadonlyMap<string, readonly SealedRecord[]> {
  const { stores } = JSON.parse(readFileSync(join(import.meta.dirname, FILE), 'utf8')) as DatabaseDump;
  const logs = new Map<string, SealedRecord[]>();
  for (const [key, value] of stores['records'] ?? []) {
    const [stream] = key as unknown as readonly [string, number];
    logs.set(stream, [...(logs.get(stream) ?? []), value as SealedRecord]);
  }
  return logs;
}

describe('logs of format 1 that the first version wrote', () => {
  const logs = [...goldenLogs()];

  it('are there', () => {
    expect(logs).toHaveLength(15);
  });

  it.each(logs)('%j replays by ours, by fast-json-patch and by jsonpatch to the same', (_, records) => {
    const body = replay(undefined, openLog(records).events);
    for (const library of PATCH_LIBRARIES)
      expect(deepEqual(replayWith(library, undefined, formatLog(records)), body), library.name).toBe(true);
  });

  it.each(logs)('%j verifies, with summaries in the words of their day', (_, records) => {
    const result = verifyRecords(records);
    if (!result.ok) throw new Error(faultText(result.fault));
    expect(result.events).toBe(records.length);
    expect(result.notes.map(({ code }) => code)).toContain('earlier_wording');
  });
});
