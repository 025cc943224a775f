import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { systemClock, ulidSource } from '../../../src/infra/platform.ts';
import { ClusterError, type ClusterCall } from '#domain/ports';
import type { RouteAnswer } from '#domain/wire';
import { composeApi } from '../../../src/server/composition.ts';
import { embeddedEngine } from '../../../src/server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../../../src/server/embedded/storage.ts';
import { parseFlags } from '../../../src/server/flags.ts';

/** When a server is killed that changes a cluster: before it records that, while the cluster has the request, after it was done, after it was answered. */
export type Moment = 'before' | 'sent' | 'applied' | 'answered';

export interface AfterKill {
  /** Whether the cluster has what was asked for. */
  readonly isApplied: boolean;
  /** What the next server over the same folder has recorded, as soon as `isSettled` says so. */
  readonly actions: RouteAnswer<'actions.list'>['actions'];
}

/** Kills (SIGKILL) a server at a moment of a change, and starts the next one over its folder. */
export async function killActor(
  moment: Moment,
  isSettled: (actions: AfterKill['actions']) => boolean,
): Promise<AfterKill> {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-kill-'));
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: systemClock, ids: ulidSource() });
  let kill = () => undefined as unknown;
  let isApplied = false;
  const cluster = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cluster');
      const isChange = request.method === 'PUT';
      const body = await text(request);
      if (isChange && moment === 'sent') return void kill();
      try {
        const answer = await engine.send({
          method: request.method as ClusterCall['method'],
          path: pathname.slice(1).split('/').filter(Boolean).map(decodeURIComponent),
          query: Object.fromEntries(searchParams),
          ...(body !== '' && { body }),
        });
        if (isChange) isApplied = true;
        if (isChange && moment === 'applied') return void kill();
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      } catch (error) {
        if (!(error instanceof ClusterError)) throw error;
        response
          .writeHead(error.status ?? 500, { 'content-type': 'application/json' })
          .end('{"error":{"reason":"no"}}');
      }
    })();
  });
  cluster.listen(0, '127.0.0.1');
  await once(cluster, 'listening');
  const { port } = cluster.address() as { readonly port: number };
  const url = `http://127.0.0.1:${port}`;
  try {
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'actor.ts'), folder, url], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    kill = () => child.kill('SIGKILL');
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'ready' && moment !== 'before') child.stdin.write('go\n');
      else kill();
    }
    const [, signal] = (await ended) as [number | null, string | null];
    if (signal !== 'SIGKILL') throw new Error('The server has ended by itself.');
    return { isApplied, actions: await restarted(folder, url, isSettled) };
  } finally {
    cluster.closeAllConnections();
    cluster.close();
    engine.close();
    rmSync(folder, { recursive: true });
  }
}

/** How often the next server is asked, until it has settled what it found. */
const ATTEMPTS = 200;

async function restarted(
  folder: string,
  url: string,
  isSettled: (actions: AfterKill['actions']) => boolean,
): Promise<AfterKill['actions']> {
  const outcome = parseFlags(['--data-dir', folder, '--cluster', url, '--cluster-name', 'main'], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const failures: unknown[] = [];
  const { api, clusters, close } = await composeApi(outcome.settings, { onFailure: (error) => failures.push(error) });
  try {
    for (let attempt = 0; ; attempt++) {
      const response = await api.dispatch({
        id: 'actions.list',
        requestId: 'after',
        openCluster: (id) => clusters.open(id),
        signal: new AbortController().signal,
      });
      if ('error' in response || failures.length > 0) throw new Error(JSON.stringify([response, failures.map(String)]));
      const { actions } = response.value as RouteAnswer<'actions.list'>;
      if (isSettled(actions)) return actions;
      if (attempt === ATTEMPTS) throw new Error(`Nothing was settled: ${JSON.stringify(actions)}`);
    }
  } finally {
    await close();
  }
}
