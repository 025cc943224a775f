import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from './harness.ts';
import { startServer, type RunningServer } from './servers.ts';
import { openNewDraft, rename, row, saved } from './steps.ts';

const BASE = '/ops/mapledger';
const LISTS = `${BASE}/management/data/index_management`;

/** A proxy that has one server below a path and nothing else; the server gets that path, or does not. */
async function startProxy(isStripped: boolean) {
  let target = 0;
  const proxy = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (url !== BASE && !url.startsWith(`${BASE}/`)) {
      outgoing.writeHead(404).end('Another service');
      return;
    }
    const path = isStripped ? url.slice(BASE.length) || '/' : url;
    const onward = send({ port: target, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.on('close', () => onward.destroy());
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    leadTo(server: RunningServer) {
      target = Number(new URL(server.origin).port);
    },
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

describe.each([
  { does: 'strips the path', isStripped: true },
  { does: 'leaves the path', isStripped: false },
])('below a path, behind a proxy that $does', ({ isStripped }) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    proxy = await startProxy(isStripped);
    const { host } = new URL(proxy.origin);
    [server, browser] = await Promise.all([startServer('--base-path', BASE, '--allowed-host', host), launchBrowser()]);
    proxy.leadTo(server);
  });
  afterAll(async () => {
    await browser.close();
    proxy.close();
    expect(await server.stop()).toBe(0);
  });

  it('everything stays below it: links, reloads, edits, files, data of the browser', async () => {
    const { page, problems, close } = await openPage(browser);
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));

    await page.goto(`${proxy.origin}${BASE}`);
    expect(new URL(page.url()).pathname).toBe(`${LISTS}/indices`);
    await page.getByRole('link', { name: 'sandbox-products' }).first().click();
    await page.getByRole('heading', { name: 'sandbox-products', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${LISTS}/indices/sandbox-products`);
    await page.reload();
    await page.getByRole('heading', { name: 'sandbox-products', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'sandbox-products' }).first().waitFor();

    await openNewDraft(page, `${proxy.origin}${LISTS}/drafts`, 'Ours', { properties: { a: { type: 'keyword' } } });
    await rename(page, 'a', 'b');
    await saved(page);
    await page.reload();
    await row(page, 'b').waitFor();
    expect(new URL(page.url()).pathname.startsWith(`${LISTS}/drafts/`)).toBe(true);

    await page.goto(`${proxy.origin}${LISTS}/api`);
    const described = await page.getByRole('link', { name: 'OpenAPI (JSON)' }).getAttribute('href');
    const answer = await page.request.get(`${proxy.origin}${described}`);
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: BASE }] });

    await page.goto(`${proxy.origin}${LISTS}/settings`);
    await page.getByRole('radio', { name: 'Dark' }).click();
    const block = page.getByRole('button', { name: 'Add write block' });
    const reason = page.getByRole('textbox', { name: 'Reason or ticket (optional)' });
    await page.goto(`${proxy.origin}${LISTS}/indices/sandbox-products`);
    await block.click();
    await reason.fill('OPS-7');

    // Of another server on this origin, nothing is read and nothing replaced.
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([
      `mapledger${BASE}`,
    ]);
    const keys = await page.evaluate(() => [localStorage, sessionStorage].flatMap((place) => Object.keys(place)));
    expect(keys.filter((key) => !key.startsWith(`mapledger${BASE}:`))).toEqual([]);
    expect(keys.map((key) => key.slice(key.indexOf(':') + 1))).toEqual(
      expect.arrayContaining(['mapledger.stored', 'mapledger.theme', 'mapledger.reason']),
    );
    await page.evaluate(() => {
      localStorage.setItem('mapledger.theme', 'light');
      sessionStorage.setItem('mapledger.reason', 'OPS-8');
    });
    await page.reload();
    await block.click();
    await page.getByText('Last reason: OPS-7').waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(paths.filter((path) => path !== BASE && !path.startsWith(`${BASE}/`))).toEqual([]);
    expect(paths.some((path) => path.startsWith(`${BASE}/assets/`))).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('who goes past the proxy is led below the path', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`${server.origin}/management/data/index_management/aliases?q=a#content`);
    await page.getByRole('heading', { name: 'Aliases', level: 1 }).waitFor();
    const { pathname, search, hash } = new URL(page.url());
    expect([pathname, search, hash]).toEqual([`${LISTS}/aliases`, '?q=a', '#content']);
    await close();
  });
});
