import { onTestFinished } from 'vitest';
import { formatJson } from '#domain/json';
import { openClusters, type Clusters } from '../../../src/server/clusters/clusters.ts';
import { readClusterStatus } from '../../../src/server/console/cluster-status.ts';
import { remoteCluster } from '../../../src/server/cluster/remote-cluster.ts';
import { memoryActionLog, memoryActions } from '../../../src/ui/testing/memory-actions.ts';
import { consoleDispatcher } from '../../../src/server/console/dispatch.ts';
import { memoryPlans } from '../../../src/ui/testing/memory-plans.ts';
import { memoryTrail } from '../../../src/ui/testing/memory-trail.ts';
import { consoleHandlers } from '../../../src/server/console/handlers.ts';
import { localHttpService } from '../../../src/server/console/local-http.ts';
import { memoryScratchIndices } from '../../../src/server/console/memory-scratch-store.ts';
import { memoryUsageStore } from '../../../src/server/console/memory-usage-store.ts';
import { CONSOLE_EXAMPLES, lacking } from '../../contracts/console.contract.ts';
import { consoleUnderTest } from '../../contracts/console-under-test.ts';
import type { EngineCheck } from '../engine.ts';

const PREFIX = 'mapledger-console-';
const now = () => '2026-11-21T03:10:08.123Z';

/** Deletes what an example, or one of a run that was cut short, has left behind. */
async function wipe(engine: string): Promise<void> {
  await fetch(`${engine}/_data_stream/${PREFIX}stream`, { method: 'DELETE' });
  const rows = (await (
    await fetch(`${engine}/_cat/indices/${PREFIX}*?format=json&h=index&expand_wildcards=all`)
  ).json()) as { readonly index: string }[];
  for (const { index } of rows) await fetch(`${engine}/${index}`, { method: 'DELETE' });
  for (const path of [
    `_index_template/${PREFIX}template`,
    `_component_template/${PREFIX}component`,
    `_template/${PREFIX}legacy`,
  ])
    await fetch(`${engine}/${path}`, { method: 'DELETE' });
}

/** The console over the first of some clusters. */
export function consoleOf(clusters: Clusters) {
  const handlers = consoleHandlers({
    entries: clusters.entries,
    readStatus: readClusterStatus,
    usage: memoryUsageStore(now),
    plans: memoryPlans(),
    actions: memoryActions(),
    hasDocuments: true,
    scratch: memoryScratchIndices(now),
    trail: memoryTrail(clusters.entries).handlers,
  });
  const dispatch = consoleDispatcher({
    handlers,
    actionLog: memoryActionLog(),
    isReadOnly: false,
    onFailure: (error) => {
      throw error;
    },
  });
  return consoleUnderTest(
    localHttpService(dispatch, (id) => clusters.open(id)),
    (method, path, body, query) =>
      clusters.open().gateway.send({
        ...{ method, path },
        ...(body !== undefined && { body: formatJson(body) }),
        ...(query !== undefined && { query }),
      }),
  );
}

/** What the console does on every engine. */
export const CONSOLE_CHECKS: readonly EngineCheck[] = CONSOLE_EXAMPLES.map((example) => ({
  name: example.name,
  async holds({ url, target }, skip) {
    await wipe(url);
    onTestFinished(() => wipe(url));
    const clusters = openClusters([
      { entry: { id: 'real', label: 'Real', kind: 'remote' }, remote: remoteCluster({ label: 'Real', url }) },
    ]);
    try {
      const console = consoleOf(clusters);
      const missing = await lacking(console, example);
      if (missing.length > 0) skip(`${target.distribution} lacks ${missing.join(', ')}`);
      await example.run(console, PREFIX, skip);
    } finally {
      await clusters.close();
    }
  },
}));
