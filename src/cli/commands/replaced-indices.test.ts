import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { describe, expect, it } from 'vitest';
import { parseJson, valueAt, type JsonValue } from '#domain/json';
import { withReplacements } from '../code/index-replacements.ts';
import { makePlan, withProject } from '../code/make-plan.ts';
import { NOT_NOW, onFirst, startCluster, type TestCluster } from '../code/test-cluster.ts';
import { projectFor, put } from '../code/test-project.ts';
import { UnavailableError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';

const PROPERTIES = { name: { type: 'text' }, code: { type: 'keyword' } };
const DOCUMENTS = 25;

/** An index with documents behind two aliases, of which the file is named after one. */
async function shop(index = 'products-000001'): Promise<TestCluster> {
  const cluster = await startCluster();
  await put(cluster, index, {
    mappings: { properties: PROPERTIES },
    settings: { refresh_interval: '5s' },
    aliases: { products: { is_write_index: true }, all: { routing: '7' } },
  });
  for (let n = 0; n < DOCUMENTS; n++) await put(cluster, `${index}/_doc/${n}`, { name: `Product ${n}`, code: `${n}` });
  return cluster;
}

const read = async (cluster: TestCluster, path: string): Promise<JsonValue> =>
  parseJson((await cluster.engine.send({ method: 'GET', path: path.split('/') })).body);
const indicesOf = async (cluster: TestCluster) => Object.keys((await read(cluster, '*')) as object).toSorted();
const countIn = async (cluster: TestCluster, index: string) => {
  await cluster.engine.send({ method: 'POST', path: [index, '_refresh'] });
  return valueAt(await read(cluster, `${index}/_count`), '/count');
};

const LONG = { mappings: { properties: { ...PROPERTIES, code: { type: 'long' } } } };
const ALLOW = ['--allow', 'reindex'];
const NO_CHANGES = { code: 0, out: expect.stringContaining('No changes (1 unchanged).') as string };

function projectOf(cluster: TestCluster, file: object = LONG) {
  const project = projectFor(cluster);
  project.write('indices/products.json', file);
  return project;
}

describe('a file that names its index by an alias', () => {
  it('is about the index behind it, also where another one is there by now', async () => {
    const cluster = await shop();
    const project = projectOf(cluster, {
      mappings: { properties: { ...PROPERTIES, price: { type: 'double' } } },
      settings: { refresh_interval: '9s' },
      aliases: { shop: {} },
    });
    expect(await project.run('apply', ['--yes'])).toMatchObject({ code: 0 });
    expect(cluster.writes).toEqual([
      'PUT /products-000001/_settings',
      'PUT /products-000001/_mapping',
      'POST /_aliases',
    ]);
    expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NO_CHANGES);
    const { code, out } = await project.run('drift', ['--detailed-exitcode']);
    expect(code).toBe(0);
    expect(out).toContain('  indices/products: alias all\n\n');
    await put(cluster, 'products-000002', {});
    const move = (index: string, kind: string) => ({ [kind]: { index, alias: 'products' } });
    const body = JSON.stringify({ actions: [move('products-000001', 'remove'), move('products-000002', 'add')] });
    await cluster.engine.send({ method: 'POST', path: ['_aliases'], body });
    expect((await project.run('plan')).out).toContain('PUT /products-000002/_mapping');
  });

  it('is pulled once, with what it names', async () => {
    const cluster = await shop();
    const project = projectOf(cluster, { mappings: { properties: { code: { type: 'long' } } } });
    const { out } = await project.run('pull', ['indices/products*']);
    expect(out).toContain('updated indices/products.json\n');
    expect(project.files().filter((path) => path.startsWith('indices/'))).toEqual(['indices/products.json']);
    expect(JSON.parse(project.read('indices/products.json'))).toEqual({
      mappings: { properties: { code: { type: 'keyword' } } },
    });
  });

  it('is refused where the alias stands for several indices, or its index has another file', async () => {
    const cluster = await shop();
    const project = projectOf(cluster);
    project.write('indices/products-000001.json', {});
    expect(await project.run('plan')).toMatchObject({
      code: 3,
      err: expect.stringContaining(
        'products is an alias of products-000001, which has a file already: indices/products-000001.json',
      ) as string,
    });
    await put(cluster, 'products-old/_alias/products', {}).catch(() => undefined);
    await put(cluster, 'products-old', { aliases: { products: {} } });
    expect(await project.run('plan')).toMatchObject({
      code: 3,
      err: expect.stringContaining(
        'products is an alias of products-000001, products-old: a file is about one index',
      ) as string,
    });
  });
});

