import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { as, recorded, startServer } from '../../../tests/builders/recording-server.ts';
import { NOT_NOW, onFirst, startCluster, type TestCluster } from '../code/test-cluster.ts';
import { projectFor, put } from '../code/test-project.ts';

const ALLOW = ['--allow', 'rollover'];
const APPLY = [...ALLOW, '--yes'];
const HOST = { host: { type: 'keyword' } };
const CODE = { code: { type: 'long' } };

const templateOf = (properties: JsonObject, settings: JsonObject = {}) => ({
  index_patterns: ['logs-*'],
  priority: 500,
  data_stream: {},
  template: { mappings: { properties }, settings },
});

const read = async (cluster: TestCluster, path: string): Promise<JsonValue> =>
  parseJson((await cluster.engine.send({ method: 'GET', path: path.split('/') })).body);

/** The backing indices, oldest first. */
async function backing(cluster: TestCluster, stream = 'logs-shop'): Promise<readonly string[]> {
  const found = valueAt(await read(cluster, `_data_stream/${stream}`), '/data_streams/0/indices');
  return (found as readonly { readonly index_name: string }[]).map((each) => each.index_name);
}

/** Two data streams of one template, and one of another that no file is about. */
async function streams(file: object = templateOf({ ...HOST, ...CODE })) {
  const cluster = await startCluster();
  await put(cluster, '_index_template/logs', templateOf(HOST));
  await put(cluster, '_index_template/other', { ...templateOf(HOST), index_patterns: ['other-*'], priority: 501 });
  for (const name of ['logs-shop', 'logs-web', 'other-shop']) await put(cluster, `_data_stream/${name}`, {});
  const project = projectFor(cluster);
  project.write('index_templates/logs.json', file);
  return { cluster, project };
}

const rolloversIn = ({ writes }: TestCluster) => writes.filter((write) => write.endsWith('/_rollover'));
const WRITE_INDEX = ['--allow', 'write-index'];
const NOTHING_LEFT = { code: 0, out: expect.stringContaining('No changes (1 unchanged).') as string };

it('rolls over the data streams of a template that changes, where that is allowed', async () => {
  const { cluster, project } = await streams();
  const planned = await project.run('plan', ALLOW);
  expect(planned.out).toContain('~ index_templates/logs (update, after all requests)\n');
  expect(planned.out).toContain('Data streams logs-shop, logs-web: rolled over after all requests.\n');
  expect(planned.out).toContain('Rolled over, after all requests:\n  logs-shop (');
  expect(planned.out).toContain('): its templates change\n');
  expect(planned.out).toContain('1 to update, 2 data streams to roll over, 0 unchanged.');
  expect((await project.run('plan', [...ALLOW, '--markdown'])).out).toContain('Rolled over, after all requests:\n\n- ');
  const { out: left } = await project.run('plan');
  expect(left).not.toContain('roll over');
  expect(left).toContain('~ index_templates/logs (update, from the next rollover)\n');
  expect(left).toContain('Data streams logs-shop, logs-web: from the next rollover.\n');
  const { code, out } = await project.run('apply', APPLY);
  expect(code).toBe(0);
  expect(out).toContain('logs-shop: rolled over\nlogs-web: rolled over\nThe cluster has what the files say.\n');
  expect(cluster.writes).toEqual([
    'PUT /_index_template/logs',
    'POST /logs-shop/_rollover',
    'POST /logs-web/_rollover',
  ]);
  const [, newest] = await backing(cluster);
  expect(valueAt(await read(cluster, `${newest}/_mapping`), `/${newest}/mappings/properties`)).toMatchObject(CODE);
  expect(await project.run('plan', [...ALLOW, '--detailed-exitcode'])).toMatchObject(NOTHING_LEFT);
  expect(await project.run('apply', APPLY)).toMatchObject({ code: 0 });
  expect(rolloversIn(cluster)).toHaveLength(2);
});

