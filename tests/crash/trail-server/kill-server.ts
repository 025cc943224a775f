import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openLog } from '#domain/log';
import { openDatabase } from '../../../src/server/sqlite/database.ts';
import { sqliteEventStore } from '../../../src/server/sqlite/sqlite-event-store.ts';
import type { Random } from '../../../src/fuzz/generate/random.ts';
import { fieldEvent, startEvent, trailClient, TrailRefusedError, type TrailClient } from './trail-client.ts';

/** The index whose mapping all clients share. */
const SHARED = 'under-test';
const CLIENTS = 3;
/** Acknowledged appends that a server is let live for, at most. */
const LONGEST_LIFE = 120;
const MAX_BATCH = 4;
/** Characters of what a server said last that a failure repeats. */
const SAID_LENGTH = 2_000;

export interface ServerKills {
  readonly kills: number;
  readonly acknowledged: number;
  readonly found: number;
  /** How often an event was sent again whose answer had not come. */
  readonly repeated: number;
  /** What is wrong with what was found, in words. */
  readonly faults: readonly string[];
}

/** A client as a browser is one: it sends its next events until they are acknowledged, and knows nothing else. */
interface Client {
  readonly author: { readonly id: string; readonly name: string; readonly verified: boolean };
  /** That of the shared index is known as soon as there is one. */
  stream: string;
  /** The version that it believes the stream to be at. */
  after: number;
  /** Of the first event that is not acknowledged. */
  next: number;
  /** How many events its last call had, where the answer never came. */
  unanswered: number;
}

/**
 * Kills (SIGKILL) the server as it is started for people, while clients append to one stream and to streams of their own over HTTP, starts it again on
 * the same folder, and looks at the end at what is there.
 */
export async function killServer(kills: number, random: Random): Promise<ServerKills> {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-kill-'));
  const clients = Array.from({ length: CLIENTS }, (_, index) => index).flatMap((index): Client[] =>
    ['', `draft/of-${index}`].map((stream, place) => ({
      author: { id: `author-${index}-${place}`, name: `Author ${index}`, verified: false },
      stream,
      after: 0,
      next: 1,
      unanswered: 0,
    })),
  );
  const total = { repeated: 0 };
  try {
    await begin(folder, clients);
    for (let kill = 0; kill < kills; kill++)
      await liveAndDie(folder, clients, 1 + random.below(LONGEST_LIFE), random, total);
    return { kills, ...total, ...(await look(folder, clients)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Begins the logs: what follows fits whoever is faster. */
async function begin(folder: string, clients: readonly Client[]): Promise<void> {
  const { child, port } = await startServer(folder);
  const exited = once(child, 'exit');
  const server = trailClient(port);
  const shared = await server.createIndex(SHARED);
  for (const client of clients) {
    const { author } = client;
    const stream = client.stream || shared;
    client.stream = stream;
    const { version } = await server.append({ stream, after: 0, events: [startEvent(author, stream)] });
    client.after = version;
  }
  child.kill('SIGTERM');
  await exited;
}

async function liveAndDie(
  folder: string,
  clients: readonly Client[],
  life: number,
  random: Random,
  total: { repeated: number },
): Promise<void> {
  const { child, port } = await startServer(folder);
  const exited = once(child, 'exit');
  const server = trailClient(port);
  let left = life;
  const appendAll = async (client: Client) => {
    for (;;) {
      try {
        if (client.unanswered > 0) total.repeated += 1;
        await appendOnce(server, client, 1 + random.below(MAX_BATCH));
      } catch (error) {
        if (error instanceof TrailRefusedError) throw error;
        // The server is gone.
        return;
      }
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    }
  };
  await Promise.all(clients.map(appendAll));
  await exited;
}

async function appendOnce(server: TrailClient, client: Client, batch: number): Promise<void> {
  const { author, stream, after, next } = client;
  const count = client.unanswered > 0 ? client.unanswered : batch;
  client.unanswered = count;
  const events = Array.from({ length: count }, (_, index) => fieldEvent(author, next + index, stream));
  const outcome = await server.append({ stream, after, events });
  client.after = outcome.version;
  client.unanswered = 0;
  if (outcome.outcome === 'recorded') client.next += count;
}

/** Starts the server from its source, as it is started for people. */
export async function startServer(
  folder: string,
  flags: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const main = join(import.meta.dirname, '../../../src/server/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main, '--port', '0', '--data-dir', folder, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said = `${said}${String(text)}`.slice(-SAID_LENGTH)));
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /(http:\S+)/.exec(line)?.[1];
    if (origin !== undefined) return { child, port: Number(new URL(origin.replace(/,$/, '')).port) };
  }
  throw new Error(`The server ended before it was ready. ${said}`);
}

async function look(
  folder: string,
  clients: readonly Client[],
): Promise<Pick<ServerKills, 'acknowledged' | 'found' | 'faults'>> {
  const database = openDatabase(join(folder, 'server.db'));
  const faults: string[] = [];
  let found = 0;
  try {
    const store = sqliteEventStore(database, { now: () => '', newSalt: () => '' });
    for (const stream of new Set(clients.map((client) => client.stream))) {
      // It throws where a version is missing or a hash does not fit.
      const ids = openLog(await store.read(stream)).events.map(({ id }) => id);
      found += ids.length;
      if (new Set(ids).size !== ids.length) faults.push(`${stream}: an event is there twice`);
      for (const { author, next, unanswered } of clients.filter((client) => client.stream === stream)) {
        const own = ids.filter((id) => id.startsWith(`${author.id}-`));
        const inOrder = own.every((id, index) => id === `${author.id}-${index + 1}`);
        if (!inOrder) faults.push(`${author.id}: its events are not in their order`);
        if (own.length < next - 1) faults.push(`${author.id}: ${next - 1} acknowledged, ${own.length} found`);
        if (own.length > next - 1 + unanswered) faults.push(`${author.id}: more found than it has sent`);
      }
    }
    const { leaves } = database.prepare('SELECT COUNT(*) AS leaves FROM leaf').get() as { readonly leaves: number };
    // That the index was created is recorded, too.
    const records = (await store.streams()).reduce((sum, { version }) => sum + version, 0);
    if (leaves !== records) faults.push(`${leaves} leaves of ${records} records`);
  } finally {
    database.close();
  }
  return { acknowledged: clients.reduce((sum, { next }) => sum + next - 1, 0), found, faults };
}