describe('an index behind an alias that needs a new one', () => {
  it('is replaced where that is allowed: every document, the aliases, and nothing left to plan', async () => {
    const cluster = await shop();
    const project = projectOf(cluster, { ...LONG, aliases: { more: {} } });
    const refused = await project.run('plan');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.out).toContain(
      'It needs a new index: products-000002 takes the place of products-000001 with --allow reindex, or keep what the index has: mapledger pull.',
    );
    const planned = await project.run('plan', ALLOW);
    expect(planned.code).toBe(0);
    expect(planned.out).toContain('~ indices/products (update, needs a new index)\n');
    expect(planned.out).toContain(
      '    products-000002 takes the place of products-000001, after all requests:\n    1. ',
    );
    expect((await project.run('plan', [...ALLOW, '--markdown'])).out).toContain('products-000002 takes the place of');
    const { code, out, err } = await project.run('apply', [...ALLOW, '--yes']);
    expect(err).not.toContain('Error');
    expect(code).toBe(0);
    expect(out).toContain('The cluster has what the files say.\n');
    expect(await indicesOf(cluster)).toEqual(['products-000001', 'products-000002']);
    expect(await countIn(cluster, 'products')).toBe(DOCUMENTS);
    expect(await read(cluster, 'products-000002/_alias')).toEqual({
      'products-000002': {
        aliases: {
          products: { is_write_index: true },
          all: { index_routing: '7', search_routing: '7' },
          more: {},
        },
      },
    });
    expect(await read(cluster, 'products-000001/_alias')).toEqual({ 'products-000001': { aliases: {} } });
    expect(valueAt(await read(cluster, 'products/_settings'), '/products-000002/settings/index/refresh_interval')).toBe(
      '5s',
    );
    expect(await project.run('plan', [...ALLOW, '--detailed-exitcode'])).toMatchObject(NO_CHANGES);
    expect(readFileSync(join(project.folder, '.mapledger', '.gitignore'), 'utf8')).toBe('*\n');
  });

  it.each([
    ['products_v9', 'products_v10'],
    ['products-2024', 'products-2024-000002'],
    ['goods', 'goods-000002'],
  ])('%s is followed by %s, unless that exists', async (index, next) => {
    const cluster = await shop(index);
    const project = projectOf(cluster, { settings: { number_of_shards: 3 } });
    expect((await project.run('plan', ALLOW)).out).toContain(`${next} takes the place of ${index}`);
    await put(cluster, next, {});
    expect(await project.run('plan', ALLOW)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`${next}, which would take its place, exists already.`) as string,
    });
  });

  it('gets analyzers, which a live index takes only while it is closed', async () => {
    const cluster = await shop();
    const project = projectOf(cluster, {
      settings: { analysis: { analyzer: { plain: { type: 'simple' } } } },
      mappings: { properties: { name: { type: 'text', analyzer: 'plain' } } },
    });
    expect((await project.run('plan')).out).toContain('can be changed only while the index is closed. Close it,');
    expect(await project.run('apply', [...ALLOW, '--yes'])).toMatchObject({ code: 0 });
    expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NO_CHANGES);
    expect(await countIn(cluster, 'products')).toBe(DOCUMENTS);
  });

  it('is replaced by a plan file only with the same flag, and only as it was planned', async () => {
    const cluster = await shop();
    const project = projectOf(cluster);
    const file = join(project.folder, 'plan.json');
    await project.run('plan', [...ALLOW, '--out', file]);
    expect(valueAt(parseJson(readFileSync(file, 'utf8')), '/items/0/replacement/steps/0/requests/0/path')).toBe(
      '/products-000002',
    );
    expect(await project.run('apply', [file, '--yes'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('add --allow reindex to apply it') as string,
    });
    await put(cluster, 'products-000001/_mapping', { properties: { late: { type: 'keyword' } } });
    expect(await project.run('apply', [file, ...ALLOW, '--yes'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('the plan of now is another one') as string,
    });
    expect(cluster.writes).toEqual([]);
    await project.run('plan', [...ALLOW, '--out', file]);
    expect(await project.run('apply', [file, ...ALLOW, '--yes'])).toMatchObject({ code: 0 });
    expect((await project.run('plan', ['--allow', 'everything'])).code).toBe(2);
    expect((await project.run('apply', [file, '--undo'])).code).toBe(2);
  });

  describe.each(['PUT /products-000002', 'PUT /products-000001/_block/write', 'POST /_reindex', 'POST /_aliases'])(
    'whose apply was stopped at %s',
    (stop) => {
      async function stopped() {
        const cluster = await shop();
        const before = await read(cluster, 'products-000001');
        const project = projectOf(cluster);
        const isStopped = onFirst(cluster, stop, NOT_NOW);
        const { code, err } = await project.run('apply', [...ALLOW, '--yes']);
        expect([isStopped(), code]).toEqual([true, 4]);
        expect(err).toContain('Replace products-000001 with products-000002 has stopped.');
        expect(err).toContain('Not now.');
        return { cluster, project, before };
      }

      it('goes on with it', async () => {
        const { cluster, project } = await stopped();
        expect(await project.run('apply', ['--yes'])).toMatchObject({
          code: 2,
          err: expect.stringContaining('Add --allow reindex to go on, or --undo to take it back.') as string,
        });
        const file = join(project.folder, 'plan.json');
        await project.run('plan', [...ALLOW, '--out', file]);
        expect(await project.run('apply', [file, ...ALLOW, '--yes'])).toMatchObject({ code: 2 });
        expect(await project.run('apply', [...ALLOW, '--yes'])).toMatchObject({ code: 0 });
        expect(await indicesOf(cluster)).toEqual(['products-000001', 'products-000002']);
        expect(await countIn(cluster, 'products')).toBe(DOCUMENTS);
        expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NO_CHANGES);
      });

      it('is said by a plan', async () => {
        const { cluster, project } = await stopped();
        const sent = cluster.writes.length;
        const { err } = await project.run('plan');
        expect(err).toBe(
          'An apply has not ended: “Replace products-000001 with products-000002”. Where it does not run any more, "mapledger apply --allow reindex" goes on, and "mapledger apply --undo" takes back what was done.\n',
        );
        expect(cluster.writes).toHaveLength(sent);
        await project.run('apply', ['--undo']);
        expect((await project.run('plan')).err).toBe('');
      });

      it('is as before once it is undone', async () => {
        const { cluster, project, before } = await stopped();
        expect(await project.run('apply', ['--undo'])).toMatchObject({ code: 0 });
        expect(await indicesOf(cluster)).toEqual(['products-000001']);
        expect(await read(cluster, 'products-000001')).toEqual(before);
        expect(await project.run('apply', ['--undo'])).toMatchObject({
          code: 0,
          out: 'Nothing is left of an earlier apply.\n',
        });
      });
    },
  );

  it.each([['--undo'], [...ALLOW, '--yes']])(
    'is taken back also where undoing it was stopped (apply %s)',
    async (...args) => {
      const cluster = await shop();
      const before = await read(cluster, 'products-000001');
      const project = projectOf(cluster);
      onFirst(cluster, 'POST /_reindex', NOT_NOW);
      expect((await project.run('apply', [...ALLOW, '--yes'])).code).toBe(4);
      onFirst(cluster, 'DELETE /products-000002', NOT_NOW);
      expect(await project.run('apply', ['--undo'])).toMatchObject({
        code: 4,
        err: expect.stringContaining('Not now. Run it again to go on.') as string,
      });
      expect(await project.run('apply', args)).toMatchObject({ code: 0 });
      if (args.includes('--undo')) {
        expect(await indicesOf(cluster)).toEqual(['products-000001']);
        expect(await read(cluster, 'products-000001')).toEqual(before);
      } else {
        expect(await indicesOf(cluster)).toEqual(['products-000001', 'products-000002']);
        expect(await countIn(cluster, 'products')).toBe(DOCUMENTS);
      }
    },
  );

  it('is planned anew where its apply ended before it was approved', async () => {
    const cluster = await shop();
    const project = projectOf(cluster);
    const terminal: Terminal = {
      ...{ stdin: Readable.from([]), out: () => {}, err: () => {}, now: () => 0, env: {} },
      ...{ isWatched: false, isInteractive: false },
    };
    const flags = { dir: project.folder, allow: 'reindex' };
    await withProject(terminal, flags, async (opened, reached) => {
      const { plan, header } = await makePlan(opened, reached, flags, undefined);
      const [replacement] = plan.items.map((item) => item.replacement);
      const requireLock = () => {
        throw new UnavailableError('The lock is lost.');
      };
      const options = { terminal, dir: project.folder, header, cluster: reached, requireLock };
      await expect(
        withReplacements(options, async (replacements) => {
          if (replacement !== undefined) await replacements.replace(replacement);
        }),
      ).rejects.toThrow('The lock is lost.');
    });
    await put(cluster, 'products-000001/_mapping', { properties: { late: { type: 'keyword' } } });
    expect((await project.run('plan', ALLOW)).err).toBe('');
    expect(await project.run('apply', ['--undo'])).toMatchObject({ out: 'Nothing is left of an earlier apply.\n' });
    // It is left out also beside one that was interrupted.
    onFirst(cluster, 'POST /_reindex', NOT_NOW);
    expect(await project.run('apply', [...ALLOW, '--yes'])).toMatchObject({ code: 4 });
    expect((await project.run('plan')).err.match(/“[^”]+”/g)).toEqual([
      '“Replace products-000001 with products-000002”',
    ]);
    expect(await project.run('apply', ['--undo'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('It is taken back.') as string,
    });
    onFirst(cluster, 'POST /_reindex', NOT_NOW);
    expect(await project.run('apply', [...ALLOW, '--yes'])).toMatchObject({ code: 4 });
    expect(await project.run('apply', [...ALLOW, '--yes'])).toMatchObject({ code: 0 });
    expect(await indicesOf(cluster)).toEqual(['products-000001', 'products-000002']);
    expect(valueAt(await read(cluster, 'products/_mapping'), '/products-000002/mappings/properties/late/type')).toBe(
      'keyword',
    );
  });

  it('is planned also where the record of earlier ones can’t be read, which is said', async () => {
    const cluster = await shop();
    const project = projectOf(cluster);
    project.write('.mapledger/server.db', 'no database');
    const { code, out, err } = await project.run('plan', ALLOW);
    expect(code).toBe(0);
    expect(out).toContain('products-000002 takes the place of products-000001');
    expect(err).toContain('Whether an earlier apply has ended is unknown, because ');
    expect(err).toContain('server.db can’t be read: ');
    const applied = await project.run('apply', [...ALLOW, '--yes']);
    expect(applied).toMatchObject({
      code: 4,
      err: expect.stringContaining('It has how far replacements of indices are: restore it') as string,
    });
    expect(applied.err).not.toMatch(/--data-dir|mapledger import/);
    expect(cluster.writes).toEqual([]);
  });

  it('takes nothing back without a cluster where nothing was ever replaced', async () => {
    const cluster = await shop();
    const project = projectOf(cluster);
    let asked = 0;
    cluster.mishap = () => {
      asked++;
      return 'none';
    };
    expect(await project.run('apply', ['--undo'])).toMatchObject({
      code: 0,
      out: 'Nothing is left of an earlier apply.\n',
      err: '',
    });
    expect(asked).toBe(0);
  });

  it('is asked once which cluster it is on, also in a folder with earlier replacements, whose own .gitignore is kept', async () => {
    const cluster = await shop();
    const project = projectOf(cluster);
    let asked = 0;
    cluster.mishap = (_write, path) => {
      if (path === '/') asked++;
      return 'none';
    };
    expect(await project.run('apply', [...ALLOW, '--yes'])).toMatchObject({ code: 0 });
    project.write('.mapledger/.gitignore', 'server.db*\n');
    asked = 0;
    expect(await project.run('apply', ['--yes'])).toMatchObject({ code: 0 });
    expect(asked).toBe(1);
    expect(project.read('.mapledger/.gitignore')).toBe('server.db*\n');
  });

  it('is not replaced twice at once from one folder', async () => {
    const cluster = await shop();
    const project = projectOf(cluster);
    let second: ReturnType<typeof project.run> | undefined;
    cluster.mishap = (write, path) => {
      if (write !== undefined && path.includes('_reindex')) second ??= project.run('apply', [...ALLOW, '--yes']);
      return 'none';
    };
    expect(await project.run('apply', [...ALLOW, '--yes'])).toMatchObject({ code: 0 });
    expect(await second).toMatchObject({
      code: 4,
      err: expect.stringContaining(`Another apply replaces indices from ${project.folder}.`) as string,
    });
  });
});
