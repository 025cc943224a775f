import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress, startServer } from './servers.ts';
import { drop, remove, row } from './steps.ts';

/** Code of the drafts screen in a build. */
const DRAFTS_CODE = /\/assets\/drafts-screen-[^/]*\.js$/;

describe('a console whose code or server is gone', () => {
  const at = useConsole();

  it('tries code that failed again, and shows the screen without a word', async () => {
    const { page } = await openPage(at.browser);
    let requests = 0;
    await page.route(DRAFTS_CODE, (route) => {
      requests += 1;
      return requests === 1 ? route.abort() : route.continue();
    });
    await page.goto(screenAddress(at.server, '/indices'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('button', { name: 'New draft' }).waitFor();
    expect(requests).toBeGreaterThan(1);
    await page.context().close();
  });

  it('says that a screen could not be loaded inside of the shell, and loads it on a retry', async () => {
    const { page } = await openPage(at.browser);
    let isGone = true;
    await page.route(DRAFTS_CODE, (route) => (isGone ? route.abort() : route.continue()));
    await page.goto(screenAddress(at.server, '/indices'));
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
    // Once, on a busy machine, a press in the moment in which the failed screen came led nowhere; a person presses again.
    const settings = page.getByRole('heading', { name: 'Settings', level: 1 });
    const openSettings = async () => {
      await navigation.getByRole('link', { name: 'Settings' }).click();
      return settings.isVisible();
    };
    await expect.poll(openSettings, { interval: 2_000, timeout: 60_000 }).toBe(true);
    await navigation.getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
    isGone = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('button', { name: 'New draft' }).waitFor();
    await page.context().close();
  });

  it('has all code before the server goes, so that drafts can be edited', async () => {
    const server = await startServer();
    const { page } = await openPage(at.browser);
    const fetched = new Set<string>();
    page.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname));
    const files: unknown = await (await page.request.get(`${server.origin}/code.json`)).json();
    if (!Array.isArray(files)) throw new Error('The build lists no code');
    await page.goto(screenAddress(server, '/indices'));
    await expect.poll(() => files.filter((file) => !fetched.has(`/${String(file)}`))).toEqual([]);
    expect(await server.stop()).toBe(0);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('button', { name: 'New draft' }).waitFor();
    await drop(page, 'offline.json', '{"properties":{"ip":{"type":"ip"},"host":{"type":"keyword"}}}');
    await row(page, 'host').waitFor();
    await remove(page, 'ip');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('radio', { name: 'JSON' }).click({ force: true });
    await page.getByRole('textbox', { name: 'Mappings object' }).getByText('host').waitFor();
    await page.context().close();
  });

  it('offers a newer version, and reloads only when it is asked to', async () => {
    const { page, close } = await openPage(at.browser);
    await page.goto(screenAddress(at.server, '/indices'));
    const filter = page.getByRole('searchbox', { name: 'Filter indices' });
    await filter.fill('typed');
    const build: unknown = await (await page.request.get(`${at.server.origin}/build.json`)).json();
    expect(build).toEqual({ build: await page.locator('meta[name="mapledger-build"]').getAttribute('content') });
    await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'newer' } }));
    const offer = page.getByText('A new version is available');
    // The watch begins a while after the first screen.
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.dispatchEvent(new Event('focus')));
          return offer.isVisible();
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBe(true);
    expect(await filter.inputValue()).toBe('typed');
    await page.unroute('**/build.json');
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await page.getByText('A new version is available').waitFor({ state: 'detached' });
    await close();
  });

  it('paints its frame before any script is there, and says when the console can’t be loaded', async () => {
    const { page, problems } = await openPage(at.browser);
    let isGone = true;
    await page.route(/\/assets\/show-console-[^/]*\.js$/, (route) => (isGone ? route.abort() : route.continue()));
    await page.goto(screenAddress(at.server, '/indices'));
    const frame = page.locator('[data-first-frame]');
    expect(await frame.evaluate((element) => getComputedStyle(element).display)).toBe('grid');
    await page.getByRole('alert').getByText('Mapledger could not be loaded.').waitFor();
    isGone = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(problems.filter((problem) => problem.startsWith('CSP'))).toEqual([]);
    await page.context().close();
  });
});
