import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumLaunchOptions } from '../tests/chromium.ts';

const DRAFTS_PATH = '/management/data/index_management/drafts';

/** The console as it is built, with a sandbox and a data folder of its own, and a real Chromium. */
export interface BuiltConsole {
  readonly browser: Browser;
  readonly origin: string;
  readonly folder: string;
}

/** Builds and starts the console until `work` is done. */
export async function onBuiltConsole<Result>(work: (at: BuiltConsole) => Promise<Result>): Promise<Result> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: join(import.meta.dirname, '..') });
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-bench-'));
  const { server, origin } = await startServer(folder);
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch(chromiumLaunchOptions());
    return await work({ browser, origin, folder });
  } finally {
    await browser?.close();
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A page of a browser profile of its own: another person, as far as the console can tell. */
export async function openPerson({ browser }: BuiltConsole): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

export async function goToDrafts(page: Page, { origin }: BuiltConsole): Promise<void> {
  await page.goto(`${origin}${DRAFTS_PATH}`);
  await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
}

/** Opens a draft with what a file has. */
export async function openDraft(page: Page, at: BuiltConsole, name: string, text: string): Promise<void> {
  const file = join(at.folder, name);
  writeFileSync(file, text);
  await goToDrafts(page, at);
  await page.locator('input[type="file"]').first().setInputFiles(file);
  // A file that is loaded is opened.
  await treeOf(page).waitFor({ timeout: 120_000 });
  await settled(page);
}

export function treeOf(page: Page) {
  return page.getByRole('treegrid', { name: 'Fields' });
}

/** Expression for the page: the name of the first field that the tree shows. */
export const FIRST_FIELD_NAME = `document.querySelector('[role="treegrid"]')?.querySelector('[data-index="0"] [data-open]')?.textContent`;

/** Opens the form of the first field, has another name in it, and puts the focus on the button that saves it. */
export async function typeFirstName(page: Page, name: string): Promise<void> {
  await treeOf(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Field name' }).fill(name);
  await page.getByRole('button', { name: 'Update', exact: true }).focus();
}

/** Resolves when no task of the page has taken longer than 40 ms for 200 ms. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let last = performance.now();
    let since = last;
    const tick = () => {
      const now = performance.now();
      if (now - last > 40) since = now;
      last = now;
      if (now - since > 200) resolve();
      else setTimeout(tick, 5);
    };
    tick();
  })`);
}

async function startServer(folder: string): Promise<{ readonly server: ChildProcess; readonly origin: string }> {
  const main = join(import.meta.dirname, '../dist/server/main.js');
  const server = spawn(process.execPath, [main, '--port', '0', '--data-dir', join(folder, 'data')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) return { server, origin: new URL(address).origin };
  }
  throw new Error('The server ended before it was ready.');
}
