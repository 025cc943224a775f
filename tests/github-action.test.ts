import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseYaml } from '../src/cli/code/yaml-text.ts';
import type { TestCluster } from '../src/cli/code/test-cluster.ts';
import { filled, projectFor, put } from '../src/cli/code/test-project.ts';
import { runCli } from '../src/cli/test-terminal.ts';
import { startCommentServer } from './builders/comment-server.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/github-action');
const TOKEN = 'a-token';
const BOT = 'github-actions[bot]';

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

const action = parseYaml(readFileSync(join(FOLDER, 'action.yml'), 'utf8')) as unknown as {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};
const { steps } = action.runs;

type Inputs = Readonly<Record<string, string>>;

/** Expressions as a runner fills them in: inputs and the token are all that there is. */
function filledIn(value: string, inputs: Inputs): string {
  return value.replaceAll(/\$\{\{ ([^}]+) \}\}/g, (_, expression: string) => {
    if (expression === 'github.token') return TOKEN;
    const name = /^inputs\.([a-z-]+)$/.exec(expression)?.[1];
    const input = name === undefined ? undefined : action.inputs[name];
    if (name === undefined || input === undefined) throw new Error(`unknown expression: ${expression}`);
    return inputs[name] ?? filledIn(input.default ?? '', inputs);
  });
}

function isRun({ if: condition }: Step, inputs: Inputs): boolean {
  if (condition === undefined) return true;
  const command = /^inputs\.command == '([a-z]+)'$/.exec(condition)?.[1];
  if (command === undefined) throw new Error(`unknown condition: ${condition}`);
  return command === inputs['command'];
}

/**
 * The command line of this checkout behind a socket, which spares each step the start of a process of its own; its
 * address. It runs in the folder of the step that asks.
 */
