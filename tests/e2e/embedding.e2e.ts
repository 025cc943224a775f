import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { useConsole } from './harness.ts';

const BASE = '/management/data/index_management/';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-of-the-host'; img-src 'self' data:; connect-src 'self'; base-uri 'none'";

const PAGE = `<!doctype html><html lang="en"><head><title>Our admin area</title><meta property="csp-nonce" nonce="of-the-host"><link rel="icon" href="/favicon.svg"></head>
  <body><h1>Ours</h1><ul><li>Our list</li></ul><div id="console"></div><script type="module" src="/admin.js"></script></body></html>`;

const SCRIPT = `
  import { extensionsService, mount, registration } from '/mapledger.js';
  history.replaceState(null, '', '/app' + registration.baseRoute + 'drafts');
  const element = document.getElementById('console');
  const http = { send: async ({ method, path, query, body }) => {
    const response = await fetch(path + (query ? '?' + new URLSearchParams(query) : ''), { method, headers: { 'x-mapledger': '1' }, body });
    return { status: response.status, body: await response.text() };
  } };
  window.told = [];
  window.registration = JSON.parse(JSON.stringify(registration));
  window.start = () => mount(element, {
    http,
    notifications: { notify: (notification) => window.told.push(notification) },
    usage: { count: () => undefined },
    extensions: extensionsService(),
  }, { basePath: '/app', maxDepth: 4 });
  window.unmount = window.start();
`;

const running = useConsole();

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closings.splice(0).map((close) => close()));
});

/** A page of somebody else's on the origin of the server, with a policy of its own. */
async function openHost(): Promise<{ readonly page: Page; readonly problems: string[]; readonly files: string[] }> {
  const context = await running.browser.newContext();
  closings.push(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  const files: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (/Content.Security.Policy|Content Security/i.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.route('**/host.html', (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': POLICY }, body: PAGE }),
  );
  await page.route('**/admin.js', (route) => route.fulfill({ contentType: 'text/javascript', body: SCRIPT }));
  await page.goto(`${running.server.origin}/host.html`);
  await page.getByRole('button', { name: 'New draft' }).waitFor();
  return { page, problems, files };
}

describe('the module for hosts', () => {
  it('mounts the console in a page of somebody else, under its policy, and tells the host what there is to tell', async () => {
    const { page, problems } = await openHost();
    expect(await page.evaluate('window.registration')).toEqual({
      id: 'index_management',
      title: 'Index Management',
      section: 'data',
      order: 0,
      minimumLicence: 'basic',
      baseRoute: BASE,
    });
    // The rules of the console are not those of the page.
    expect(await page.evaluate("getComputedStyle(document.querySelector('body > ul > li')).listStyleType")).toBe(
      'disc',
    );
    await page.getByRole('link', { name: 'Settings' }).click();
    await page
      .getByRole('textbox', { name: 'Elasticsearch documentation' })
      .fill('https://docs.example.org/{version}/');
    await page.getByRole('button', { name: 'Save URLs' }).click();
    await page.waitForFunction('window.told.length > 0');
    expect(await page.evaluate('window.told')).toEqual([{ kind: 'success', title: 'Documentation URLs saved' }]);
    expect(new URL(page.url()).pathname).toBe(`/app${BASE}settings`);
    expect(problems).toEqual([]);
  });

  it('edits a mapping there, whose editor makes its own styles', async () => {
    const { page, problems } = await openHost();
    await page.getByRole('button', { name: 'New draft' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('orders');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Dynamic templates' }).click();
    await page.locator('.cm-content').waitFor();
    expect(problems).toEqual([]);
  });

  it('leaves the page as it was, and can be mounted again', async () => {
    const { page, problems } = await openHost();
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitem', { name: 'Dark theme' }).click();
    await page.evaluate('window.unmount()');
    await page.waitForFunction("document.getElementById('console').childElementCount === 0");
    expect(await page.title()).toBe('Our admin area');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBeUndefined();
    expect(await page.evaluate('[...document.body.children].map(({ localName }) => localName)')).toEqual([
      'h1',
      'ul',
      'div',
      'script',
    ]);
    // The connection is closed: nothing holds the database.
    const deleted =
      "new Promise((resolve) => { const asked = indexedDB.deleteDatabase('mapledger'); asked.onsuccess = () => resolve('deleted'); asked.onblocked = () => resolve('blocked'); })";
    expect(await page.evaluate(deleted)).toBe('deleted');
    await page.evaluate('window.unmount = window.start()');
    await page.getByRole('button', { name: 'New draft' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('loads no screen before it is mounted', async () => {
    const { page, files } = await openHost();
    const entry = await (await page.request.get(`${running.server.origin}/mapledger.js`)).text();
    expect(entry.length).toBeLessThan(1_000);
    const screens = files.find((path) => /show-console.*\.js$/.test(path));
    expect(screens).toBeDefined();
    expect(entry).not.toContain('show-console');
    expect((await page.request.get(`${running.server.origin}/mapledger.js`)).headers()['cache-control']).toBe(
      'public, max-age=0',
    );
  });
});
