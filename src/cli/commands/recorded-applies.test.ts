import { describe, expect, it } from 'vitest';
import { deviceSecret } from '../../../tests/builders/device-secret.ts';
import { projectFor, put } from '../code/test-project.ts';
import { startCluster, templatesOn, type TestCluster } from '../code/test-cluster.ts';
import { as, objectsOf, recorded, startServer } from '../../../tests/builders/recording-server.ts';
import { runCli } from '../test-terminal.ts';

const TEMPLATE = { index_patterns: ['logs-*'], priority: 10 };

function searchOn(cluster: TestCluster) {
  const project = projectFor(cluster);
  project.write('index_templates/logs.json', TEMPLATE);
  project.write('component_templates/base.json', { template: {} });
  return project;
}

describe('an apply with a server', () => {
  it('is recorded, by the proved author, with what it claims and made', async () => {
    const server = await startServer();
    const cluster = await startCluster();
    await put(cluster, '_component_template/base', { template: { settings: { 'index.number_of_shards': 2 } } });
    const project = searchOn(cluster);
    const ran = await project.run('apply', ['--yes', '--server', server.url], { env: as('ada') });
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('The cluster has what the files say.\nRecorded on the server.\n');
    expect(ran.err).not.toContain('Without --server');
    expect(await recorded(server)).toEqual([
      'ada: Begin apply to test',
      'ada: Updated component_templates/base',
      'ada: Created index_templates/logs',
      'ada: Applied to test: 2 requests',
    ]);
    expect(await objectsOf(server)).toEqual([
      expect.objectContaining({
        object: 'component_templates/base',
        file: 'component_templates/base.json',
        isMade: false,
      }) as unknown,
      expect.objectContaining({ object: 'index_templates/logs', isMade: true }) as unknown,
    ]);
    // The second one sends nothing, and says so.
    const again = await project.run('apply', ['--yes'], { env: { ...as('ada'), MAPLEDGER_SERVER: server.url } });
    expect(again).toMatchObject({ code: 0, err: '' });
    expect((await recorded(server)).slice(4)).toEqual(['ada: Begin apply to test', 'ada: Applied to test: 0 requests']);
    expect((await runCli(['export', '--server', server.url, '--author', 'ada'], { env: as('ada') })).out).toContain(
      '"stream":"code/search"',
    );
    expect((await runCli(['export', '--server', server.url])).out).not.toContain('code/search');
    expect(server.failures).toEqual([]);
  });

  it('says in one line what is missing without one', async () => {
    const cluster = await startCluster();
    const ran = await searchOn(cluster).run('apply', ['--yes']);
    expect(ran.code).toBe(0);
    expect(ran.err).toContain('Without --server nothing is recorded and there is no lock');
  });

  it('needs an author who is proved, before anything is sent', async () => {
    const server = await startServer();
    const cluster = await startCluster();
    const project = searchOn(cluster);
    const options = ['--yes', '--server', server.url];
    expect(await project.run('apply', options)).toMatchObject({ code: 2 });
    expect((await project.run('apply', options, { env: as('ada') })).code).toBe(0);
    const other = { ...as('ada'), MAPLEDGER_DEVICE_SECRET: deviceSecret('mallory') };
    const sent = cluster.writes.length;
    project.write('index_templates/logs.json', { ...TEMPLATE, priority: 11 });
    expect(await project.run('apply', options, { env: other })).toMatchObject({
      code: 4,
      err: expect.stringContaining('MAPLEDGER_DEVICE_SECRET does not prove that you are ada.') as string,
    });
    expect(cluster.writes).toHaveLength(sent);
    const nowhere = ['--yes', '--server', 'http://127.0.0.1:1'];
    expect((await project.run('apply', nowhere, { env: as('ada') })).code).toBe(4);
    expect(cluster.writes).toHaveLength(sent);
  });

  it('records how far it came, and gives the lock back for the next one', async () => {
    const server = await startServer();
    const cluster = await startCluster();
    const project = searchOn(cluster);
    cluster.mishap = (write) => (write === 1 ? { status: 403, reason: 'no right' } : 'none');
    const options = ['--yes', '--server', server.url];
    expect(await project.run('apply', options, { env: as('ada') })).toMatchObject({ code: 4 });
    expect((await recorded(server)).slice(1)).toEqual([
      'ada: Created component_templates/base',
      'ada: Stopped apply to test after 1 of 2 requests',
    ]);
    cluster.mishap = () => 'none';
    expect((await project.run('apply', options, { env: as('ben') })).code).toBe(0);
    expect((await objectsOf(server)).map(({ isMade }) => isMade)).toEqual([true, true]);
  });

  it('records that an index was replaced, also by an apply that goes on', async () => {
    const server = await startServer();
    const cluster = await startCluster();
    await put(cluster, 'shop-1', { mappings: { properties: { code: { type: 'keyword' } } }, aliases: { shop: {} } });
    const project = projectFor(cluster);
    project.write('indices/shop.json', { mappings: { properties: { code: { type: 'long' } } } });
    const options = ['--yes', '--allow', 'reindex', '--server', server.url];
    cluster.mishap = (write) =>
      write !== undefined && cluster.writes.at(-1) === 'POST /_reindex' ? { status: 400, reason: 'Not now.' } : 'none';
    expect((await project.run('apply', options, { env: as('ada') })).code).toBe(4);
    cluster.mishap = () => 'none';
    expect((await project.run('apply', options, { env: as('ada') })).code).toBe(0);
    project.write('indices/shop.json', { settings: { number_of_shards: 2 } });
    expect((await project.run('apply', options, { env: as('ada') })).code).toBe(0);
    expect(await recorded(server)).toEqual([
      'ada: Begin apply to test',
      'ada: Stopped apply to test after 0 of 1 request',
      // What was interrupted, and then nothing that is left.
      'ada: Begin apply to test',
      'ada: Applied to test: 0 requests',
      'ada: Begin apply to test',
      'ada: Applied to test: 0 requests',
      'ada: Begin apply to test',
      'ada: Updated indices/shop',
      'ada: Applied to test: 1 request',
    ]);
    expect(await objectsOf(server)).toEqual([expect.objectContaining({ object: 'indices/shop' }) as unknown]);
  });

  it('stops when its lock cannot be recorded any more', async () => {
    const server = await startServer();
    const cluster = await startCluster();
    const project = searchOn(cluster);
    cluster.mishap = (write) => {
      // The server is gone while the first request is on its way.
      if (write === 0) void server.close();
      return 'none';
    };
    const ran = await project.run('apply', ['--yes', '--server', server.url], { env: as('ada') });
    expect(ran.code).toBe(4);
    expect(ran.err).toMatch(/does not answer.*1 of 2 requests were carried out/s);
    expect(cluster.writes).toHaveLength(1);
  });
});