async function startCommandLine(): Promise<string> {
  const asked = async (request: IncomingMessage) => {
    const { cwd, args, env } = JSON.parse(await text(request)) as {
      readonly cwd: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
    const before = process.cwd();
    process.chdir(cwd);
    try {
      return await runCli(args, { env });
    } finally {
      process.chdir(before);
    }
  };
  const server = createServer((request, response) => {
    void asked(request).then((ran) => response.end(JSON.stringify(ran)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** `npx --no -- mapledger` as a program that asks {@link startCommandLine}; any other use of npx fails. */
function npxFor(address: string): string {
  return `#!${process.execPath}
const [no, end, name, ...args] = process.argv.slice(2);
if (no !== '--no' || end !== '--' || name !== 'mapledger') process.exit(97);
const body = JSON.stringify({ cwd: process.cwd(), args, env: process.env });
fetch('${address}', { method: 'POST', body }).then((response) => response.json()).then(({ code, out, err }) => {
  process.stdout.write(out);
  process.stderr.write(err);
  process.exitCode = code;
});
`;
}

/** A runner with a folder for itself, `npx` that starts this checkout, and the comments of a pull request. */
async function runner(workspace: string) {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-runner-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npx'), npxFor(await startCommandLine()), { mode: 0o755 });
  const [event, summary] = [join(folder, 'event.json'), join(folder, 'summary.md')];
  writeFileSync(event, '{"pull_request":{"number":7}}');
  writeFileSync(summary, '');
  const github = await startCommentServer(BOT, TOKEN);
  const script = async (source: string, env: Readonly<Record<string, string>> = {}) => {
    const file = join(folder, 'step.sh');
    writeFileSync(file, source);
    // As GitHub starts it for `shell: bash`.
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
      cwd: workspace,
      env: {
        PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
        HOME: folder,
        RUNNER_TEMP: folder,
        GITHUB_ACTION_PATH: FOLDER,
        GITHUB_API_URL: github.url,
        GITHUB_EVENT_PATH: event,
        GITHUB_REPOSITORY: 'acme/templates',
        GITHUB_STEP_SUMMARY: summary,
        ...env,
      },
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, out: out + err };
  };
  return {
    github,
    script,
    event,
    summary: () => readFileSync(summary, 'utf8'),
    /** Runs the steps of the action one after another, until one fails. */
    async use(command: string, inputs: Inputs = {}) {
      const all = { command, ...inputs };
      let out = '';
      for (const step of steps.filter((each) => isRun(each, all))) {
        const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, filledIn(value, all)]));
        const ran = await script(step.run, env);
        out += ran.out;
        if (ran.code !== 0) return { code: ran.code, out };
      }
      return { code: 0, out };
    },
  };
}

async function pulled(url?: string) {
  const cluster = await filled();
  const project = projectFor(url === undefined ? cluster : { url });
  await project.run('pull', ['--cluster', cluster.url]);
  return { cluster, project, runner: await runner(project.folder) };
}

const isAway: Pick<TestCluster, 'url'> = { url: 'http://127.0.0.1:1' };

describe('the action', { timeout: 60_000 }, () => {
  it('comments a plan once and updates this comment alone, applies it, and finds no drift', async () => {
    const { cluster, project, runner: ci } = await pulled();
    const mark = '<!-- mapledger plan search test -->';
    // Somebody else begins a comment as ours, and ours is on the second page.
    for (let at = 0; at < 120; at++) ci.github.add('ada', `${mark}\nmine`);
    project.write('index_templates/shop.json', { index_patterns: ['shop-*'], version: 4 });
    expect(await ci.use('plan', { env: 'test' })).toMatchObject({ code: 0 });
    expect(ci.github.comments.slice(120)).toEqual([
      {
        id: 121,
        user: { login: BOT },
        body: expect.stringMatching(new RegExp(`^${mark}\n.*1 to update`, 's')) as string,
      },
    ]);
    project.write('index_templates/new.json', { index_patterns: ['new-*'] });
    expect((await ci.use('plan')).code).toBe(0);
    expect(ci.github.writes).toEqual([
      'POST /repos/acme/templates/issues/7/comments',
      'PATCH /repos/acme/templates/issues/comments/121',
    ]);
    expect(ci.github.comments).toHaveLength(121);
    expect(ci.github.comments[120]?.body).toContain('1 to create, 1 to update');
    expect(ci.github.comments.slice(0, 120).every(({ body }) => body === `${mark}\nmine`)).toBe(true);
    expect(ci.summary()).toContain('1 to create, 1 to update');
    expect(cluster.writes).toEqual([]);

    expect(await ci.use('drift')).toMatchObject({ code: 5 });
    expect(ci.summary()).toContain('1 changed on the cluster, 1 missing on the cluster');
    expect(await ci.use('apply')).toMatchObject({ code: 0 });
    expect(cluster.writes).toEqual(['PUT /_index_template/new', 'PUT /_index_template/shop']);
    expect(await ci.use('drift')).toMatchObject({ code: 0 });
    expect(ci.github.writes).toHaveLength(2);
  });

  it('comments a plan that is refused and fails, and says nothing without a pull request', async () => {
    const { cluster, project, runner: ci } = await pulled();
    project.write('index_templates/shop.json', { index_patterns: ['shop-*'], composed_of: ['gone'] });
    expect(await ci.use('plan')).toMatchObject({ code: 1 });
    expect(ci.github.comments).toHaveLength(1);
    expect(ci.github.comments[0]?.body).toContain('Nothing is sent while a change is refused.');
    expect(await ci.use('apply')).toMatchObject({ code: 1 });
    expect(cluster.writes).toEqual([]);
    writeFileSync(ci.event, '{}');
    expect((await ci.use('plan')).out).toContain('No pull request');
    expect(ci.github.writes).toHaveLength(1);
  });

  it('fails without a comment where there is no plan, and with a token that may not comment', async () => {
    const { project, runner: ci } = await pulled();
    expect(await ci.use('plan', { env: 'tset' })).toMatchObject({ code: 2 });
    expect((await ci.use('plan', { token: 'other' })).out).toContain('GET /issues/7/comments');
    expect(await ci.use('plan', { token: 'other' })).toMatchObject({ code: 1 });
    project.write('mapledger.config.json', { project: 'search', environments: { test: { cluster: isAway.url } } });
    for (const command of ['plan', 'apply', 'drift']) expect(await ci.use(command)).toMatchObject({ code: 4 });
    expect(ci.github.comments).toEqual([]);
  });

  it('checks layout, lint and document tests without a cluster', async () => {
    const { project, runner: ci } = await pulled(isAway.url);
    const mapping = { properties: { host: { type: 'ip' } } };
    project.write('index_templates/shop.json', { index_patterns: ['shop-*'], template: { mappings: mapping } });
    const tests = (expected: unknown) =>
      project.write('document_tests/index_templates/shop.json', [
        { name: 'ip', document: { host: 'x' }, expect: expected },
      ]);
    tests({ refused: '' });
    await project.run('fmt');
    const good = await ci.use('check', { target: 'elasticsearch@9.5' });
    expect(good).toMatchObject({ code: 0 });
    expect(good.out).toContain('1 document test, all pass');
    tests('accepted');
    expect(await ci.use('check')).toMatchObject({ code: 1 });
    tests({ refused: '' });
    project.write('index_templates/shop.json', JSON.stringify({ template: { mappings: mapping } }));
    expect(await ci.use('check')).toMatchObject({ code: 1 });
  });

  it('adds to the write indices of data streams where the input says so, in the comment and on the cluster', async () => {
    const { cluster, project, runner: ci } = await pulled();
    const template = (properties: object) => ({
      index_patterns: ['events-*'],
      data_stream: {},
      template: { mappings: { properties } },
    });
    await put(cluster, '_index_template/events', template({}));
    await put(cluster, '_data_stream/events-a', {});
    project.write('index_templates/events.json', template({ host: { type: 'ip' } }));
    expect(await ci.use('plan', { allow: 'write-index' })).toMatchObject({ code: 0 });
    expect(ci.github.comments[0]?.body).toContain('1 write index to update');
    expect(await ci.use('apply', { allow: 'rollover,write-index' })).toMatchObject({ code: 0 });
    expect(cluster.writes.filter((write) => write.endsWith('/_mapping'))).toHaveLength(1);
    expect(cluster.writes.filter((write) => write.endsWith('/_rollover'))).toEqual([]);
    for (const allow of ['reindex', 'rollover,reindex', '--help'])
      expect(await ci.use('apply', { allow })).toMatchObject({ code: 2 });
  });

  it('refuses another command', async () => {
    const ci = await runner(tmpdir());
    for (const command of ['', 'destroy', 'plan; apply']) expect(await ci.use(command)).toMatchObject({ code: 2 });
  });

  it('takes no input for shell', async () => {
    const { project, runner: ci } = await pulled();
    const evil = '$(touch pwned)`touch pwned`"; touch pwned; #';
    for (const command of ['plan', 'apply', 'drift', 'check'])
      for (const allow of [{}, { allow: evil }])
        expect((await ci.use(command, { env: evil, dir: evil, target: evil, ...allow })).code).not.toBe(0);
    expect(existsSync(join(project.folder, 'pwned'))).toBe(false);
    expect(steps.filter(({ run, shell }) => run.includes('${{') || shell !== 'bash')).toEqual([]);
  });
});

interface Job {
  readonly if: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly with?: Inputs }[];
}

describe('the workflow', () => {
  const source = readFileSync(join(FOLDER, 'workflow.yml'), 'utf8');
  const workflow = parseYaml(source) as unknown as {
    readonly on: Readonly<Record<string, unknown>>;
    readonly permissions: Readonly<Record<string, string>>;
    readonly jobs: Readonly<Record<string, Job>>;
  };

  it('gives pull requests of forks neither secrets nor a token that may write', () => {
    expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push', 'schedule']);
    expect(source).not.toContain('pull_request_target');
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const isOfFork = 'github.event.pull_request.head.repo.full_name == github.repository';
    for (const [name, job] of Object.entries(workflow.jobs)) {
      const isForAll = job.if === "github.event_name == 'pull_request'";
      const hasMore = JSON.stringify(job).includes('secrets.') || job.permissions !== undefined;
      expect(isForAll && hasMore, name).toBe(false);
      if (job.if.includes('pull_request') && !isForAll) expect(job.if).toContain(isOfFork);
    }
  });

  it('uses each command of the action once, with inputs that it has', () => {
    const uses = Object.values(workflow.jobs).map(({ steps: [, , step] }) => step);
    for (const step of uses) {
      expect(step?.uses).toBe('./node_modules/mapledger/docs/github-action');
      for (const name of Object.keys(step?.with ?? {})) expect(Object.keys(action.inputs)).toContain(name);
    }
    expect(uses.map((step) => step?.with?.['command'])).toEqual(['check', 'plan', 'apply', 'drift']);
  });
});

describe('the shell example', { timeout: 60_000 }, () => {
  const page = readFileSync(join(ROOT, 'docs/mappings-as-code.md'), 'utf8');
  const section = page.slice(page.indexOf('## In a pipeline'));
  const [check = '', plan = '', apply = '', drift = ''] = Array.from(
    section.matchAll(/```sh\n([^]*?)```/g),
    ([, block = '']) => block,
  );

  it('checks, plans, applies and finds drift', async () => {
    const { cluster, project, runner: ci } = await pulled();
    project.write('mapledger.config.json', {
      project: 'search',
      environments: { production: { cluster: cluster.url } },
    });
    project.write('index_templates/new.json', { index_patterns: ['new-*'] });
    expect(await ci.script(check)).toMatchObject({ code: 0 });
    expect(await ci.script(plan)).toMatchObject({ code: 5 });
    expect(project.read('comment.md')).toContain('1 to create');
    expect(await ci.script(apply)).toMatchObject({ code: 0 });
    expect(cluster.writes).toEqual(['PUT /_index_template/new']);
    expect(await ci.script(drift)).toMatchObject({ code: 0 });
    await put(cluster, '_index_template/new', { index_patterns: ['new-*'], version: 3 });
    expect(await ci.script(drift)).toMatchObject({ code: 5 });
  });
});
