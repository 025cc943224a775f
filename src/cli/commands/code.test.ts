import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_COMMENT_LENGTH } from '../code/review-comment.ts';
import { startCluster, templatesOn, type Mishap } from '../code/test-cluster.ts';
import { filled, projectFor, put } from '../code/test-project.ts';
import { runCli } from '../test-terminal.ts';

describe('from a cluster to code', () => {
  it('begins a project, pulls, and plans nothing', async () => {
    const cluster = await filled();
    const folder = mkdtempSync(join(tmpdir(), 'mapledger-code-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const begun = await runCli([
      'init',
      '--dir',
      folder,
      '--project',
      'search',
      '--env',
      'test',
      '--cluster',
      cluster.url,
    ]);
    expect(begun).toMatchObject({ code: 0, err: '' });
    expect((await runCli(['init', '--dir', folder, '--project', 'search'])).code).toBe(3);
    const pulled = await runCli(['pull', '--dir', folder]);
    expect(pulled).toMatchObject({ code: 0, err: '' });
    expect(pulled.out).toBe(
      [
        'created component_templates/base.json',
        'created component_templates/logs@custom.json',
        'created index_templates/logs.json',
        'created index_templates/shop.json',
        'created legacy_templates/old.json',
        '5 created, 0 updated, 0 unchanged, 2 of the stack left out (--managed)\n',
      ].join('\n'),
    );
    expect(await runCli(['plan', '--dir', folder, '--detailed-exitcode'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('No changes (5 unchanged).') as string,
    });
    expect(await runCli(['fmt', '--dir', folder, '--check'])).toMatchObject({ code: 0, out: '' });
    expect((await runCli(['pull', '--dir', folder])).out).toBe(
      '0 created, 0 updated, 5 unchanged, 2 of the stack left out (--managed)\n',
    );
    expect(cluster.writes).toEqual([]);
  });

  it.each(['json', 'yaml'] as const)(
    'applies what was pulled as %s to an empty cluster, and the second plan is empty',
    async (format) => {
      const cluster = await filled();
      const project = projectFor(cluster, { format });
      await project.run('pull', ['--managed']);
      const empty = await startCluster();
      expect(await project.run('plan', ['--cluster', empty.url, '--detailed-exitcode'])).toMatchObject({ code: 5 });
      const applied = await project.run('apply', ['--cluster', empty.url, '--yes']);
      expect(applied).toMatchObject({ code: 0 });
      expect(applied.out).toContain('The cluster has what the files say.');
      expect(empty.writes).toEqual([
        'PUT /_component_template/.hidden',
        'PUT /_component_template/base',
        'PUT /_component_template/logs@custom',
        'PUT /_component_template/stack',
        'PUT /_index_template/logs',
        'PUT /_index_template/shop',
      ]);
      const [components, templates] = (await templatesOn(cluster.engine)) as readonly unknown[];
      expect((await templatesOn(empty.engine)) as readonly unknown[]).toMatchObject([components, templates, {}]);
      const again = await project.run('plan', ['--cluster', empty.url]);
      // The legacy template is compared only.
      expect(again.out).toContain('1 not applied, 6 unchanged.');
      expect((await project.run('apply', ['--cluster', empty.url, '--yes'])).code).toBe(0);
      expect(empty.writes).toHaveLength(6);
    },
  );

  it('pulls names that no file system takes, and refuses those that are one file', async () => {
    const cluster = await startCluster();
    await put(cluster, '_template/con', { index_patterns: ['a'] });
    await put(cluster, '_template/a:b', { index_patterns: ['b'] });
    await put(cluster, '_template/tw', { index_patterns: ['b'] });
    await put(cluster, '_template/İ', { index_patterns: ['c'] }).catch(() => undefined);
    const project = projectFor(cluster);
    expect((await project.run('pull')).code).toBe(0);
    expect(project.files()).toEqual(
      expect.arrayContaining(['legacy_templates/%63on.json', 'legacy_templates/a%3Ab.json']),
    );
    expect((await project.run('plan', ['--detailed-exitcode'])).code).toBe(0);
  });

  it('pulls only what a pattern means', async () => {
    const cluster = await filled();
    const project = projectFor(cluster);
    await project.run('pull', ['index_templates/*', 'ba*']);
    expect(project.files()).toEqual([
      'component_templates/base.json',
      'index_templates/logs.json',
      'index_templates/shop.json',
      'mapledger.config.json',
    ]);
  });
});

describe('a file that exists', () => {
  const COMMENTED = `// Owned by the shop.
{
  "version": 3, // raise it with each change
  "index_patterns": "shop-*",
  "template": { "aliases": { "shop": {} } }
}
`;

  it('is not written where it agrees, however it is written', async () => {
    const cluster = await filled();
    const project = projectFor(cluster);
    project.write('index_templates/shop.json', COMMENTED);
    project.write(
      'component_templates/base.yaml',
      '# one shard\ntemplate:\n  settings: { codec: default, number_of_shards: "1" }\n',
    );
    const { out } = await project.run('pull', ['shop', 'base']);
    expect(out).toBe('0 created, 0 updated, 2 unchanged\n');
    expect(project.read('index_templates/shop.json')).toBe(COMMENTED);
  });

  it('keeps comments, order and layout where something differs', async () => {
    const cluster = await filled();
    const project = projectFor(cluster);
    project.write('index_templates/shop.json', COMMENTED.replace('3', '2'));
    project.write(
      'component_templates/base.yaml',
      '# one shard\ntemplate:\n  settings: { codec: other, number_of_shards: 1 } # why\n',
    );
    expect((await project.run('pull', ['shop', 'base'])).out).toContain('0 created, 2 updated, 0 unchanged');
    expect(project.read('index_templates/shop.json')).toBe(COMMENTED);
    expect(project.read('component_templates/base.yaml')).toBe(
      '# one shard\ntemplate:\n  settings: { codec: default, number_of_shards: 1 } # why\n',
    );
  });

  it('is kept where the cluster has no such template', async () => {
    const project = projectFor(await startCluster());
    project.write('index_templates/mine.json', { index_patterns: ['m'] });
    expect((await project.run('pull')).out).toBe(
      'kept index_templates/mine.json (not on the cluster)\n0 created, 0 updated, 0 unchanged\n',
    );
  });

  it('is edited below its overlay, and named where only the overlay could change', async () => {
    const cluster = await filled();
    const project = projectFor(cluster);
    project.write('index_templates/shop.json', {
      index_patterns: ['shop-*'],
      version: 1,
      template: { aliases: { shop: {} } },
    });
    project.write('overlays/test/index_templates/shop.json', { version: 3 });
    expect((await project.run('plan', ['--detailed-exitcode'])).code).toBe(0);
    project.write('index_templates/shop.json', {
      index_patterns: ['x-*'],
      version: 1,
      template: { aliases: { shop: {} } },
    });
    expect((await project.run('pull', ['shop'])).code).toBe(0);
    expect(JSON.parse(project.read('index_templates/shop.json'))).toMatchObject({
      index_patterns: ['shop-*'],
      version: 1,
    });
    project.write('overlays/test/index_templates/shop.json', { version: 4 });
    const stuck = await project.run('pull', ['shop']);
    expect(stuck.code).toBe(1);
    expect(stuck.err).toContain(
      'index_templates/shop: overlays/test/index_templates/shop.json sets what the cluster has otherwise',
    );
  });
});

describe('a plan', () => {
  it('says in words and as a diff what changes, from when, and by which requests', async () => {
    const cluster = await filled();
    await cluster.engine.send({ method: 'PUT', path: ['_data_stream', 'logs-app'] });
    const project = projectFor(cluster);
    await project.run('pull');
    project.write('component_templates/base.json', {
      template: { settings: { number_of_shards: 2, codec: 'default' } },
    });
    project.write('index_templates/shop.json', { index_patterns: ['shop-*'], composed_of: ['gone'] });
    const { out, code } = await project.run('plan');
    expect(code).toBe(1);
    expect(out).toContain(
      '~ component_templates/base (update, from the next rollover)\n    Change index.number_of_shards from 1 to 2\n      - settings index.number_of_shards: "1"\n      + settings index.number_of_shards: "2"\n    Data stream logs-app: from the next rollover.',
    );
    expect(out).toContain('! index_templates/shop (update, refused)\n    Component template gone doesn’t exist.');
    expect(out).toContain('1 to update, 1 refused, 3 unchanged. Nothing is sent while a change is refused.');
    expect((await project.run('apply', ['--yes'])).code).toBe(1);
    expect(cluster.writes).toEqual([]);
  });

  it('is written for its owner alone, without credentials, and applied only as long as it is the same to the byte', async () => {
    const cluster = await filled();
    const project = projectFor(cluster);
    await project.run('pull');
    project.write('index_templates/shop.json', { index_patterns: ['shop-*'], version: 4 });
    const file = join(project.folder, 'plan.json');
    const env = { MAPLEDGER_USERNAME: 'ada', MAPLEDGER_PASSWORD: 'very secret' };
    expect((await project.run('plan', ['--out', file], { env })).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain('secret');
    expect((await project.run('plan', ['--json'])).out).toBe(readFileSync(file, 'utf8'));

    await put(cluster, '_index_template/shop', { index_patterns: ['shop-*'], version: 9 });
    const refused = await project.run('apply', [file, '--yes']);
    expect(refused.code).toBe(3);
    expect(refused.err).toContain('the plan of now is another one');
    await put(cluster, '_index_template/shop', {
      template: { aliases: { shop: {} } },
      index_patterns: 'shop-*',
      version: '3',
    }).catch(() => undefined);
    await put(cluster, '_index_template/shop', {
      template: { aliases: { shop: {} } },
      index_patterns: 'shop-*',
      version: 3,
    });
    expect((await project.run('apply', [file, '--yes'])).code).toBe(0);
    expect(cluster.writes).toEqual(['PUT /_index_template/shop']);
    project.write('other.json', '{}');
    expect((await project.run('apply', [join(project.folder, 'other.json'), '--yes'])).code).toBe(3);
  });

  it('names the commit, and whether the folder has other changes', async () => {
    const project = projectFor(await startCluster());
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', project.folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        encoding: 'utf8',
      }).trim();
    expect((await project.run('plan', ['--json'])).out).toContain('"commit": null');
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'x');
    const commit = git('rev-parse', 'HEAD');
    expect((await project.run('plan', ['--json'])).out).toContain(`"commit": "${commit}",\n  "isDirty": false`);
    project.write('plan.json', '{}');
    expect((await project.run('plan', ['--json'])).out).toContain('"isDirty": false');
    project.write('index_templates/a.json', { index_patterns: ['a'] });
    expect((await project.run('plan', ['--json'])).out).toContain('"isDirty": true');
  });

  it('fits a review comment, and no name of it is Markdown or HTML', async () => {
    const project = projectFor(await startCluster());
    project.write('index_templates/a%3Cimg src=x%3E`@ada`.json', {
      index_patterns: ['a'],
      _meta: { text: '```\n</details><script>' },
    });
    const small = (await project.run('plan', ['--markdown'])).out;
    expect(small).toMatch(/^<!-- mapledger plan search test -->\n/);
    expect(small.replaceAll(/```+diff[^]*?\n```+\n/g, '')).not.toMatch(/<img|<script/);
    const properties = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`field_${at}`, { type: 'keyword' }]));
    for (let at = 0; at < 30; at++)
      project.write(`component_templates/c${at}.json`, { template: { mappings: { properties } } });
    const { out } = await project.run('plan', ['--markdown']);
    expect(out.length).toBeLessThanOrEqual(MAX_COMMENT_LENGTH);
    expect(out).toMatch(
      /more objects don’t fit into a comment\. Run `mapledger plan` to see all\.|The changes don’t fit/,
    );
  });
});

