import { describe, expect, it } from 'vitest';
import { MAX_COMMENT_LENGTH } from '../code/review-comment.ts';
import type { Mishap } from '../code/test-cluster.ts';
import { filled, projectFor, put } from '../code/test-project.ts';

/** A project whose files are what a cluster has. */
async function pulled() {
  const cluster = await filled();
  const project = projectFor(cluster);
  expect((await project.run('pull')).code).toBe(0);
  return { cluster, project };
}

describe('drift', () => {
  it('is none right after a pull', async () => {
    const { cluster, project } = await pulled();
    expect(await project.run('drift', ['--detailed-exitcode'])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('No drift (5 unchanged). 2 of the stack left out (--managed).') as string,
    });
    expect(cluster.writes).toEqual([]);
  });

  it('shows what is changed from the file to the cluster, what is missing, and apart what no file claims', async () => {
    const { cluster, project } = await pulled();
    await put(cluster, '_component_template/base', { template: { settings: { number_of_shards: 4 } } });
    await put(cluster, '_index_template/new', { index_patterns: ['new-*'] });
    project.write('index_templates/gone.json', { index_patterns: ['gone-*'] });
    const { code, out } = await project.run('drift', ['--detailed-exitcode']);
    expect(code).toBe(5);
    expect(out).toContain(
      [
        '~ component_templates/base (changed on the cluster)',
        '    Remove index.codec',
        '      - settings index.codec: "default"',
        '    Change index.number_of_shards from 1 to 4',
        '      - settings index.number_of_shards: "1"',
        '      + settings index.number_of_shards: "4"',
        '',
        '- index_templates/gone (missing on the cluster)',
        '',
        'Not in the files, which is no drift:',
        '  index_templates/new',
        '',
        '1 changed on the cluster, 1 missing on the cluster, 4 unchanged. 1 not in the files, 2 of the stack left out (--managed).',
      ].join('\n'),
    );
    expect((await project.run('drift')).code).toBe(0);
    expect(JSON.parse((await project.run('drift', ['--json'])).out)).toMatchObject({
      type: 'mapledger.drift',
      environment: 'test',
      items: [
        {
          object: 'component_templates/base',
          drift: 'changed',
          file: 'component_templates/base.json',
          changes: [
            { text: 'Remove index.codec', place: 'settings index.codec', file: 'default' },
            { text: 'Change index.number_of_shards from 1 to 4', file: '1', cluster: '4' },
          ],
        },
        { object: 'index_templates/gone', drift: 'missing', changes: [] },
      ],
      notInFiles: ['index_templates/new'],
      leftOut: 2,
      unseen: [],
    });
    expect(cluster.writes).toEqual([]);
  });

  it('is not what no file claims, and lists templates of the stack with --managed', async () => {
    const { cluster, project } = await pulled();
    await put(cluster, '_index_template/new', { index_patterns: ['new-*'] });
    const { code, out } = await project.run('drift', ['--detailed-exitcode', '--managed']);
    expect(code).toBe(0);
    expect(out).toContain('  component_templates/.hidden\n  component_templates/stack\n  index_templates/new\n');
    expect(out).toContain('No drift (5 unchanged). 3 not in the files.');
  });

  it('fits a comment, and no name of it is Markdown or HTML', async () => {
    const { cluster, project } = await pulled();
    await put(cluster, '_template/a<img>`@ada`', { index_patterns: ['a'] });
    await put(cluster, '_component_template/base', { template: {}, _meta: { text: '```\n</details><script>' } });
    const small = (await project.run('drift', ['--markdown'])).out;
    expect(small).toMatch(/^<!-- mapledger drift search test -->\n/);
    expect(small).toContain('- `` legacy_templates/a<img>`@ada` ``');
    expect(small.replaceAll(/```+diff[^]*?\n```+\n/g, '').replaceAll(/``.*``/g, '')).not.toMatch(/<img|<script/);
    for (let at = 0; at < 400; at++)
      await put(cluster, `_template/${String(at).padStart(200, 'x')}`, { index_patterns: ['a'] });
    const { out } = await project.run('drift', ['--markdown']);
    expect(out.length).toBeLessThanOrEqual(MAX_COMMENT_LENGTH);
    expect(out).toMatch(/\n\n\d+ more of these\. Run `mapledger drift` to see all\.\n$/);
  });
});

