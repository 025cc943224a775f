import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { ROUTES, type RouteContract, type RouteId } from '#domain/wire';
import { hostileRequests } from '../../tests/builders/hostile-requests.ts';
import { LARGE_REQUESTS } from '../../tests/builders/large-requests.ts';
import type { SentRequest } from '../../tests/builders/listening-server.ts';
import { report, type Figure } from '../report.ts';

/** No request may hold up the others for longer. */
const LIMIT_MS = 100;
/** What the longest stretch of a large request may take of the processor, which is that of reading its body, and every other one (docs/decisions/0043). */
const STRETCH_LIMITS_MS = { longest: 100, next: 50 };
/** Of a body, in characters; half of what the largest body may have, so that no member around it makes it too large. */
const SIZES = { document: 8_000_000, names: 4_000_000 };
const SHOWN = 5;

/** How long the worst of requests hold up the loop of the server, which is how long a second connection waits. */
export async function benchStall(): Promise<readonly Figure[]> {
  const server = fork(join(import.meta.dirname, 'server-process.ts'));
  const agent = new Agent({ keepAlive: true });
  try {
    const [url] = (await once(server, 'message')) as [string];
    const stalls: Stretch[] = [];
    for (const id of Object.keys(ROUTES) as RouteId[]) {
      const contract: RouteContract = ROUTES[id];
      const size = contract.takesDocument === true || contract.takesEvents === true ? SIZES.document : SIZES.names;
      for (const hostile of hostileRequests(id, size)) {
        await heldUpMs(server);
        await send(url, agent, {
          ...hostile,
          ...(hostile.body !== undefined && { pieces: [Buffer.from(hostile.body)] }),
        });
        stalls.push({ what: hostile.what, ms: await heldUpMs(server) });
      }
    }
    const stretches = { longest: [] as Stretch[], next: [] as Stretch[] };
    for (const [what, story] of Object.entries(LARGE_REQUESTS)) {
      const { before = [], asked } = story();
      for (const each of before) await send(url, agent, each);
      await stretchesOf(server);
      await send(url, agent, asked);
      const [longest = 0, next = 0] = await stretchesOf(server);
      stretches.longest.push({ what, ms: longest });
      stretches.next.push({ what, ms: next });
    }
    return [
      ...report(
        `The longest that one of ${stalls.length} hostile requests holds up the others`,
        figuresOf(stalls, LIMIT_MS),
      ),
      ...report(
        'The longest stretch of the processor of a large request, which is that of reading it',
        figuresOf(stretches.longest, STRETCH_LIMITS_MS.longest),
      ),
      ...report('The longest stretch beside it', figuresOf(stretches.next, STRETCH_LIMITS_MS.next)),
    ];
  } finally {
    agent.destroy();
    server.disconnect();
  }
}

interface Stretch {
  readonly what: string;
  readonly ms: number;
}

/** The longest of some stretches, against what one may take. */
function figuresOf(stretches: readonly Stretch[], limitMs: number): readonly Figure[] {
  return stretches
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
    .map(({ what, ms }) => ({
      what,
      against: 'allowed',
      subjectMs: ms,
      floorMs: limitMs,
      ratio: ms / limitMs,
      budget: 1,
    }));
}

async function stretchesOf(server: ChildProcess): Promise<readonly number[]> {
  server.send('stretches');
  const [taken] = (await once(server, 'message')) as [readonly number[]];
  return taken;
}

async function heldUpMs(server: ChildProcess): Promise<number> {
  server.send('next');
  const [ms] = (await once(server, 'message')) as [number];
  return ms;
}

/** Resolves when it is answered, or the connection is closed in the middle of a body that is too large. */
function send(url: string, agent: Agent, { method, path, headers, pieces }: SentRequest): Promise<void> {
  const bytes = pieces && Buffer.concat(pieces);
  const length = bytes && { 'content-type': 'application/json', 'content-length': bytes.length };
  return new Promise((resolve) => {
    const sent = request(
      url + path,
      { agent, method, headers: { 'x-mapledger': '1', ...length, ...headers } },
      (response) => {
        response.resume().once('close', resolve);
      },
    );
    sent.once('error', () => resolve());
    sent.end(bytes);
  });
}