describe('apply', () => {
  it('asks, and sends nothing without a yes', async () => {
    const cluster = await startCluster();
    const project = projectFor(cluster);
    project.write('index_templates/a.json', { index_patterns: ['a'] });
    expect(await project.run('apply')).toMatchObject({ code: 2, err: expect.stringContaining('Add --yes') as string });
    for (const stdin of ['', 'n\n', 'no\n', 'maybe\n']) {
      const { code, err } = await project.run('apply', [], { isInteractive: true, stdin });
      expect(code).toBe(0);
      expect(err).toContain('Send this request? [y/N] Nothing was sent.');
    }
    expect(cluster.writes).toEqual([]);
    expect((await project.run('apply', [], { isInteractive: true, stdin: 'y\n' })).code).toBe(0);
    expect(cluster.writes).toEqual(['PUT /_index_template/a']);
  });

  it('says that there is no lock, and what a read can’t rule out', async () => {
    const project = projectFor(await startCluster());
    project.write('index_templates/a.json', { index_patterns: ['a'] });
    const { err } = await project.run('apply', ['--yes']);
    expect(err).toContain('Without --server nothing is recorded and there is no lock');
    expect(err).toContain('a change that another client makes between that read and the request is overwritten');
  });

  it('renames a template of data streams while it covers them', async () => {
    const cluster = await filled();
    await cluster.engine.send({ method: 'PUT', path: ['_data_stream', 'logs-app'] });
    const project = projectFor(cluster, { moved: [{ from: 'index_templates/logs', to: 'index_templates/logs-v2' }] });
    await project.run('pull', ['component_templates/*']);
    project.write('index_templates/logs-v2.json', {
      index_patterns: ['logs-*'],
      priority: 200,
      composed_of: ['base', 'logs@custom'],
      data_stream: {},
    });
    expect((await project.run('apply', ['--yes'])).code).toBe(0);
    expect(cluster.writes).toEqual([
      'PUT /_index_template/logs-v2',
      'DELETE /_index_template/logs',
      'PUT /_index_template/logs-v2',
    ]);
    expect((await project.run('plan', ['--detailed-exitcode'])).code).toBe(0);
  });

  it('stops where another client has changed the template since it was read', async () => {
    const cluster = await filled();
    const project = projectFor(cluster);
    await project.run('pull');
    project.write('component_templates/base.json', { template: { settings: { number_of_shards: 3 } } });
    project.write('index_templates/shop.json', { index_patterns: ['shop-*'], version: 4 });
    let hasChanged = false;
    cluster.mishap = (_write, path) => {
      // Right before the second template is read again.
      if (path.startsWith('/_index_template/shop') && !hasChanged) {
        hasChanged = true;
        void put(cluster, '_index_template/shop', { index_patterns: ['shop-*'], version: 7 });
      }
      return 'none';
    };
    const { code, err } = await project.run('apply', ['--yes']);
    expect(code).toBe(4);
    expect(err).toContain(
      'index_templates/shop was changed by another client since it was read. Nothing was sent for it. 1 of 2 requests were carried out',
    );
    expect(cluster.writes).toEqual(['PUT /_component_template/base']);
  });

  it.each([
    [403, 'no permissions for [cluster:admin/component_template/put]', 4],
    [400, 'the template is invalid', 4],
  ])('ends with the reason where the cluster answers %i', async (status, reason, code) => {
    const cluster = await filled();
    const project = projectFor(cluster);
    await project.run('pull');
    project.write('component_templates/base.json', { template: { settings: { number_of_shards: 3 } } });
    cluster.mishap = (write) => (write === undefined ? 'none' : { status, reason });
    const ended = await project.run('apply', ['--yes']);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(reason);
    expect(cluster.writes).toHaveLength(1);
  });

  it('ends with 4 where the cluster is away, and names neither user nor password', async () => {
    const project = projectFor({ url: 'http://127.0.0.1:1' });
    const { code, err } = await project.run('plan', [], {
      env: { MAPLEDGER_USERNAME: 'ada', MAPLEDGER_PASSWORD: 'very secret' },
    });
    expect(code).toBe(4);
    expect(err).not.toContain('secret');
  });
});

