import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCluster, type TestCluster } from '../code/test-cluster.ts';
import { projectFor, put } from '../code/test-project.ts';
import { as, objectsOf, recorded, startServer } from '../../../tests/builders/recording-server.ts';

const BASE = { template: { settings: { number_of_shards: 1 } } };
const LOGS = { index_patterns: ['logs-*'], priority: 10, composed_of: ['base'] };

type Server = Awaited<ReturnType<typeof startServer>>;

/** A project with a component and a template over a server, both made by an apply unless `isApplied` is false. */
async function made({ configuration = {}, isApplied = true }: { configuration?: object; isApplied?: boolean } = {}) {
  const [server, cluster] = [await startServer(), await startCluster()];
  const { project, mapledger, remove } = projectOn(server, cluster, configuration);
  project.write('component_templates/base.json', BASE);
  project.write('index_templates/logs.json', LOGS);
  if (isApplied) expect((await mapledger('apply', '--yes')).code).toBe(0);
  return { server, cluster, project, mapledger, remove };
}

function projectOn({ url }: Pick<Server, 'url'>, cluster: TestCluster, configuration: object = {}) {
  const project = projectFor(cluster, configuration);
  const env = { ...as('ada'), MAPLEDGER_SERVER: url };
  return {
    project,
    mapledger: (command: string, ...args: readonly string[]) => project.run(command, args, { env }),
    remove: (path: string) => rmSync(join(project.folder, path)),
  };
}

const deletions = ({ writes }: TestCluster) => writes.filter((each) => each.startsWith('DELETE'));

