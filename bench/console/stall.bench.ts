import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { ROUTES, type RouteContract, type RouteId } from '#domain/wire';
import { hostileRequests, type HostileRequest } from '../../tests/builders/hostile-requests.ts';
import { report, type Figure } from '../report.ts';

/** No request may hold up the others for longer. */
const LIMIT_MS = 100;
/** Of a body, in characters; half of what the largest body may have, so that no member around it makes it too large. */
const SIZES = { document: 8_000_000, names: 4_000_000 };
const SHOWN = 5;

/** How long the worst of requests hold up the loop of the server, which is how long a second connection waits. */
export async function benchStall(): Promise<readonly Figure[]> {
  const server = fork(join(import.meta.dirname, 'server-process.ts'));
  const agent = new Agent({ keepAlive: true });
  try {
    const [url] = (await once(server, 'message')) as [string];
    const stalls: { readonly what: string; readonly heldUpMs: number }[] = [];
    for (const id of Object.keys(ROUTES) as RouteId[]) {
      const contract: RouteContract = ROUTES[id];
      const size = contract.takesDocument === true || contract.takesEvents === true ? SIZES.document : SIZES.names;
      for (const hostile of hostileRequests(id, size)) {
        await heldUpMs(server);
        await send(url, agent, hostile);
        stalls.push({ what: hostile.what, heldUpMs: await heldUpMs(server) });
      }
    }
    const worst = stalls.sort((a, b) => b.heldUpMs - a.heldUpMs).slice(0, SHOWN);
    const figures = worst.map(({ what, heldUpMs: subjectMs }): Figure => ({
      what,
      against: 'allowed',
      subjectMs,
      floorMs: LIMIT_MS,
      ratio: subjectMs / LIMIT_MS,
      budget: 1,
    }));
    return report(`The longest that one of ${stalls.length} hostile requests holds up the others`, figures);
  } finally {
    agent.destroy();
    server.disconnect();
  }
}

async function heldUpMs(server: ChildProcess): Promise<number> {
  server.send('next');
  const [ms] = (await once(server, 'message')) as [number];
  return ms;
}

/** Resolves when it is answered, or the connection is closed in the middle of a body that is too large. */
function send(url: string, agent: Agent, { method, path, headers, body }: HostileRequest): Promise<void> {
  const bytes = body === undefined ? undefined : Buffer.from(body);
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
