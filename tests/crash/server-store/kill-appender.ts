import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openState } from '#domain/document';
import { openLog } from '#domain/log';
import { openDatabase } from '../../../src/server/sqlite/database.ts';
import { sqliteEventStore } from '../../../src/server/sqlite/sqlite-event-store.ts';
import type { Random } from '../../../src/fuzz/generate/random.ts';

const STREAM = 'plan/under-test';
/** Appends that a process is let live for, at most. */
const LONGEST_LIFE = 300;

export interface StoreKills {
  readonly kills: number;
  readonly acknowledged: number;
  readonly found: number;
  /** What was acknowledged and is not there, in words; the log itself is verified by reading it. */
  readonly lost: readonly string[];
}

/** Kills (SIGKILL) a process that appends to a store, starts it again on the same file, and looks after each kill at what is there. */
export async function killAppender(kills: number, random: Random): Promise<StoreKills> {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-kill-'));
  const file = join(folder, 'server.db');
  const lost: string[] = [];
  let [acknowledged, found] = [0, 0];
  try {
    for (let kill = 0; kill < kills; kill++) {
      const last = await appendAndKill(file, 1 + random.below(LONGEST_LIFE));
      const before = found;
      found = await countFound(file);
      if (last !== null) acknowledged += last - before;
      if (last !== null && found < last) lost.push(`kill ${kill + 1}: ${last} acknowledged, ${found} found`);
    }
    return { kills, acknowledged, found, lost };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The last version that was acknowledged before the process was killed; null where it was killed before the first. */
async function appendAndKill(file: string, appends: number): Promise<number | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'appender.ts'), file, STREAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let last: number | null = null;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    if (++seen === appends) child.kill('SIGKILL');
  }
  const [, signal] = (await ended) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error('The process that appends has ended by itself.');
  return last;
}

/** How many events there are. @throws LogFaultError, ReplayError where they are no sound log */
async function countFound(file: string): Promise<number> {
  const database = openDatabase(file);
  try {
    const { events } = openLog(await sqliteEventStore(database, { now: () => '', newSalt: () => '' }).read(STREAM));
    return openState({ body: undefined }, events).history.version;
  } finally {
    database.close();
  }
}