/** The server behind a socket that answers nothing to the requests of some paths. */
async function proxyOf({ port }: Server, isCut: (path: string) => boolean): Promise<{ readonly url: string }> {
  const proxy = createServer((received, answer) => {
    if (isCut(received.url ?? '')) return void received.socket.destroy();
    const { method, url, headers } = received;
    const options = { host: '127.0.0.1', port, method, path: url };
    const sent = request({ ...options, headers: { ...headers, host: `127.0.0.1:${port}` } }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    received.pipe(sent);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await once(proxy, 'close');
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}` };
}

describe('--prune', () => {
  it('deletes what an apply has created and has no file any more, and the second plan is empty', async () => {
    const { server, cluster, project, mapledger, remove } = await made();
    remove('component_templates/base.json');
    remove('index_templates/logs.json');
    const plain = await mapledger('plan', '--detailed-exitcode');
    expect(plain).toMatchObject({ code: 0, err: '' });
    expect(plain.out).toContain('No changes (0 unchanged).');
    const planned = await mapledger('plan', '--prune', '--detailed-exitcode');
    expect(planned.code).toBe(5);
    expect(planned.out).toContain(
      '- index_templates/logs (delete, in place)\n    No file claims it any more. An apply of this project has created it.',
    );
    expect(planned.out).toContain('1. DELETE /_index_template/logs\n  2. DELETE /_component_template/base');
    expect(planned.out).toContain('2 to delete, 0 unchanged.');
    expect((await mapledger('plan', '--prune', '--markdown')).out).toContain(
      '**`index_templates/logs` (delete, in place)**\n- No file claims it any more.',
    );
    const file = join(project.folder, 'plan.json');
    await mapledger('plan', '--prune', '--out', file);
    expect((await mapledger('plan', '--prune', '--json')).out).toBe(readFileSync(file, 'utf8'));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      prune: true,
      left: [],
      requests: [
        { method: 'DELETE', path: '/_index_template/logs' },
        { method: 'DELETE', path: '/_component_template/base' },
      ],
    });
    expect(deletions(cluster)).toEqual([]);
    const applied = await mapledger('apply', file, '--prune', '--yes');
    expect(applied.code).toBe(0);
    expect(applied.err).toContain('Of templates without a file only those are deleted that the plan shows.');
    expect(deletions(cluster)).toEqual(['DELETE /_index_template/logs', 'DELETE /_component_template/base']);
    expect((await recorded(server)).slice(-4)).toEqual([
      'ada: Begin apply to test',
      'ada: Deleted index_templates/logs',
      'ada: Deleted component_templates/base',
      'ada: Applied to test: 2 requests',
    ]);
    expect(await objectsOf(server)).toEqual([]);
    const again = await mapledger('plan', '--prune', '--detailed-exitcode');
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).not.toContain('Left');
    expect(server.failures).toEqual([]);
  });

  it('deletes also what earlier applies without it have left', async () => {
    const { cluster, mapledger, remove } = await made();
    remove('index_templates/logs.json');
    expect((await mapledger('apply', '--yes')).code).toBe(0);
    expect(deletions(cluster)).toEqual([]);
    expect((await mapledger('apply', '--prune', '--yes')).code).toBe(0);
    expect(deletions(cluster)).toEqual(['DELETE /_index_template/logs']);
  });

  it('is refused without a server, and for a plan that was made without it', async () => {
    const { cluster, project, mapledger, remove } = await made();
    remove('index_templates/logs.json');
    const noServer = await project.run('plan', ['--prune']);
    expect(noServer).toMatchObject({ code: 2, out: '' });
    expect(noServer.err).toContain('--prune needs a server: only its record says which templates');
    expect((await project.run('apply', ['--prune', '--yes'])).code).toBe(2);
    const [pruning, plain] = [join(project.folder, 'pruning.json'), join(project.folder, 'plain.json')];
    await mapledger('plan', '--prune', '--out', pruning);
    await mapledger('plan', '--out', plain);
    const refused = await mapledger('apply', pruning, '--yes');
    expect(refused).toMatchObject({ code: 3 });
    expect(refused.err).toContain('the plan was made with --prune');
    expect((await mapledger('apply', plain, '--prune', '--yes')).code).toBe(3);
    expect(deletions(cluster)).toEqual([]);
  });

  it('lets a template take the place of one without a file in one apply', async () => {
    const { cluster, project, mapledger, remove } = await made();
    remove('index_templates/logs.json');
    project.write('index_templates/logs-2.json', LOGS);
    expect((await mapledger('plan')).out).toContain('has the same priority (10)');
    expect((await mapledger('apply', '--prune', '--yes')).code).toBe(0);
    expect(cluster.writes.slice(2)).toEqual([
      'PUT /_index_template/logs-2',
      'DELETE /_index_template/logs',
      'PUT /_index_template/logs-2',
    ]);
  });
});

describe('what --prune leaves', () => {
  it('is what the project has adopted, and what it has nothing to do with', async () => {
    const { server, cluster, project, mapledger, remove } = await made({ isApplied: false });
    await put(cluster, '_component_template/base', BASE);
    await put(cluster, '_index_template/foreign', { index_patterns: ['foreign-*'] });
    await put(cluster, '_template/old', { index_patterns: ['old-*'] });
    await put(cluster, '_component_template/stack', { template: {}, _meta: { managed: true } });
    project.write('indices/products.json', {});
    expect((await mapledger('apply', '--yes')).code).toBe(0);
    for (const path of ['component_templates/base', 'index_templates/logs', 'indices/products']) remove(`${path}.json`);
    const { out } = await mapledger('plan', '--prune');
    const left = [
      'Left, without a file:',
      '  component_templates/base: No apply of this project is recorded to have created it.',
      '  index_templates/foreign: No apply of this project is recorded to have created it.',
      '  legacy_templates/old: Legacy templates are never deleted.',
      '  indices/products: Indices are never deleted.',
    ];
    expect(out).toContain(`${left.join('\n')}\n\n`);
    const inMarkdown = (await mapledger('plan', '--prune', '--markdown')).out;
    expect(inMarkdown).toContain('- `component_templates/base: No apply of this project is recorded');
    // What other clients make meanwhile does not make it another plan.
    const file = join(project.folder, 'plan.json');
    await mapledger('plan', '--prune', '--out', file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      left: [
        { object: 'component_templates/base' },
        { object: 'indices/products', reason: 'Indices are never deleted.' },
      ],
    });
    await put(cluster, '_index_template/later', { index_patterns: ['later-*'] });
    expect((await mapledger('apply', file, '--prune', '--yes')).code).toBe(0);
    expect(deletions(cluster)).toEqual(['DELETE /_index_template/logs']);
    // An index that another client has deleted is no longer listed.
    await cluster.engine.send({ method: 'DELETE', path: ['products'] });
    expect((await mapledger('plan', '--prune')).out).not.toContain('indices/products');
    expect(server.failures).toEqual([]);
  });

  it('is what a pattern of the configuration fits, and a pattern that is none names its place', async () => {
    const { cluster, project, mapledger, remove } = await made({ configuration: { prune: { keep: ['log*'] } } });
    remove('index_templates/logs.json');
    remove('component_templates/base.json');
    const { out } = await mapledger('apply', '--prune', '--yes');
    expect(out).toContain('index_templates/logs: The pattern log* of prune.keep fits its name.');
    expect(out).toContain('component_templates/base: It is used by index templates: logs.');
    expect(deletions(cluster)).toEqual([]);
    project.write('mapledger.config.json', '{\n  "project": "search",\n  "prune": { "keep": ["a,b"] }\n}\n');
    const refused = await mapledger('plan', '--prune');
    expect(refused.code).toBe(3);
    expect(refused.err).toContain('mapledger.config.json:3:23: /prune/keep/0: names have no comma');
  });

  it('is what another client has changed since', async () => {
    const { cluster, mapledger, remove } = await made();
    remove('index_templates/logs.json');
    await put(cluster, '_index_template/logs', { ...LOGS, priority: 11 });
    const { out } = await mapledger('apply', '--prune', '--yes');
    expect(out).toContain('index_templates/logs: The cluster has it otherwise than an apply recorded last');
    expect(deletions(cluster)).toEqual([]);
    // As it was recorded, whatever the order of its members and the form of its settings.
    const { composed_of, ...rest } = LOGS;
    await put(cluster, '_index_template/logs', { composed_of, ...rest });
    expect((await mapledger('apply', '--prune', '--yes')).code).toBe(0);
    expect(deletions(cluster)).toEqual(['DELETE /_index_template/logs']);
  });

  it('is what another client changes between the plan and the request', async () => {
    const { cluster, mapledger, remove } = await made();
    remove('index_templates/logs.json');
    remove('component_templates/base.json');
    let looks = 0;
    cluster.mishap = (write, path) => {
      // The first read of this template alone is the one right before its deletion.
      if (write === undefined && path.startsWith('/_index_template/logs') && looks++ === 0)
        void put(cluster, '_index_template/logs', { ...LOGS, priority: 12 });
      return 'none';
    };
    const ran = await mapledger('apply', '--prune', '--yes');
    expect(ran.code).toBe(4);
    expect(ran.err).toContain('index_templates/logs was changed by another client since it was read.');
    expect(deletions(cluster)).toEqual([]);
  });

  it('is a component in use by a template that stays', async () => {
    const { cluster, project, mapledger, remove } = await made();
    remove('component_templates/base.json');
    remove('index_templates/logs.json');
    await put(cluster, '_index_template/foreign', { index_patterns: ['x-*'], composed_of: ['base'] });
    project.write('index_templates/more.json', { index_patterns: ['more-*'] });
    const ran = await mapledger('apply', '--prune', '--yes');
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('component_templates/base: It is used by index templates: foreign.');
    expect(cluster.writes.slice(2)).toEqual(['PUT /_index_template/more', 'DELETE /_index_template/logs']);
  });

  it('is what was created without a record, because the apply was cut off in between', async () => {
    const { server, cluster, project, remove } = await made({ isApplied: false });
    const proxy = await proxyOf(server, (path) => path.includes('/note'));
    const through = (url: string, command: string, ...args: readonly string[]) =>
      project.run(command, ['--server', url, ...args], { env: as('ada') });
    const cut = await through(proxy.url, 'apply', '--yes');
    expect(cut.code).toBe(4);
    expect(cut.err).toContain('1 of 2 requests were carried out and are kept.');
    expect((await through(server.url, 'apply', '--yes')).code).toBe(0);
    expect((await objectsOf(server)).map(({ object, isMade }) => [object, isMade])).toEqual([
      ['component_templates/base', false],
      ['index_templates/logs', true],
    ]);
    remove('component_templates/base.json');
    remove('index_templates/logs.json');
    const { out } = await through(server.url, 'apply', '--prune', '--yes');
    expect(out).toContain('component_templates/base: No apply of this project is recorded to have created it.');
    expect(deletions(cluster)).toEqual(['DELETE /_index_template/logs']);
  });

  it('is what another client has created anew after a deletion that was not recorded', async () => {
    const { server, cluster, project, mapledger, remove } = await made();
    remove('index_templates/logs.json');
    const proxy = await proxyOf(server, (path) => path.includes('/note'));
    const cut = await project.run('apply', ['--server', proxy.url, '--prune', '--yes'], { env: as('ada') });
    expect(cut.code).toBe(4);
    expect(deletions(cluster)).toEqual(['DELETE /_index_template/logs']);
    // The next apply, also one that deletes nothing, finds it gone.
    expect((await mapledger('apply', '--yes')).code).toBe(0);
    expect((await recorded(server)).slice(-3)).toEqual([
      'ada: Begin apply to test',
      'ada: Found deleted index_templates/logs',
      'ada: Applied to test: 0 requests',
    ]);
    await put(cluster, '_index_template/logs', LOGS);
    expect((await mapledger('plan', '--prune', '--detailed-exitcode')).code).toBe(0);
  });
});