/** Every kind of request that drift makes, by its path. */
async function pathsOfDrift(): Promise<readonly string[]> {
  const { cluster, project } = await pulled();
  const paths = new Set<string>();
  cluster.mishap = (_write, path) => {
    paths.add(path);
    return 'none';
  };
  expect((await project.run('drift')).code).toBe(0);
  expect(paths.size).toBeGreaterThan(6);
  return [...paths];
}

/** All at once: readings are tried again after some time. */
async function eachPath(check: (path: string) => Promise<void>): Promise<void> {
  await Promise.all((await pathsOfDrift()).map(check));
}

describe('a request of drift that fails', () => {
  it('names the right that is missing, or does without it', async () => {
    const outcomes = new Map<string, number | 'serve'>();
    await eachPath(async (failing) => {
      const { cluster, project } = await pulled();
      await put(cluster, '_index_template/shop', { index_patterns: ['shop-*'], version: 4 });
      const reason = 'no permissions for [some:action/get]';
      cluster.mishap = (_write, path): Mishap => (path === failing ? { status: 403, reason } : 'none');
      const { code, out, err } = await project.run('drift', ['--detailed-exitcode']);
      outcomes.set(failing.replace(/[?].*/, ''), code);
      if (code === 5) {
        expect(out).toContain('1 changed on the cluster, 4 unchanged.');
        return;
      }
      expect(code, failing).toBe(4);
      expect(out).toBe('');
      expect(err).toContain(reason);
      expect(err).toMatch(/The right to read it is \S+:\S+ \(in \S+ of Elasticsearch and \S+ of OpenSearch\)\./);
    });
    const needed = [...outcomes].flatMap(([path, code]) => (code === 4 ? [path] : [])).toSorted();
    expect(needed).toEqual([
      '/',
      '/_component_template',
      '/_component_template/mapledger-probe-*',
      '/_index_template',
      '/_index_template/mapledger-probe-*',
      '/_template',
      '/_template/mapledger-probe-*',
    ]);
  });

  it.each<Mishap>([
    'lost before',
    { status: 401, reason: 'x' },
    { status: 404, reason: 'x' },
    { status: 405, reason: 'x' },
    { status: 500, reason: 'x' },
    { status: 502, reason: 'x' },
  ])('reads neither as drift nor as none where it is needed (%j)', async (mishap) => {
    const codes = new Map<string, number | 'serve'>();
    await eachPath(async (failing) => {
      const { cluster, project } = await pulled();
      cluster.mishap = (_write, path): Mishap => (path === failing ? mishap : 'none');
      const { code, out } = await project.run('drift', ['--detailed-exitcode']);
      codes.set(failing, code);
      if (code === 4) {
        expect(out).toBe('');
        return;
      }
      expect(code, failing).toBe(0);
      expect(out).toContain('No drift (5 unchanged)');
    });
    for (const list of ['/', '/_index_template', '/_component_template', '/_template']) expect(codes.get(list)).toBe(4);
  });

  it('says which templates it could not list where no file claims one of the kind', async () => {
    const cluster = await filled();
    const project = projectFor(cluster);
    await project.run('pull', ['index_templates/*', 'component_templates/*']);
    cluster.mishap = (_write, path): Mishap =>
      path.startsWith('/_template') ? { status: 403, reason: 'not yours' } : 'none';
    for (const format of [[], ['--json'], ['--markdown']]) {
      const { code, out } = await project.run('drift', [...format, '--detailed-exitcode']);
      expect(code).toBe(0);
      expect(out.replaceAll('\\_', '_')).toMatch(/legacy templates: not yours.* indices:admin\/template\/get/);
    }
  });

  it('does not take what is no list for a cluster without templates', async () => {
    const { cluster, project } = await pulled();
    cluster.mishap = (_write, path) => (path.startsWith('/_index_template') ? { status: 200, reason: 'x' } : 'none');
    const { code, err } = await project.run('drift', ['--detailed-exitcode']);
    expect(code).toBe(4);
    expect(err).toContain('has no index_templates');
  });
});

describe('a typo', () => {
  it.each([
    ['of an option', ['--detailed-exit-code'], 2],
    ['of an environment', ['--env', 'tset'], 2],
    ['of an address', ['--cluster', 'htp:/x'], 2],
    ['of a host', ['--cluster', 'http://127.0.0.1:1'], 4],
    ['of two formats', ['--json', '--markdown'], 2],
    ['of an argument', ['production'], 2],
  ])('%s is wrong use or an unreachable cluster, and reads as nothing else', async (_, args, code) => {
    const { project } = await pulled();
    expect(await project.run('drift', ['--detailed-exitcode', ...args])).toMatchObject({ code, out: '' });
  });

  it('of a folder is a missing file, and a folder without templates has nothing to compare', async () => {
    const cluster = await filled();
    const project = projectFor(cluster);
    project.write('index_template/shop.json', { index_patterns: ['shop-*'] });
    const { code, out, err } = await project.run('drift', ['--detailed-exitcode']);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('no file of it claims a template');
    expect(await project.run('drift', ['--dir', `${project.folder}x`])).toMatchObject({ code: 3, out: '' });
  });
});

