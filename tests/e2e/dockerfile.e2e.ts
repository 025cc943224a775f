import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dockerfileStages, type DockerStep } from '../dockerfile-steps.ts';
import { startProgram } from './servers.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'mapledger-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A stage that was built in a folder, which takes the place of its file system. */
interface Stage {
  readonly files: string;
  /** The working directory in the stage. */
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly metadata: ReadonlyMap<string, string>;
}

/** The files that Docker is given: all that .dockerignore does not name, which has plain names and `*` only. */
function isSent(path: string): boolean {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  const [first = ''] = relative(root, path).split('/');
  return !ignored.some((pattern) =>
    pattern.startsWith('*') ? first.endsWith(pattern.slice(1)) : first === pattern.replace(/\/$/, ''),
  );
}

/** A `chown` that does nothing: the users of the image do not exist here. */
function withoutUsers(): string {
  const shims = join(folder, 'shims');
  mkdirSync(shims, { recursive: true });
  writeFileSync(join(shims, 'chown'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  return [shims, process.env['PATH']].join(delimiter);
}

/** Carries out the instructions of a stage, with this Node in place of the one of the image. */
function build(steps: readonly DockerStep[], index: number, earlier: ReadonlyMap<string, Stage>): Stage {
  const files = join(folder, `stage-${index}`);
  const inStage = (path: string, workdir: string) => join(files, isAbsolute(path) ? path : join(workdir, path));
  let workdir = '/';
  const env: Record<string, string> = {};
  const metadata = new Map<string, string>();
  mkdirSync(files);
  for (const { name, text } of steps) {
    switch (name) {
      case 'FROM':
        break;
      case 'WORKDIR':
        workdir = text;
        mkdirSync(inStage(text, '/'), { recursive: true });
        break;
      case 'ENV': {
        const [key = '', value = ''] = text.split('=');
        env[key] = value;
        break;
      }
      case 'COPY':
        copy(text, (path) => inStage(path, workdir), earlier);
        break;
      case 'RUN':
        run(text.replaceAll(/(?<=\s)\/(?=\w)/g, `${files}/`), inStage('.', workdir), env);
        break;
      default:
        metadata.set(name, text);
    }
  }
  return { files, workdir, env, metadata };
}

function copy(text: string, target: (path: string) => string, earlier: ReadonlyMap<string, Stage>): void {
  const words = text.split(/\s+/);
  const from = /^--from=(.+)$/.exec(words[0] ?? '')?.[1];
  const stage = from === undefined ? undefined : earlier.get(from);
  if (from !== undefined && stage === undefined) throw new Error(`There is no stage ${from} before COPY ${text}.`);
  const paths = words.slice(from === undefined ? 0 : 1);
  const to = paths.pop() ?? '';
  for (const path of paths) {
    const source = stage === undefined ? join(root, path) : join(stage.files, path);
    // As Docker does: the content of a folder, and a file by its name.
    const isFile = statSync(source).isFile();
    const name = isFile && to.endsWith('/') ? join(to, path.split('/').at(-1) ?? '') : to;
    cpSync(source, target(name), {
      recursive: true,
      verbatimSymlinks: true,
      ...(stage === undefined && { filter: (each) => each === root || isSent(each) }),
    });
  }
}

function run(command: string, cwd: string, env: Readonly<Record<string, string>>): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    // From npm's cache where that has the packages. The level of compression makes no other files.
    env: {
      ...process.env,
      PATH: withoutUsers(),
      npm_config_prefer_offline: 'true',
      MAPLEDGER_BROTLI_LEVEL: '1',
      ...env,
    },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}\n${stderr}`);
}

describe('the image of the Dockerfile, built without Docker', () => {
  let image: Stage;

  beforeAll(() => {
    const built = new Map<string, Stage>();
    for (const [index, steps] of dockerfileStages().entries()) {
      image = build(steps, index, built);
      const name = / AS (\w+)$/.exec(steps[0]?.text ?? '')?.[1];
      if (name !== undefined) built.set(name, image);
    }
  });

  const listOf = (name: string): readonly string[] => JSON.parse(image.metadata.get(name) ?? '[]') as string[];
  const pathOf = (path: string) => join(image.files, path);

  it('has the build and what it imports, without tools and sources', () => {
    expect(readdirSync(pathOf(image.workdir)).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'bin',
      'dist',
      'node_modules',
      'package.json',
    ]);
    const packages = readdirSync(join(pathOf(image.workdir), 'node_modules'));
    for (const name of ['typescript', 'vite', 'vitest', 'react', 'playwright', 'oxlint', 'tsx'])
      expect(packages).not.toContain(name);
    expect(statSync(pathOf('/data')).mode & 0o777).toBe(0o700);
  });

  it('serves the page and the API by its entry point, keeps its data in the volume, and reports its health', async () => {
    const [program, ...entry] = listOf('ENTRYPOINT');
    expect(program).toBe('node');
    const flags = listOf('CMD').map((flag) => (flag === '/data' ? pathOf(flag) : flag));
    expect(flags).toContain(pathOf('/data'));
    const portOfImage = flags[flags.indexOf('--port') + 1] ?? '';
    expect(image.metadata.get('EXPOSE')).toBe(portOfImage);
    const server = await startProgram(process.execPath, [...entry, ...flags], ['--data-dir', pathOf('/data')], {
      cwd: pathOf(image.workdir),
    });
    const { port } = new URL(server.origin);
    const page = await fetch(`http://127.0.0.1:${port}/management/data/index_management/indices`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root">');
    expect(existsSync(join(pathOf('/data'), 'server.db'))).toBe(true);

    const check = /CMD (\[.*\])$/.exec(image.metadata.get('HEALTHCHECK') ?? '')?.[1] ?? '[]';
    const [checker, ...args] = JSON.parse(check.replaceAll(`:${portOfImage}/`, `:${port}/`)) as string[];
    expect(checker).toBe('node');
    const health = () => spawnSync(process.execPath, args).status;
    expect(health()).toBe(0);
    expect(await server.stop()).toBe(0);
    expect(health()).toBe(1);
  });
});