describe('two projects', () => {
  it('delete nothing of each other, and plan names both where they claim one template', async () => {
    const { server, cluster, project, mapledger, remove } = await made();
    const shop = projectOn(server, cluster, { project: 'shop' });
    shop.project.write('index_templates/logs.json', LOGS);
    const both = await shop.mapledger('plan');
    expect(both.code).toBe(1);
    expect(both.out).toContain(
      '! Project shop claims what another project claims on this cluster: index_templates/logs (project search).',
    );
    expect((await shop.mapledger('apply', '--yes')).code).toBe(1);
    // Without a server nobody knows.
    expect((await shop.project.run('plan')).code).toBe(0);
    remove('index_templates/logs.json');
    expect((await mapledger('apply', '--yes')).code).toBe(0);
    expect((await shop.mapledger('apply', '--yes')).code).toBe(0);
    const { out } = await mapledger('apply', '--prune', '--yes');
    expect(out).toContain('index_templates/logs: Project shop claims it.');
    rmSync(join(shop.project.folder, 'index_templates/logs.json'));
    expect((await shop.mapledger('apply', '--prune', '--yes')).code).toBe(0);
    expect(deletions(cluster)).toEqual([]);
    expect(project.files()).toContain('component_templates/base.json');
  });

  it('are told apart from one that is at work: plan says who has the lock', async () => {
    const { cluster, project, mapledger } = await made();
    project.write('index_templates/more.json', { index_patterns: ['more-*'] });
    let planned: ReturnType<typeof mapledger> | undefined;
    const send = cluster.engine.send.bind(cluster.engine);
    Object.assign(cluster.engine, {
      send: async (call: Parameters<typeof send>[0]) => {
        // The apply waits until the plan beside it is made.
        if (call.method === 'PUT') await (planned ??= mapledger('plan'));
        return send(call);
      },
    });
    expect((await mapledger('apply', '--yes')).code).toBe(0);
    const ran = await planned;
    expect(ran?.code).toBe(0);
    expect(ran?.err).toMatch(
      /^Project search is being applied to test by ada since \d{4}-.* if it was interrupted\.\n$/,
    );
    expect((await mapledger('plan')).err).toBe('');
  });
});
