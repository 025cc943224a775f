import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { freshFolder } from '../e2e/servers.ts';
import { itOnEachEngine, report } from './engine.ts';
import { wayTo } from './way-to-engine.ts';

/** As it is built: loading the sources one by one takes longer than a plan. */
const MAPLEDGER = join(import.meta.dirname, '../../bin/mapledger.mjs');
const run = promisify(execFile);

const PREFIX = 'mapledger-size-of-indices';
const COUNT = 1_000;
/** For both a plan and a look at drift. */
const MAX_REQUESTS = 20;
const AT_ONCE = 8;

const nameOf = (at: number) => `${PREFIX}-${String(at).padStart(4, '0')}`;
const templateOf = (at: number) => ({
  index_patterns: [`${nameOf(at)}-*`],
  priority: 900,
  template: { mappings: { properties: { at: { type: 'date' }, [`field_${at}`]: { type: 'keyword' } } } },
});
const indexOf = (at: number) => ({
  settings: { number_of_shards: 1, number_of_replicas: 0 },
  mappings: { properties: { at: { type: 'date' }, [`field_${at}`]: { type: 'keyword' } } },
});

async function forAll(work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (next < COUNT) await work(next++);
  });
  await Promise.all(workers);
}

itOnEachEngine(
  `${COUNT} templates and ${COUNT} indices are planned and checked for drift in ${MAX_REQUESTS} requests`,
  async ({ url, request, target }) => {
    const limit = (value: number | null) =>
      request('PUT', '/_cluster/settings', { persistent: { 'cluster.max_shards_per_node': value } });
    const clear = async () => {
      for (let at = 0; at < COUNT; at += 100)
        await request('DELETE', `/${nameOf(at).slice(0, -2)}*?expand_wildcards=all&ignore_unavailable=true`);
      await forAll((at) => request('DELETE', `/_index_template/${nameOf(at)}`));
      await limit(null);
    };
    await request('PUT', '/_cluster/settings', { persistent: { 'action.destructive_requires_name': false } });
    await clear();
    onTestFinished(clear);
    await limit(3 * COUNT);
    const folder = await freshFolder();
    const write = (path: string, content: object) => writeFileSync(join(folder, path), JSON.stringify(content));
    for (const kind of ['index_templates', 'indices']) mkdirSync(join(folder, kind));
    write('mapledger.config.json', { project: 'size', environments: {} });
    await forAll(async (at) => {
      write(`index_templates/${nameOf(at)}.json`, templateOf(at));
      write(`indices/${nameOf(at)}.json`, indexOf(at));
      const made = [
        await request('PUT', `/_index_template/${nameOf(at)}`, templateOf(at)),
        await request('PUT', `/${nameOf(at)}?wait_for_active_shards=0`, indexOf(at)),
      ];
      expect(made.map(({ status }) => status)).toEqual([200, 200]);
    });
    const way = await wayTo(url);
    const words: string[] = [];
    for (const command of ['plan', 'drift']) {
      way.count = 0;
      way.paths.splice(0);
      const started = performance.now();
      // Rejects where it ends with another code than 0.
      const { stdout } = await run(process.execPath, [
        ...[MAPLEDGER, command, '--dir', folder, '--cluster', way.url, '--detailed-exitcode'],
      ]);
      const ms = performance.now() - started;
      expect(stdout).toContain(`(${(2 * COUNT).toLocaleString('en')} unchanged)`);
      expect(way.paths.filter((path) => path.length > 4_000)).toEqual([]);
      expect(way.count).toBeLessThanOrEqual(MAX_REQUESTS);
      // The same requests again, one after another and read to their ends: what they cost without the command.
      const asked = [...way.paths];
      const askedAt = performance.now();
      for (const path of asked) await (await fetch(`${url}${path}`)).arrayBuffer();
      const engineMs = performance.now() - askedAt;
      words.push(
        `${command}: ${way.count} requests, ${Math.round(ms)} ms; the same requests alone ${Math.round(engineMs)} ms`,
      );
    }
    report(target, words.join('; '));
  },
  900_000,
);
