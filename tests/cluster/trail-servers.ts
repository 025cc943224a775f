import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { SealedRecord } from '#domain/events';
import { openLog } from '#domain/log';
import type { Random } from '../../src/fuzz/generate/random.ts';
import { startServer } from '../crash/trail-server/kill-server.ts';
import {
  fieldEvent,
  startEvent,
  trailClient,
  TrailRefusedError,
  type TrailClient,
} from '../crash/trail-server/trail-client.ts';

/** The index whose mapping all clients share. */
export const SHARED = 'mapledger-under-test';
/** One that is erased while servers are killed, and what must not be found of it afterwards. */
export const ERASED = 'draft/erased';
export const ERASED_WORDS = /Add erased-author/;
const ERASED_AUTHOR = { id: 'erased-author', name: 'Erin', verified: false };
const ERASED_EVENTS = 5;
const CLIENTS_OF_EACH = 2;
const MAX_BATCH = 4;
/** Acknowledged appends between two kills, at most. */
const LONGEST_LIFE = 60;
const RETRY_MS = 20;
/** Asked so often, a server has its index or does not get it. */
const MOST_ATTEMPTS = 1_000;
/** Texts are gone soon after the answer. */
const MOST_LOOKS = 100;
const LOOK_AGAIN_MS = 200;

export interface TwoServers {
  readonly kills: number;
  readonly acknowledged: number;
  readonly found: number;
  /** How often an event was sent again whose answer had not come. */
  readonly repeated: number;
  /** How often another server was faster. */
  readonly conflicts: number;
  /** How many events of a log were erased meanwhile. */
  readonly erased: number;
  /** What is wrong with what was found, in words. */
  readonly faults: readonly string[];
}

/** A server that is killed and started again on its own folder. */
interface Home {
  readonly folder: string;
  running: { readonly child: ChildProcess; readonly client: TrailClient } | null;
}

interface Client {
  readonly author: { readonly id: string; readonly name: string; readonly verified: boolean };
  /** That of the shared index is known as soon as there is one. */
  stream: string;
  /** Which server it uses: the other one from time to time. */
  home: number;
  after: number;
  next: number;
  unanswered: number;
}

/** As a browser does: a server whose index has no shard yet refuses with 503, and is asked again. */
async function appendOnceReady(client: TrailClient, batch: Parameters<TrailClient['append']>[0]) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.append(batch);
    } catch (error) {
      const isNotReady = error instanceof TrailRefusedError && error.status === 503;
      if (!isNotReady || attempt === MOST_ATTEMPTS) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

/** Two servers on one cluster, to which clients append at the same time, to a stream that all share and to their own; the servers are killed in turn. */
export async function runTwoServers(flags: readonly string[], kills: number, random: Random): Promise<TwoServers> {
  const homes = [0, 1].map((): Home => ({ folder: mkdtempSync(join(tmpdir(), 'mapledger-two-')), running: null }));
  const clients = homes.flatMap((_, home) =>
    Array.from({ length: CLIENTS_OF_EACH }, (_unused, index) => index).flatMap((index): Client[] =>
      ['', `draft/of-${home}-${index}`].map((stream, place) => ({
        author: { id: `author-${home}-${index}-${place}`, name: `Author ${index}`, verified: false },
        stream,
        home,
        after: 0,
        next: 1,
        unanswered: 0,
      })),
    ),
  );
  const total = { repeated: 0, conflicts: 0 };
  try {
    await Promise.all(homes.map((home) => start(home, flags)));
    let [isOver, acknowledged] = [false, 0];
    const first = homes[0]?.running?.client as TrailClient;
    await appendOnceReady(first, {
      stream: ERASED,
      after: 0,
      events: [
        startEvent(ERASED_AUTHOR, ERASED),
        ...Array.from({ length: ERASED_EVENTS - 1 }, (_, index) => fieldEvent(ERASED_AUTHOR, index + 1)),
      ],
    });
    const shared = await first.createIndex(SHARED, 'prod');
    for (const client of clients) {
      const { author } = client;
      const stream = client.stream || shared;
      client.stream = stream;
      const begun = { stream, after: 0, events: [startEvent(author, stream)] };
      client.after = (await appendOnceReady(first, begun)).version;
    }
    const erasing = eraseOnEither(homes);
    const work = clients.map(async (client) => {
      while (!isOver) {
        if (await appendOnce(homes, client, 1 + random.below(MAX_BATCH), total)) acknowledged += 1;
        else {
          // That server is gone, or can't record now: the other one has the same trail.
          client.home = 1 - client.home;
          await setTimeout(RETRY_MS);
        }
      }
    });
    for (let kill = 0; kill < kills; kill++) {
      const until = acknowledged + 1 + random.below(LONGEST_LIFE);
      while (acknowledged < until) await setTimeout(RETRY_MS);
      const home = homes[kill % homes.length] as Home;
      await stop(home, 'SIGKILL');
      await start(home, flags);
    }
    isOver = true;
    await Promise.all(work);
    const erased = await erasing;
    const found = await look(homes, clients);
    return { kills, ...total, ...found, erased, faults: [...found.faults, ...(await lookForErased(homes))] };
  } finally {
    await Promise.all(homes.map((home) => stop(home, 'SIGTERM')));
    for (const { folder } of homes) rmSync(folder, { recursive: true });
  }
}

async function start(home: Home, flags: readonly string[]): Promise<void> {
  const { child, port } = await startServer(home.folder, flags);
  home.running = { child, client: trailClient(port) };
}

async function stop(home: Home, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const { child } = home.running ?? {};
  home.running = null;
  if (child === undefined) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Whether there was an answer. */
async function appendOnce(
  homes: readonly Home[],
  client: Client,
  batch: number,
  total: { repeated: number; conflicts: number },
): Promise<boolean> {
  const { running } = homes[client.home] as Home;
  if (running === null) return false;
  const { author, stream, after, next } = client;
  if (client.unanswered > 0) total.repeated += 1;
  const count = client.unanswered > 0 ? client.unanswered : batch;
  client.unanswered = count;
  const events = Array.from({ length: count }, (_, index) => fieldEvent(author, next + index, stream));
  let outcome;
  try {
    outcome = await running.client.append({ stream, after, events });
  } catch (error) {
    if (error instanceof TrailRefusedError && error.status !== 503) throw error;
    return false;
  }
  client.after = outcome.version;
  client.unanswered = 0;
  if (outcome.outcome === 'recorded') client.next += count;
  else total.conflicts += 1;
  return true;
}

/** Asks until there is an answer, on the one server and on the other. Says how many events there were. */
async function eraseOnEither(homes: readonly Home[]): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const { running } = homes[attempt % homes.length] as Home;
    try {
      if (running !== null)
        return (await running.client.eraseStream({ stream: ERASED, version: ERASED_EVENTS, reason: 'OPS-1' })).events;
    } catch (error) {
      if (error instanceof TrailRefusedError && ![409, 410, 503].includes(error.status)) throw error;
    }
    await setTimeout(RETRY_MS);
  }
}