it('records each data stream by its name on a server', async () => {
  const server = await startServer();
  const { project } = await streams();
  const options = ['--yes', '--server', server.url];
  expect(await project.run('apply', [...options, ...ALLOW], { env: as('ada') })).toMatchObject({ code: 0 });
  expect(await recorded(server)).toEqual([
    'ada: Begin apply to test',
    'ada: Updated index_templates/logs',
    'ada: Rolled over data_streams/logs-shop',
    'ada: Rolled over data_streams/logs-web',
    'ada: Applied to test: 3 requests',
  ]);
  project.write('index_templates/logs.json', templateOf({ ...HOST, ...CODE, more: { type: 'keyword' } }));
  expect(await project.run('apply', [...options, ...WRITE_INDEX], { env: as('ada') })).toMatchObject({ code: 0 });
  expect((await recorded(server)).slice(6)).toEqual([
    'ada: Updated index_templates/logs',
    'ada: Updated the write index of data_streams/logs-shop',
    'ada: Updated the write index of data_streams/logs-web',
    'ada: Applied to test: 3 requests',
  ]);
});

it('leaves data streams to their next rollover where it is not allowed', async () => {
  const { cluster, project } = await streams();
  expect(await project.run('apply', ['--yes'])).toMatchObject({ code: 0 });
  expect(rolloversIn(cluster)).toEqual([]);
  expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING_LEFT);
});

it('rolls over for a change of settings alone, and of a component', async () => {
  const { cluster, project } = await streams({ ...templateOf(HOST), composed_of: ['base'] });
  project.write('component_templates/base.json', { template: { settings: { number_of_shards: 2 } } });
  expect(await project.run('apply', APPLY)).toMatchObject({ code: 0 });
  const [, newest] = await backing(cluster);
  expect(valueAt(await read(cluster, `${newest}/_settings`), `/${newest}/settings/index/number_of_shards`)).toBe('2');
  expect(rolloversIn(cluster)).toHaveLength(2);
});

it('asks, and says that data streams are rolled over', async () => {
  const { cluster, project } = await streams();
  const asked = { stdin: 'n\n', isInteractive: true };
  expect((await project.run('apply', ALLOW, asked)).err).toContain(
    'Send this request, and roll over 2 data streams? [y/N] Nothing was sent.\n',
  );
  await project.run('apply', ['--yes']);
  expect((await project.run('apply', ALLOW, asked)).err).toContain('Roll over 2 data streams? [y/N] ');
  expect(rolloversIn(cluster)).toEqual([]);
});

it('goes on where it was stopped before a rollover: a write index without the mapping of its template is found', async () => {
  const { cluster, project } = await streams();
  cluster.mishap = (write) =>
    write !== undefined && cluster.writes.at(-1) === 'POST /logs-web/_rollover'
      ? { status: 400, reason: 'Not now.' }
      : 'none';
  expect(await project.run('apply', APPLY)).toMatchObject({
    code: 4,
    err: expect.stringContaining(
      'Not now. Data streams done: 1 of 2. Run mapledger apply again with the same --allow to go on.',
    ) as string,
  });
  cluster.mishap = () => 'none';
  const planned = await project.run('plan', [...ALLOW, '--detailed-exitcode']);
  expect(planned.code).toBe(5);
  expect(planned.out).toContain('): its write index does not have the mapping of its templates\n');
  expect(planned.out).toContain('\n1 data stream to roll over, 1 unchanged.\n');
  expect(await project.run('apply', APPLY)).toMatchObject({ code: 0 });
  expect(rolloversIn(cluster)).toEqual([
    'POST /logs-shop/_rollover',
    'POST /logs-web/_rollover',
    'POST /logs-web/_rollover',
  ]);
  expect(await backing(cluster, 'logs-web')).toHaveLength(2);
});

it('goes on where it was stopped before a rollover that is for a setting alone', async () => {
  const { cluster, project } = await streams(templateOf(HOST, { number_of_shards: 2, refresh_interval: '7s' }));
  onFirst(cluster, 'POST /logs-web/_rollover', NOT_NOW);
  expect(await project.run('apply', APPLY)).toMatchObject({ code: 4 });
  const planned = await project.run('plan', ALLOW);
  expect(planned.out).toContain(
    '): its write index has settings otherwise than its templates: index.number_of_shards is "1", not "2"\n',
  );
  expect(planned.out).toContain('\n1 data stream to roll over, 1 unchanged.\n');
  expect((await project.run('plan', WRITE_INDEX)).out).toContain('No changes (1 unchanged).');
  expect(await project.run('apply', APPLY)).toMatchObject({ code: 0 });
  expect(await project.run('plan', [...ALLOW, '--detailed-exitcode'])).toMatchObject(NOTHING_LEFT);
  // What people change on a live index is no reason.
  const [, newest] = await backing(cluster, 'logs-web');
  await put(cluster, `${newest}/_settings`, { refresh_interval: '30s', number_of_replicas: 3 });
  expect(await project.run('plan', [...ALLOW, '--detailed-exitcode'])).toMatchObject(NOTHING_LEFT);
});

