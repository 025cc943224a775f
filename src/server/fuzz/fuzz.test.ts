import { afterAll, describe, expect, it } from 'vitest';
import { formatJson, parseJson, type JsonValue } from '#domain/json';
import type { ClusterCall, ClusterGateway } from '#domain/ports';
import { ClusterError } from '#domain/ports';
import { NotTriedError } from '../../fuzz/case/target.ts';
import { removeLeftovers } from './leftovers.ts';
import { openEngines } from './engines.ts';
import { runJobs } from './threads.ts';

const cluster = { id: 'test', label: 'test', url: 'http://127.0.0.1:1/' };
const NOW = Date.parse('2026-01-02T00:00:00Z');
const nameOf = (seed: number, ageMs: number) => `mapledger-fuzz-${seed}-0-${(NOW - ageMs).toString(36)}-1`;

/** A cluster that has these names of everything, and says which were deleted. */
function clusterWith(names: readonly string[]) {
  const deleted: string[] = [];
  const send = async ({ method, path }: ClusterCall) => {
    if (method === 'DELETE') {
      deleted.push(path.join('/'));
      return { status: 200, body: '{"acknowledged":true}' };
    }
    if (path[0] === '_template')
      throw new ClusterError('refused', 'none', { status: 404, request: { method, path: '/_template' } });
    const lists: Readonly<Record<string, JsonValue>> = {
      _index_template: { index_templates: names.map((name) => ({ name })) },
      _component_template: { component_templates: names.map((name) => ({ name })) },
    };
    const found = lists[path[0] ?? ''] ?? Object.fromEntries(names.map((name) => [name, { aliases: {} }]));
    return { status: 200, body: formatJson(found) };
  };
  const gateway: ClusterGateway = { send };
  return { gateway, deleted };
}

describe('what killed runs have left', () => {
  it('is removed, but for what another run may be using and what is somebody else’s', async () => {
    const [own, old, young] = [nameOf(7, 1_000), nameOf(8, 120_000), nameOf(8, 1_000)];
    const { gateway, deleted } = clusterWith([own, old, young, 'mapledger-fuzz-notes', 'logs']);
    expect(await removeLeftovers(gateway, 7, NOW)).toBe(6);
    expect(deleted).toEqual([
      own,
      old,
      `_index_template/${own}`,
      `_index_template/${old}`,
      `_component_template/${own}`,
      `_component_template/${old}`,
    ]);
  });
});

describe('a thread', () => {
  const [first, second] = [0, 1].map((worker) => openEngines(cluster, { seed: 7, worker }));
  afterAll(async () => {
    await first?.close();
    await second?.close();
  });

  it('has names that no other thread has', () => {
    const names = [first, second, first, second].map((engines) => engines?.newName() ?? '');
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^mapledger-fuzz-7-[01]-[0-9a-z]+-\d+$/);
  });

  it('has sandboxes with nothing in them', async () => {
    const sandbox = first?.sandbox();
    const answer = await sandbox?.send({ method: 'GET', path: ['_mapping'] }).catch(() => null);
    sandbox?.close();
    expect(answer === null ? {} : parseJson(answer?.body ?? '{}')).toEqual({});
  });

  it('ends a run whose cluster is gone with a reason, not with a failed case', async () => {
    const share = { target: 'engine', corpus: [], seed: 1, from: 0, runs: 3, cluster };
    const failures: unknown[] = [];
    const running = runJobs(share, 1, (report) => {
      failures.push(...report.failures);
      return true;
    });
    await expect(running).rejects.toThrow(NotTriedError);
    expect(failures).toEqual([]);
  });
});