/** Both servers have to know, and neither may have the words. */
async function lookForErased(homes: readonly Home[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [number, home] of homes.entries()) {
    const said = await (home.running?.client as TrailClient)
      .read({ stream: ERASED, author: ERASED_AUTHOR.id })
      .catch((error: unknown) => error);
    if (!(said instanceof TrailRefusedError && said.status === 410))
      faults.push(`server ${number} reads the erased log`);
    for (let attempt = 1; filesWithWords(home.folder).length > 0; attempt++) {
      if (attempt > MOST_LOOKS) {
        faults.push(`server ${number} has words of the erased log in ${filesWithWords(home.folder).join(', ')}`);
        break;
      }
      await setTimeout(LOOK_AGAIN_MS);
    }
  }
  return faults;
}

function filesWithWords(folder: string): readonly string[] {
  return readdirSync(folder).filter((file) => ERASED_WORDS.test(readFileSync(join(folder, file), 'latin1')));
}

async function look(
  homes: readonly Home[],
  clients: readonly Client[],
): Promise<Pick<TwoServers, 'acknowledged' | 'found' | 'faults'>> {
  const faults: string[] = [];
  let found = 0;
  for (const stream of new Set(clients.map((client) => client.stream))) {
    const writers = clients.filter((client) => client.stream === stream);
    const author = writers[0]?.author.id ?? '';
    const [one = [], two = []] = await Promise.all(
      homes.map(({ running }) => readAll(running?.client as TrailClient, stream, author)),
    );
    if (JSON.stringify(one) !== JSON.stringify(two)) faults.push(`${stream}: the servers have different records`);
    // It throws where a version is missing or a hash does not fit.
    const ids = openLog(one).events.map(({ id }) => id);
    found += ids.length;
    if (new Set(ids).size !== ids.length) faults.push(`${stream}: an event is there twice`);
    for (const { author: writer, next, unanswered } of writers) {
      const own = ids.filter((id) => id.startsWith(`${writer.id}-`));
      const inOrder = own.every((id, index) => id === `${writer.id}-${index + 1}`);
      if (!inOrder) faults.push(`${writer.id}: its events are not in their order`);
      if (own.length < next - 1) faults.push(`${writer.id}: ${next - 1} acknowledged, ${own.length} found`);
      if (own.length > next - 1 + unanswered) faults.push(`${writer.id}: more found than it has sent`);
    }
  }
  return { acknowledged: clients.reduce((sum, { next }) => sum + next - 1, 0), found, faults };
}

async function readAll(client: TrailClient, stream: string, author: string): Promise<readonly SealedRecord[]> {
  const records: SealedRecord[] = [];
  for (let hasMore = true; hasMore;) {
    const page = await client.read({ stream, after: records.length, author });
    records.push(...page.records);
    ({ hasMore } = page);
  }
  return records;
}