it('rolls over once where a template has settings that engines do not keep, as an empty object', async () => {
  const { cluster, project } = await streams(templateOf(HOST, { number_of_shards: 2, analysis: { normalizer: {} } }));
  expect(await project.run('apply', APPLY)).toMatchObject({ code: 0 });
  expect(await project.run('plan', [...ALLOW, '--detailed-exitcode'])).toMatchObject(NOTHING_LEFT);
  expect(await backing(cluster)).toHaveLength(2);
});

it('takes fields that documents or people have added to a write index for no reason', async () => {
  const { cluster, project } = await streams(templateOf(HOST));
  const [index] = await backing(cluster);
  await put(cluster, `${index}/_mapping`, { properties: { late: { type: 'keyword' } } });
  expect(await project.run('plan', [...ALLOW, '--detailed-exitcode'])).toMatchObject(NOTHING_LEFT);
});

it.each(['lost before', 'lost after'] as const)('rolls over once where the answer is lost (%s)', async (lost) => {
  const { cluster, project } = await streams();
  const isLost = onFirst(cluster, 'POST /logs-shop/_rollover', lost);
  expect(await project.run('apply', APPLY)).toMatchObject({ code: 0 });
  expect(isLost()).toBe(true);
  expect(await backing(cluster)).toHaveLength(2);
});

it('does not roll over what another client has rolled over meanwhile, or deleted', async () => {
  for (const [method, path, found] of [
    ['POST', ['logs-shop', '_rollover'], 'changed'],
    ['DELETE', ['_data_stream', 'logs-shop'], 'deleted'],
  ] as const) {
    const { cluster, project } = await streams();
    let theirs: Promise<unknown> | undefined;
    cluster.mishap = (write) => {
      if (write === 0) theirs ??= cluster.engine.send({ method, path });
      return 'none';
    };
    const { code, err } = await project.run('apply', APPLY);
    await theirs;
    expect(code).toBe(4);
    expect(err).toContain(`logs-shop was ${found} by another client since it was read. Nothing was sent for it.`);
    expect(rolloversIn(cluster)).toEqual([]);
  }
});

it('is in a plan file, which is applied with the same flag only and as long as no data stream has been rolled over', async () => {
  const { cluster, project } = await streams();
  const file = join(project.folder, 'plan.json');
  await project.run('plan', [...ALLOW, '--out', file]);
  expect(await project.run('apply', [file, '--yes'])).toMatchObject({
    code: 3,
    err: expect.stringContaining('add --allow rollover to apply it') as string,
  });
  await cluster.engine.send({ method: 'POST', path: ['logs-web', '_rollover'] });
  expect(await project.run('apply', [file, ...APPLY])).toMatchObject({
    code: 3,
    err: expect.stringContaining('the plan of now is another one') as string,
  });
  expect(cluster.writes).toEqual([]);
  await project.run('plan', ['--allow', 'reindex,rollover', '--out', file]);
  expect(await project.run('apply', [file, '--allow', 'rollover,reindex', '--yes'])).toMatchObject({ code: 0 });
  expect((await project.run('plan', ['--allow', 'rollover,everything'])).code).toBe(2);
});

it('rolls nothing over where a change is refused', async () => {
  const { project } = await streams({ ...templateOf({ ...HOST, ...CODE }), composed_of: ['missing'] });
  const { code, out } = await project.run('plan', ALLOW);
  expect(code).toBe(1);
  expect(out).not.toContain('Rolled over');
});

