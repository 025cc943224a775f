import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCli, type RunOptions } from '../test-terminal.ts';
import { startCluster, type TestCluster } from './test-cluster.ts';

/** A folder of a project whose only environment is a cluster. */
export function projectFor({ url }: Pick<TestCluster, 'url'>, configuration: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  };
  write('mapledger.config.json', { project: 'search', environments: { test: { cluster: url } }, ...configuration });
  const run = (command: string, args: readonly string[] = [], options: RunOptions = {}) =>
    runCli([command, '--dir', folder, ...args], options);
  return {
    folder,
    write,
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    files: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.includes('.'))
        .toSorted(),
    run,
  };
}

export const put = (cluster: TestCluster, path: string, body: unknown) =>
  cluster.engine.send({ method: 'PUT', path: path.split('/'), body: JSON.stringify(body) });

/** A cluster with two components, two templates of which one makes data streams, and a legacy template. */
export async function filled(): Promise<TestCluster> {
  const cluster = await startCluster();
  await put(cluster, '_component_template/base', {
    template: { settings: { number_of_shards: 1, 'index.codec': 'default' } },
  });
  await put(cluster, '_component_template/logs@custom', {
    template: { mappings: { properties: { host: { type: 'keyword' } } } },
  });
  await put(cluster, '_index_template/logs', {
    index_patterns: ['logs-*'],
    priority: 200,
    composed_of: ['base', 'logs@custom'],
    data_stream: {},
  });
  await put(cluster, '_index_template/shop', {
    index_patterns: 'shop-*',
    template: { aliases: { shop: {} } },
    version: 3,
  });
  await put(cluster, '_template/old', { index_patterns: ['old-*'], settings: { number_of_shards: 2 } });
  await put(cluster, '_component_template/.hidden', { template: {} });
  await put(cluster, '_component_template/stack', { template: {}, _meta: { managed: true } });
  return cluster;
}
