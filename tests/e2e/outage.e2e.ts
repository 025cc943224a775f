import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { LoggedAction } from '../../src/server/console/action-log.ts';
import { openDatabase } from '../../src/server/sqlite/database.ts';
import { sqliteActionIndex } from '../../src/server/sqlite/sqlite-action-index.ts';
import { sqliteEventStore } from '../../src/server/sqlite/sqlite-event-store.ts';
import { memoryActionLog } from '../../src/ui/testing/memory-actions.ts';
import { startBadCluster } from './bad-cluster.ts';
import { launchBrowser, openPage, useConsole } from './harness.ts';
import { passTimeUntil, STEP_MS } from './passing-time.ts';
import { freshFolder, screenAddress, startServer } from './servers.ts';

const NAMES = Array.from({ length: 40 }, (_, index) => `batch-${String(index).padStart(2, '0')}`);
/** How many one call to a cluster names. */
const PER_CALL = 16;

const dataDir = await mkdtemp(join(tmpdir(), 'mapledger-outage-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const cluster = await startBadCluster();
for (const name of NAMES) await cluster.ask('PUT', [name]);

/** What the server has recorded of the last two actions, the newest first. */
async function lastActions(): Promise<readonly LoggedAction[]> {
  const database = openDatabase(join(dataDir, 'server.db'));
  try {
    const store = sqliteEventStore(database, { now: () => '', newSalt: () => '' });
    return await memoryActionLog({ index: sqliteActionIndex(database), names: store.names }, store).recent(2);
  } finally {
    database.close();
  }
}

/** The code that a page asks for: which has arrived, and whether any is under way. */
function watchCode(page: Page) {
  const arrived = new Set<string>();
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) underWay.add(request);
  });
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('requestfinished', (request) => {
    underWay.delete(request);
    arrived.add(request.url());
  });
  return {
    isUnderWay: () => underWay.size > 0,
    has: (name: string) => [...arrived].some((url) => url.includes(`/assets/${name}-`)),
    forget: () => arrived.clear(),
  };
}

type Code = ReturnType<typeof watchCode>;

/** Goes to a screen, and lets the page's clock go on until the code of the storage and its notices is there, which starts by it. */
async function openWithStorage(page: Page, code: Code, address: string): Promise<void> {
  code.forget();
  await page.goto(address);
  await passTimeUntil(page, () => !code.isUnderWay() && code.has('storage-banner'));
}

/** Lets the page's clock go on for so long; not while code is loading, whose deadline is on that clock, too. */
async function passTime(page: Page, code: Code, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    await expect.poll(code.isUnderWay, { timeout: 30_000, interval: 10 }).toBe(false);
    await page.clock.runFor(STEP_MS);
  }
}

/** Longest time until a server that is gone is reported, in ms of the page. */
const SOON_MS = 5_000;

describe('our server, while somebody only looks', () => {
  it.each([
    ['whose records are followed', []],
    ['without records', ['--read-only']],
  ])('%s: is said to be gone within 5 s, and to be back', async (_, flags) => {
    const folder = await freshFolder();
    const gone = await startServer('--data-dir', folder, ...flags);
    const browser = await launchBrowser();
    const { page, close } = await openPage(browser, { isRefused: true });
    const code = watchCode(page);
    await page.clock.install();
    await openWithStorage(page, code, screenAddress(gone, '/indices/sandbox-products'));
    const status = page.getByRole('group', { name: 'Cluster' }).getByRole('button', { name: /cluster details$/ });
    const isSaid = (words: RegExp) => async () => words.test((await status.textContent()) ?? '');
    await passTimeUntil(page, isSaid(/Green|Yellow/));
    await passTime(page, code, 10_000);
    await gone.kill();
    expect(await passTimeUntil(page, isSaid(/^Server unreachable$/))).toBeLessThanOrEqual(SOON_MS);
    await passTime(page, code, 10_000);
    expect(await status.textContent()).toBe('Server unreachable');
    const back = await startServer('--data-dir', folder, ...flags, '--port', new URL(gone.origin).port);
    expect(await passTimeUntil(page, isSaid(/Green|Yellow/))).toBeLessThanOrEqual(2 * SOON_MS);
    await close();
    await browser.close();
    expect(await back.stop()).toBe(0);
  });
});