describe('two applies at once', () => {
  it('come to one result, and the other is refused with who has the lock since when', async () => {
    const server = await startServer();
    const cluster = await startCluster();
    const [one, two] = [searchOn(cluster), searchOn(cluster)];
    const options = ['--yes', '--server', server.url];
    let second: ReturnType<typeof two.run> | undefined;
    cluster.mishap = (write) => {
      // The first one is in the middle of its requests.
      if (write === 0) second = two.run('apply', options, { env: as('ben') });
      return 'none';
    };
    holdWrites(cluster, () => second);
    const first = await one.run('apply', options, { env: as('ada') });
    const refused = await second;
    expect(first).toMatchObject({ code: 0 });
    expect(refused).toMatchObject({
      code: 4,
      err: expect.stringMatching(/Project search is being applied to test by ada since \d{4}-/) as string,
    });
    expect(cluster.writes).toHaveLength(2);
  });

  it('never both send, round for round', async () => {
    const server = await startServer();
    const options = ['--yes', '--server', server.url];
    for (let round = 0; round < 5; round++) {
      const cluster = await startCluster();
      const projects = [searchOn(cluster), searchOn(cluster)];
      const priority = 20 + round;
      for (const project of projects) project.write('index_templates/logs.json', { ...TEMPLATE, priority });
      const ran = await Promise.all(
        projects.map((project, at) => project.run('apply', options, { env: as(at === 0 ? 'ada' : 'ben') })),
      );
      expect(ran.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
      for (const { code, err } of ran)
        if (code !== 0) expect(err).toMatch(/is being applied|has changed since this plan was made/);
      // Each request once.
      expect(cluster.writes).toEqual(['PUT /_component_template/base', 'PUT /_index_template/logs']);
      expect(JSON.stringify(await templatesOn(cluster.engine))).toContain(`"priority":${priority}`);
    }
  });
});

/** Holds each write of a cluster back until something has ended. */
function holdWrites({ engine }: TestCluster, until: () => Promise<unknown> | undefined): void {
  const send = engine.send.bind(engine);
  Object.assign(engine, {
    send: async (call: Parameters<typeof send>[0]) => {
      if (call.method === 'PUT') await until();
      return send(call);
    },
  });
}
