import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { buildApp } from '../../src/server/app.ts';
import { openClusters } from '../../src/server/clusters/clusters.ts';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { readClusterStatus } from '../../src/server/console/cluster-status.ts';
import { memoryActionLog, memoryActions } from '../../src/ui/testing/memory-actions.ts';
import { consoleDispatcher } from '../../src/server/console/dispatch.ts';
import { memoryPlans } from '../../src/ui/testing/memory-plans.ts';
import { memoryTrail } from '../../src/ui/testing/memory-trail.ts';
import { consoleHandlers } from '../../src/server/console/handlers.ts';
import { memoryScratchIndices } from '../../src/server/console/memory-scratch-store.ts';
import { memoryUsageStore } from '../../src/server/console/memory-usage-store.ts';
import { median, type Comparison } from '../measure.ts';

const ROUNDS = 15;
const WARM_UP = 5;
const now = () => '2026-11-21T03:10:08.123Z';

export interface ListRouteFigures extends Comparison {
  /** Of the list to what a bare server does by hand: it asks the same, parses the answers and writes the list. */
  readonly byHand: Comparison;
  /** That the list asks of the cluster. */
  readonly calls: number;
  readonly indices: number;
}

/** The list of indices over HTTP, against the calls that it makes to the cluster at a URL, all at once, turn by turn. */
export async function measureListAt(url: string): Promise<ListRouteFigures> {
  const remote = remoteCluster({ label: 'Bench', url });
  try {
    return await measureList(remote.connect(), (calls) =>
      Promise.all(calls.map(async (call) => (await fetch(new URL(requestOf(call).path, url))).text())),
    );
  } finally {
    await remote.close();
  }
}

async function measureList(
  cluster: ClusterGateway,
  askAlone: (calls: readonly ClusterCall[]) => Promise<readonly string[]>,
): Promise<ListRouteFigures> {
  const calls: ClusterCall[] = [];
  const gateway: ClusterGateway = { send: (call) => (calls.push(call), cluster.send(call)) };
  const clusters = openClusters([{ entry: { id: 'bench', label: 'Bench', kind: 'sandbox' }, gateway }]);
  const dispatch = consoleDispatcher({
    handlers: consoleHandlers({
      entries: clusters.entries,
      readStatus: readClusterStatus,
      usage: memoryUsageStore(now),
      plans: memoryPlans(),
      actions: memoryActions(),
      scratch: memoryScratchIndices(now),
      trail: memoryTrail(clusters.entries).handlers,
    }),
    actionLog: memoryActionLog(),
    isReadOnly: false,
    onFailure: (error) => {
      throw error;
    },
  });
  const api = { dispatch, openCluster: (_request: unknown, id: string | undefined) => clusters.open(id) };
  let bare: Server | undefined;
  const app = await buildApp({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    version: '0',
    clientDir: '/nowhere',
    api,
  });
  try {
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/index_management/indices`;
    const list = async () => {
      const response = await fetch(url);
      const text = await response.text();
      if (!response.ok) throw new Error(`The list was refused: ${text.slice(0, 500)}`);
      return text;
    };
    // Probes what the cluster can do, which is kept.
    await list();
    calls.length = 0;
    const written = JSON.parse(await list()) as readonly unknown[];
    const indices = written.length;
    const asked = calls.map(({ signal: _, ...call }) => call);
    bare = createServer((_request, response) => {
      askAlone(asked).then(
        (texts) => {
          for (const text of texts) JSON.parse(text);
          response.end(JSON.stringify(written));
        },
        () => response.destroy(),
      );
    });
    bare.listen(0, '127.0.0.1');
    await once(bare, 'listening');
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
    const rounds: { floor: number; hand: number; subject: number }[] = [];
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      const floor = await timed(() => askAlone(asked));
      const hand = await timed(async () => (await fetch(bareUrl)).text());
      const subject = await timed(list);
      if (round >= WARM_UP) rounds.push({ floor, hand, subject });
    }
    const comparison = (floorOf: (round: (typeof rounds)[number]) => number): Comparison => ({
      floorMs: median(rounds.map(floorOf)),
      subjectMs: median(rounds.map(({ subject }) => subject)),
      ratio: median(rounds.map((round) => round.subject / floorOf(round))),
    });
    return {
      calls: asked.length,
      indices,
      ...comparison(({ floor }) => floor),
      byHand: comparison(({ hand }) => hand),
    };
  } finally {
    bare?.close();
    await app.close();
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