describe('a cluster that comes and goes', () => {
  const at = useConsole('--cluster', cluster.url, '--cluster-name', 'shaky', '--data-dir', dataDir);
  afterEach(() => {
    cluster.faultOf = () => undefined;
  });

  it('is said to be down on every screen of it, with the reason, and shown once it is up', async () => {
    await cluster.goDown();
    const { page, close } = await openPage(at.browser, { isRefused: true });
    const goTo = (place: string) => page.goto(screenAddress(at.server, place));
    const goBy = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    const ways = [
      () => goTo('/indices/batch-00'),
      () => goTo('/create_index'),
      () => goBy('Data streams'),
      () => goBy('Templates'),
      () => page.getByRole('navigation', { name: 'Templates' }).getByRole('link', { name: 'Component' }).click(),
      () => goBy('Indices'),
    ];
    for (const go of ways) {
      await go();
      await page.getByRole('heading', { name: 'shaky can’t be reached' }).waitFor();
      await page.getByText(`Cluster "shaky" can’t be reached at ${cluster.url}: nothing listens there.`).waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await page.getByRole('group', { name: 'Cluster' }).textContent()).toContain('Down');
    }

    // Drafts need no cluster.
    await goBy('Drafts');
    await page.getByRole('button', { name: 'New draft' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('meanwhile');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add field' }).first().waitFor();

    await goBy('Indices');
    await page.getByRole('heading', { name: 'shaky can’t be reached' }).waitFor();
    await cluster.comeBack();
    const found = page.getByRole('link', { name: 'batch-00' });
    // The console looks by itself every 30 seconds: on a slow machine it may be faster than the press, and the button is gone.
    await Promise.any([page.getByRole('button', { name: 'Try again' }).click(), found.waitFor()]);
    await found.waitFor();
    await close();
  });

  it('is noticed by itself when it is back, and when it is gone again, without losing what is on the screen', async () => {
    await cluster.goDown();
    const { page, close } = await openPage(at.browser, { isRefused: true });
    const code = watchCode(page);
    await page.clock.install();
    await openWithStorage(page, code, screenAddress(at.server, '/indices'));
    await page.getByRole('heading', { name: 'shaky can’t be reached' }).waitFor();
    await cluster.comeBack();
    await passTime(page, code, 30_000);
    await page.getByRole('link', { name: 'batch-00' }).waitFor();

    await openWithStorage(page, code, screenAddress(at.server, '/create_index'));
    await page.getByRole('textbox', { name: 'Name' }).fill('half-written');
    await cluster.goDown();
    await passTime(page, code, 30_000);
    const alarm = page.getByRole('alert').filter({ hasText: 'shaky can’t be reached' });
    await alarm.waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('half-written');
    await cluster.comeBack();
    await passTime(page, code, 30_000);
    await alarm.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('half-written');
    await close();
  });

  it('that is cut off in the middle of an action: which indices it happened to, which nobody knows of, which it was not asked for', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await page.goto(screenAddress(at.server, '/indices'));
    await page.getByRole('link', { name: 'batch-39' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).locator('xpath=ancestor::label').click();
    let closings = 0;
    cluster.faultOf = ({ line }) => (line.endsWith('/_close') && (closings += 1) === 2 ? { kind: 'cut' } : undefined);
    await page.getByRole('button', { name: 'Manage 40 indices' }).click();
    await page.getByRole('menuitem', { name: /^Close/ }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Close/ })
      .click();
    const report = page.getByRole('region', { name: 'Failed indices' });
    await report.waitFor();
    const told = await report
      .locator('dl > div')
      .evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
      );
    expect(told.map(([name]) => name)).toEqual(NAMES.slice(PER_CALL));
    for (const [, reason] of told.slice(0, PER_CALL)) expect(reason).toContain('It may have been applied');
    for (const [, reason] of told.slice(PER_CALL)) expect(reason).toContain('Not sent: an earlier request failed.');
    const alert = page.getByRole('alert').filter({ has: report });
    await alert.getByText('8 of 40 indices were not closed, 16 may not have been').waitFor();
    await alert.getByText('16 indices were closed.').waitFor();
    // What may have been done is looked at, not done again; and it asks as it did the first time.
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close 8 indices' }).click();
    await page.getByText('8 indices were closed').waitFor();
    await close();
    expect(closings).toBe(3);

    const [again, first] = await lastActions();
    expect(again?.outcome?.kind).toBe('done');
    expect(first).toMatchObject({
      ...{ route: 'indices.close', cluster: 'shaky', names: NAMES },
      author: { name: 'Unnamed author', verified: false },
    });
    expect(first?.outcome?.kind).toBe('unknown');
    const outcomeAt = (index: number) => (index < PER_CALL ? 'done' : index < 2 * PER_CALL ? 'unknown' : 'not_sent');
    expect(first?.outcome?.results?.map(({ name, outcome }) => ({ name, outcome }))).toEqual(
      NAMES.map((name, index) => ({ name, outcome: outcomeAt(index) })),
    );
  });
});