describe('an apply that is cut off at any request', () => {
  /** Files that need every kind of request: new ones, changed ones, a rename, two that change places. */
  async function prepared() {
    const cluster = await filled();
    await put(cluster, '_index_template/low', { index_patterns: ['x-*'], priority: 1 });
    await put(cluster, '_index_template/high', { index_patterns: ['x-*'], priority: 2 });
    const project = projectFor(cluster, {
      moved: [{ from: 'component_templates/base', to: 'component_templates/base-v2' }],
    });
    await project.run('pull', ['index_templates/*', 'logs@custom']);
    project.write('component_templates/base-v2.json', { template: { settings: { number_of_shards: 5 } } });
    project.write('index_templates/logs.json', {
      index_patterns: ['logs-*'],
      priority: 201,
      composed_of: ['base-v2', 'logs@custom'],
      data_stream: {},
    });
    project.write('index_templates/low.json', { index_patterns: ['x-*'], priority: 2 });
    project.write('index_templates/high.json', { index_patterns: ['x-*'], priority: 1 });
    return { cluster, project };
  }
  const REQUESTS = 6;

  it.each(['lost before', 'lost after'] as const)('goes on by itself where one answer is %s', async (mishap) => {
    for (let at = 0; at < REQUESTS; at++) {
      const { cluster, project } = await prepared();
      cluster.mishap = (write): Mishap => (write === at ? mishap : 'none');
      const applied = await project.run('apply', ['--yes']);
      expect(applied, `request ${at}`).toMatchObject({ code: 0 });
      // What was carried out is not sent again.
      expect(cluster.writes).toHaveLength(mishap === 'lost after' ? REQUESTS : REQUESTS + 1);
      expect((await project.run('plan', ['--detailed-exitcode'])).code).toBe(0);
    }
  });

  it.each(['lost before', 'lost after'] as const)('is as the files say after it is run again (%s)', async (mishap) => {
    for (let at = 0; at < REQUESTS; at++) {
      const { cluster, project } = await prepared();
      let isAway = false;
      // From this request on nothing is answered any more, as after a kill.
      cluster.mishap = (write): Mishap => {
        if (isAway) return 'lost before';
        if (write !== at) return 'none';
        isAway = true;
        return mishap;
      };
      expect((await project.run('apply', ['--yes'])).code).toBe(4);
      cluster.mishap = () => 'none';
      const again = await project.run('apply', ['--yes']);
      expect(again, `request ${at}: ${again.err}`).toMatchObject({ code: 0 });
      expect((await project.run('plan', ['--detailed-exitcode'])).code).toBe(0);
    }
  });
});