it('counts for data streams that get their template from the files only', async () => {
  const { cluster, project } = await streams();
  project.write('index_templates/new.json', {
    ...templateOf({ ...HOST, ...CODE }),
    index_patterns: ['other-*'],
    priority: 600,
  });
  project.write('index_templates/logs.json', templateOf(HOST));
  expect(await project.run('apply', APPLY)).toMatchObject({ code: 0 });
  expect(rolloversIn(cluster)).toEqual(['POST /other-shop/_rollover']);
});

describe('write indices', () => {
  const propertiesOf = async (cluster: TestCluster, stream = 'logs-shop') => {
    const newest = (await backing(cluster, stream)).at(-1) ?? '';
    return valueAt(await read(cluster, `${newest}/_mapping`), `/${newest}/mappings/properties`) as JsonObject;
  };

  it('get what their templates map, where that is allowed, and keep what documents and people have added', async () => {
    const { cluster, project } = await streams();
    const [index = ''] = await backing(cluster);
    await put(cluster, `${index}/_mapping`, {
      properties: { late: { type: 'keyword' }, host: { type: 'keyword', ignore_above: 7 } },
    });
    const planned = await project.run('plan', WRITE_INDEX);
    expect(planned.out).toContain('Data streams logs-shop, logs-web: in the write index after all requests.\n');
    expect(planned.out).toContain(`Written to write indices, after all requests:\n  logs-shop (${index}): Add code`);
    expect(planned.out).toContain('1 to update, 2 write indices to update, 0 unchanged.');
    expect((await project.run('plan', [...WRITE_INDEX, '--markdown'])).out).toContain(
      'Written to write indices, after all requests:\n\n- ',
    );
    const { code, out } = await project.run('apply', [...WRITE_INDEX, '--yes']);
    expect(out).toContain('logs-shop: write index updated\nlogs-web: write index updated\n');
    expect(out).toContain('The cluster has what the files say.\n');
    expect(code).toBe(0);
    expect(cluster.writes).toEqual([
      'PUT /_index_template/logs',
      `PUT /${index}/_mapping`,
      `PUT /${(await backing(cluster, 'logs-web'))[0]}/_mapping`,
    ]);
    expect(await propertiesOf(cluster)).toEqual({
      '@timestamp': { type: 'date' },
      code: { type: 'long' },
      host: { type: 'keyword', ignore_above: 7 },
      late: { type: 'keyword' },
    });
    expect(await propertiesOf(cluster, 'other-shop')).not.toHaveProperty('code');
    expect(await project.run('plan', [...WRITE_INDEX, '--detailed-exitcode'])).toMatchObject(NOTHING_LEFT);
  });

  it('are left to the next rollover where no live index takes the change, which is said, or are rolled over', async () => {
    const { cluster, project } = await streams(templateOf({ host: { type: 'long' }, ...CODE }));
    const planned = await project.run('plan', WRITE_INDEX);
    expect(planned.out).toContain('Data streams logs-shop, logs-web: from the next rollover.\n');
    expect(planned.out).toContain('Not added to the write index: host: ');
    expect(planned.out).toContain('1 to update, 0 unchanged.');
    const both = await project.run('plan', ['--allow', 'rollover,write-index']);
    expect(both.out).toContain('2 data streams to roll over, 0 unchanged.');
    expect(both.out).not.toContain('Not added to the write index');
    expect(await project.run('apply', [...WRITE_INDEX, '--yes'])).toMatchObject({ code: 0 });
    expect(cluster.writes).toEqual(['PUT /_index_template/logs']);
    expect(await project.run('plan', [...WRITE_INDEX, '--detailed-exitcode'])).toMatchObject(NOTHING_LEFT);
  });

  it('are rolled over only for what is not a mapping, where both are allowed', async () => {
    const BOTH = ['--allow', 'rollover,write-index'];
    const { project } = await streams(templateOf({ ...HOST, ...CODE }, { number_of_shards: 2 }));
    const { out: inPart } = await project.run('plan', WRITE_INDEX);
    expect(inPart).toContain('~ index_templates/logs (update, from the next rollover)\n');
    expect(inPart).toContain(
      'Data streams logs-shop, logs-web: the mapping in the write index after all requests, the rest from the next rollover.\n',
    );
    expect((await project.run('plan', BOTH)).out).toContain('2 data streams to roll over, 0 unchanged.');
    project.write('index_templates/logs.json', templateOf({ ...HOST, ...CODE }));
    expect((await project.run('plan', BOTH)).out).toContain('2 write indices to update, 0 unchanged.');
    project.write('index_templates/logs.json', templateOf(HOST, { number_of_shards: 2 }));
    expect((await project.run('plan', WRITE_INDEX)).out).toContain('1 to update, 0 unchanged.');
  });

  it('are found where an apply was stopped before them', async () => {
    const { cluster, project } = await streams();
    let puts = 0;
    cluster.mishap = (write, path) =>
      write !== undefined && path.endsWith('/_mapping') && ++puts === 2 ? { status: 400, reason: 'Not now.' } : 'none';
    expect(await project.run('apply', [...WRITE_INDEX, '--yes'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('Not now. Data streams done: 1 of 2.') as string,
    });
    const planned = await project.run('plan', [...WRITE_INDEX, '--detailed-exitcode']);
    expect(planned).toMatchObject({ code: 5, out: expect.stringContaining('1 write index to update, 1 unchanged.') });
    expect(await project.run('apply', [...WRITE_INDEX, '--yes'])).toMatchObject({ code: 0 });
    expect(await propertiesOf(cluster, 'logs-web')).toHaveProperty('code');
    expect(await project.run('plan', [...WRITE_INDEX, '--detailed-exitcode'])).toMatchObject(NOTHING_LEFT);
  });

  it.each(['lost before', 'lost after'] as const)('are written once where the answer is lost (%s)', async (lost) => {
    const { cluster, project } = await streams();
    const isLost = onFirst(cluster, '/_mapping', lost);
    expect(await project.run('apply', [...WRITE_INDEX, '--yes'])).toMatchObject({ code: 0 });
    expect(isLost()).toBe(true);
    expect(await propertiesOf(cluster)).toHaveProperty('code');
    expect(cluster.writes.filter((each) => each.endsWith('/_mapping'))).toHaveLength(lost === 'lost before' ? 3 : 2);
  });

  it('are not written where another client has rolled over meanwhile, changed the field, or deleted the stream', async () => {
    for (const [method, path, body, found] of [
      ['POST', ['logs-shop', '_rollover'], undefined, 'changed'],
      ['PUT', ['logs-shop', '_mapping'], '{"properties":{"code":{"type":"keyword"}}}', 'changed'],
      ['DELETE', ['_data_stream', 'logs-shop'], undefined, 'deleted'],
    ] as const) {
      const { cluster, project } = await streams();
      let theirs: Promise<unknown> | undefined;
      cluster.mishap = (write) => {
        if (write === 0) theirs ??= cluster.engine.send({ method, path, ...(body !== undefined && { body }) });
        return 'none';
      };
      const { code, err } = await project.run('apply', [...WRITE_INDEX, '--yes']);
      await theirs;
      expect([code, cluster.writes]).toEqual([4, ['PUT /_index_template/logs']]);
      expect(err).toContain(`logs-shop was ${found} by another client since it was read. Nothing was sent for it.`);
    }
  });

  it('are in a plan file, which is applied with the same flag only', async () => {
    const { cluster, project } = await streams();
    const file = join(project.folder, 'plan.json');
    await project.run('plan', [...WRITE_INDEX, '--out', file]);
    expect(await project.run('apply', [file, '--yes'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('add --allow write-index to apply it') as string,
    });
    const [index = ''] = await backing(cluster);
    await put(cluster, `${index}/_mapping`, { properties: CODE });
    expect(await project.run('apply', [file, ...WRITE_INDEX, '--yes'])).toMatchObject({ code: 3 });
    await project.run('plan', [...WRITE_INDEX, '--out', file]);
    expect(await project.run('apply', [file, ...WRITE_INDEX, '--yes'])).toMatchObject({ code: 0 });
    expect((await project.run('plan', ['--allow', 'write'])).err).toContain(
      '--allow takes reindex, rollover, write-index, or several with commas between them.',
    );
  });

  it('are asked about', async () => {
    const { project } = await streams();
    const asked = { stdin: 'n\n', isInteractive: true };
    expect((await project.run('apply', WRITE_INDEX, asked)).err).toContain(
      'Send this request, and update 2 write indices? [y/N] Nothing was sent.\n',
    );
  });
});
