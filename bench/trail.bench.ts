import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fieldEvent, startEvent, trailClient } from '../tests/crash/trail-server/trail-client.ts';
import { report, type Figure } from './report.ts';

const CLIENTS = 50;
/** What the trail takes in a second from that many clients. */
const EVENTS_PER_SECOND = 2_000;
const ROUND_MS = 5_000;
const WARM_UP_MS = 1_000;
/** How many events a browser sends at once: one where somebody types, more after it was offline. */
const BATCHES = [
  { batch: 1, budget: 1 },
  { batch: 20, budget: 1 },
] as const;

/** Events that the server records from 50 clients at once, each in a stream of its own, over HTTP and onto the disk. */
export async function benchTrail(): Promise<readonly Figure[]> {
  const server = fork(join(import.meta.dirname, 'console/server-process.ts'));
  try {
    const [url] = (await once(server, 'message')) as [string];
    const port = Number(new URL(url).port);
    const figures: Figure[] = [];
    for (const { batch, budget } of BATCHES) {
      const perSecond = await eventsPerSecond(port, batch);
      figures.push({
        what: `${EVENTS_PER_SECOND} events of ${CLIENTS} clients, ${batch} at a time (${Math.round(perSecond)} a second)`,
        against: 'allowed',
        subjectMs: (EVENTS_PER_SECOND / perSecond) * 1_000,
        floorMs: 1_000,
        ratio: EVENTS_PER_SECOND / perSecond,
        budget,
      });
    }
    return report('The shared trail', figures);
  } finally {
    server.disconnect();
  }
}

async function eventsPerSecond(port: number, batch: number): Promise<number> {
  const start = performance.now();
  const [from, end] = [start + WARM_UP_MS, start + WARM_UP_MS + ROUND_MS];
  let counted = 0;
  const appendAll = async (index: number) => {
    const client = trailClient(port);
    const author = { id: `client-${batch}-${index}`, name: `Client ${index}`, verified: false };
    const stream = `draft/${batch}-${index}`;
    await client.append({ stream, after: 0, events: [startEvent(author, stream)] });
    for (let after = 1; performance.now() < end; after += batch) {
      const events = Array.from({ length: batch }, (_, at) => fieldEvent(author, after + at));
      const outcome = await client.append({ stream, after, events });
      if (outcome.outcome !== 'recorded') throw new Error(`A conflict in ${stream}.`);
      const now = performance.now();
      if (now > from && now <= end) counted += batch;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => appendAll(index)));
  return (counted * 1_000) / ROUND_MS;
}
