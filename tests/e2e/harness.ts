import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { headlessLaunchOptions } from '../chromium.ts';
import './global-setup.ts';
import { startServer, type RunningServer } from './servers.ts';

/** The browser that all files of the project share, or one of our own in other projects. Closing it ends what was opened by way of it. */
export function launchBrowser(): Promise<Browser> {
  const endpoint = inject('chromiumEndpoint');
  return endpoint === undefined ? chromium.launch(headlessLaunchOptions()) : chromium.connect(endpoint);
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
  /^Failed to load resource: (?:the server responded with a status of [45]\d\d|net::ERR_FAILED|net::ERR_CONNECTION_REFUSED|net::ERR_CONNECTION_RESET|net::ERR_EMPTY_RESPONSE|net::ERR_INCOMPLETE_CHUNKED_ENCODING)/;

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
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // What moves is waited for. The main job is done with it.
    reducedMotion: 'reduce',
    ...options,
  });
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