describe('a fault in the files', () => {
  it.each<[string, string, string, RegExp]>([
    [
      'a broken file',
      'index_templates/a.json',
      '{\n  "priority": \n}',
      /index_templates\/a\.json:3:1: A value is expected here/,
    ],
    ['a broken YAML file', 'index_templates/a.yaml', 'a: 1\na: 2\n', /index_templates\/a\.yaml:2:1: /],
    ['an unknown environment', 'overlays/prod/index_templates/a.json', '{}', /has no environment "prod"/],
    [
      'a wrong configuration',
      'mapledger.config.json',
      '{\n  "project": "X"\n}',
      /mapledger\.config\.json:2:14: \/project: /,
    ],
    ['a binary file', 'index_templates/a.json', 'a\u0000b', /it is binary/],
    [
      'a file that is too large',
      'index_templates/a.json',
      `"${'x'.repeat(4 * 1024 * 1024)}"`,
      /larger than the limit of 4,194,304 bytes/,
    ],
  ])('%s is named with its place, and nothing is sent', async (_, path, text, message) => {
    const cluster = await startCluster();
    const project = projectFor(cluster);
    project.write(path, text);
    for (const command of ['plan', 'pull', 'fmt']) {
      const { code, err } = await project.run(command);
      expect(code).toBe(3);
      expect(err).toMatch(message);
    }
    expect(cluster.writes).toEqual([]);
  });

  it('all of them are named at once', async () => {
    const project = projectFor(await startCluster());
    for (const name of ['a', 'b', 'c']) project.write(`index_templates/${name}.json`, '{');
    const { err } = await project.run('plan');
    expect(err.match(/index_templates\/[abc]\.json:1:2/g)).toHaveLength(3);
  });

  it('a symbolic link is not followed', async () => {
    const project = projectFor(await startCluster());
    project.write('index_templates/a.json', '{}');
    symlinkSync('/etc/hostname', join(project.folder, 'index_templates/b.json'));
    expect((await project.run('plan')).err).toContain('it is a symbolic link');
  });

  it('what is no file is not read', async () => {
    const project = projectFor(await startCluster());
    project.write('index_templates/a.json', '{}');
    const socket = createServer().listen(join(project.folder, 'index_templates/b.json'));
    onTestFinished(() => void socket.close());
    await once(socket, 'listening');
    expect((await project.run('plan')).err).toContain('it is not a file');
  });

  it('credentials in an address are refused without being repeated', async () => {
    const project = projectFor({ url: 'http://ada:secret@127.0.0.1:1' });
    const { code, err } = await project.run('plan');
    expect(code).toBe(2);
    expect(err).toContain('can’t have credentials');
    expect(err).not.toContain('secret@');
  });

  it.each([
    [['--env', 'nowhere'], 'has no environment "nowhere". Available: test.'],
    [['--json', '--markdown'], 'Choose one of --json and --markdown.'],
  ])('%j is wrong use', async (args, message) => {
    const project = projectFor(await startCluster());
    expect(await project.run('plan', args)).toMatchObject({ code: 2, err: expect.stringContaining(message) as string });
  });

  it('no project is a missing file', async () => {
    expect((await runCli(['plan', '--dir', '/no/such/folder'])).code).toBe(3);
  });
});

describe('fmt', () => {
  it('lays out every file alike, and says which', async () => {
    const project = projectFor(await startCluster());
    project.write('index_templates/a.json', '{"index_patterns":["a"], // x\n"version":1}');
    project.write('index_templates/b.yaml', 'index_patterns:   [ b ]\n');
    expect(await project.run('fmt', ['--check'])).toMatchObject({
      code: 1,
      out: 'index_templates/a.json\nindex_templates/b.yaml\n',
    });
    expect((await project.run('fmt')).code).toBe(0);
    expect(project.read('index_templates/a.json')).toBe(
      '{\n  "index_patterns": [\n    "a"\n  ], // x\n  "version": 1\n}\n',
    );
    expect(await project.run('fmt', ['--check'])).toMatchObject({ code: 0, out: '' });
  });
});
