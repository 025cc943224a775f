import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { headlessLaunchOptions } from '../chromium.ts';
import './global-setup.ts';

const serverFile = join(import.meta.dirname, '../../dist/server/main.js');

// A test that fails before it stops its server leaves none behind.
const running = new Set<ChildProcess>();
afterAll(() => running.forEach((child) => child.kill()));

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** No server of a test writes into the home of whoever runs it. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mapledger-data-'));
  folders.push(folder);
  return folder;
}

export interface RunningServer {
  /** The address as the server printed it. */
  readonly address: string;
  readonly origin: string;
  /** Sends SIGTERM and resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL: what the server has not written down is gone. */
  kill(): Promise<void>;
}

/** Starts the production server, as `npm run build` left it, on a free port; rejects with its output if it ends instead. */
export async function startServer(...flags: string[]): Promise<RunningServer> {
  return startProgram(process.execPath, [serverFile], flags);
}

/**
 * As {@link startServer}, by another program: an installed package, say. One that starts the server as a process of its own, as npm does, and does
 * not wait for that one's end, is signalled with all that it started.
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  flags: readonly string[],
  { cwd, startsProcesses = false }: { readonly cwd?: string; readonly startsProcesses?: boolean } = {},
): Promise<RunningServer> {
  // Flags of the test come last, and count.
  const child = spawn(program, [...args, '--port', '0', '--data-dir', await freshFolder(), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: startsProcesses,
    ...(cwd !== undefined && { cwd }),
  });
  const signal = (name: NodeJS.Signals) => {
    if (startsProcesses && child.pid !== undefined) process.kill(-child.pid, name);
    else child.kill(name);
  };
  const exited = once(child, 'exit');
  running.add(child);
  child.once('exit', () => running.delete(child));
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));

  for await (const line of createInterface({ input: child.stdout })) {
    output.push(`${line}\n`);
    const address = /ready at (http:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    return {
      address,
      origin: new URL(address).origin,
      async stop() {
        signal('SIGTERM');
        await exited;
        return child.exitCode;
      },
      async kill() {
        signal('SIGKILL');
        await exited;
      },
    };
  }
  throw new Error(`The server ended before it was ready:\n${output.join('')}`);
}

/** The browser that all files of the project share, or one of our own in other projects. Closing it ends what was opened by way of it. */
export function launchBrowser(): Promise<Browser> {
  const endpoint = inject('chromiumEndpoint');
  return endpoint === undefined ? chromium.launch(headlessLaunchOptions()) : chromium.connect(endpoint);
}

/** The address of a screen below the console's base: `/drafts`. */
export function screenAddress({ origin }: RunningServer, path: string): string {
  return `${origin}/management/data/index_management${path}`;
}

/** One server and one browser for the tests around the call; both are there once tests run. */
export function useConsole(...flags: string[]): { readonly server: RunningServer; readonly browser: Browser } {
  let server: RunningServer | undefined;
  let browser: Browser | undefined;
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The server and the browser are there once tests run');
    return value;
  };
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(...flags), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    expect(await server?.stop()).toBe(0);
  });
  return {
    get server() {
      return there(server);
    },
    get browser() {
      return there(browser);
    },
  };
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors logged or thrown and violations of the Content-Security-Policy so far. */
  readonly problems: readonly string[];
  /** Closes the page with all it stored, and fails if there was a problem. */
  close(): Promise<void>;
}

/** What the browser itself logs for each answer that is no success, and for each request that the test aborts. */
const REFUSED =
  /^Failed to load resource: (?:the server responded with a status of [45]\d\d|net::ERR_FAILED|net::ERR_CONNECTION_REFUSED|net::ERR_CONNECTION_RESET|net::ERR_EMPTY_RESPONSE)/;

/** How long an action waits for what it acts on: it costs time only where a test fails, and a busy machine may need it. */
const ACTION_MS = 90_000;

interface PageOptions extends BrowserContextOptions {
  /** Our server is meant to refuse or fail something: that it did is no problem of the page. */
  readonly isRefused?: boolean;
}

/** Opens an empty page in a fresh profile and watches it for problems from the first script on. */
export async function openPage(
  browser: Browser,
  { isRefused = false, ...options }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(ACTION_MS);
  const problems: string[] = [];
  await context.exposeBinding('reportCspViolation', (_source, violation: string) => problems.push(violation));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const report: unknown = Reflect.get(globalThis, 'reportCspViolation');
      const text = `CSP: ${violatedDirective} refused ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`;
      if (typeof report === 'function') report(text);
    });
  });
  context.on('weberror', (error) => problems.push(`Thrown: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !(isRefused && REFUSED.test(message.text())))
      problems.push(`Console: ${message.text()} (${message.location().url})`);
  });
  const page = await context.newPage();

  return {
    page,
    problems,
    async close() {
      await context.close();
      expect(problems).toEqual([]);
    },
  };
}