describe('data streams', () => {
  const template = (properties: object) => ({
    index_patterns: ['events-*'],
    data_stream: {},
    template: { mappings: { properties } },
  });
  const HOST = { host: { type: 'ip' } };

  /** A data stream whose template, a file, has got a field since. */
  async function behind() {
    const { cluster, project } = await pulled();
    await put(cluster, '_index_template/events', template({}));
    await put(cluster, '_data_stream/events-a', {});
    await put(cluster, '_index_template/events', template(HOST));
    project.write('index_templates/events.json', template(HOST));
    const newest = async () => {
      const { body } = await cluster.engine.send({ method: 'GET', path: ['_data_stream', 'events-a'] });
      const names = [...body.matchAll(/"index_name":"([^"]+)"/g)].map(([, name = '']) => name);
      return names.at(-1) ?? '';
    };
    return { cluster, project, newest };
  }

  it('that wait for their next rollover are listed with what they lack, and are no drift', async () => {
    const { cluster, project, newest } = await behind();
    const { code, out } = await project.run('drift', ['--detailed-exitcode']);
    expect(code).toBe(0);
    expect(out).toContain(
      `Data streams behind their templates until their next rollover, which is no drift:\n  events-a (${await newest()}): Add host`,
    );
    expect(out).toContain('No drift (6 unchanged). 1 data stream behind, 2 of the stack left out');
    expect(JSON.parse((await project.run('drift', ['--json'])).out)).toMatchObject({
      behind: [{ dataStream: 'events-a', writeIndex: await newest(), changes: [expect.stringContaining('host')] }],
    });
    expect((await project.run('drift', ['--markdown'])).out).toContain('Data streams behind their templates');
    expect(cluster.writes).toEqual([]);
    await cluster.engine.send({ method: 'POST', path: ['events-a', '_rollover'] });
    expect((await project.run('drift')).out).not.toContain('behind');
  });

  it('also for a setting that no live index takes', async () => {
    const { cluster, project, newest } = await behind();
    const settings = { index: { number_of_shards: '2', number_of_replicas: '2' } };
    const file = { ...template({}), template: { mappings: { properties: {} }, settings } };
    await put(cluster, '_index_template/events', file);
    project.write('index_templates/events.json', file);
    expect((await project.run('drift')).out).toContain(
      `  events-a (${await newest()}): index.number_of_shards is "1", not "2"\n`,
    );
  });

  it('also where no live index takes what they lack', async () => {
    const { cluster, project, newest } = await behind();
    await put(cluster, `${await newest()}/_mapping`, { properties: { host: { type: 'keyword' } } });
    expect((await project.run('drift')).out).toContain(`events-a (${await newest()}): host: `);
  });

  it.each([
    ['/_data_stream', 'indices:admin/data_stream/get'],
    ['/.ds-events-a', 'indices:admin/get'],
  ])('are named as unseen where %s may not be read', async (start, right) => {
    const { cluster, project } = await behind();
    cluster.mishap = (_write, path) =>
      path.startsWith(start) ? { status: 403, reason: 'This may not be read.' } : 'none';
    const { code, out } = await project.run('drift', ['--detailed-exitcode']);
    expect(code).toBe(0);
    expect(out).toContain(`The right to read it is ${right}`);
    expect(out).toContain('No drift (6 unchanged).');
    expect(out).not.toContain('behind');
  });

  it('are not asked for where no template is for them', async () => {
    const { cluster, project } = await pulled();
    await cluster.engine.send({ method: 'DELETE', path: ['_index_template', 'logs'] }).catch(() => undefined);
    const templates = await cluster.engine.send({ method: 'GET', path: ['_index_template'] });
    expect(templates.body).not.toContain('"data_stream":');
    const asked: string[] = [];
    cluster.mishap = (_write, path) => {
      if (path.includes('index_name')) asked.push(path);
      return 'none';
    };
    await project.run('drift');
    expect(asked).toEqual([]);
  });
});
