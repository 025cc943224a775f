import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';

/** Of any kind, that are sent before the first row: the page, code, styles, calls of the API. */
const MOST_REQUESTS = 20;
/** Of script, as the network carries it, before the first row. */
const MOST_SCRIPT_BYTES = 230_000;

interface Sent {
  readonly url: string;
  readonly type: string;
  /** As the network carried them; 0 until all has arrived. */
  bytes: number;
}

/** Records the requests of a page in the order in which they are sent. */
async function recordRequests(page: Page): Promise<readonly Sent[]> {
  const session = await page.context().newCDPSession(page);
  const sent: Sent[] = [];
  const byId = new Map<string, Sent>();
  session.on('Network.requestWillBeSent', ({ requestId, type, request: { url } }) => {
    const each = { url, type: type ?? '', bytes: 0 };
    sent.push(each);
    byId.set(requestId, each);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const each = byId.get(requestId);
    if (each !== undefined) each.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return sent;
}

/** Marks in the page when the first row is there and when the storage is first asked for, by the same clock. */
async function markMoments(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...args) {
      if (performance.getEntriesByName('storage').length === 0) performance.mark('storage');
      return open.apply(this, args);
    };
    new MutationObserver((_records, observer) => {
      if (document.querySelector('[role="row"] [role="rowheader"], tbody tr') === null) return;
      performance.mark('row');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
}

const momentOf = (page: Page, name: string) =>
  page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? null, name);

describe('the first load of the index list', () => {
  const at = useConsole();

  it('brings few files, and no more script than the list needs', async () => {
    const { page, close } = await openPage(at.browser);
    const sent = await recordRequests(page);
    await markMoments(page);
    await page.goto(screenAddress(at.server, '/indices'), { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('row').length > 0);
    const before = [...sent];
    const script = before.filter(({ type }) => type === 'Script').reduce((sum, { bytes }) => sum + bytes, 0);
    expect(before.map(({ url }) => url).slice(MOST_REQUESTS)).toEqual([]);
    // The list is asked for before the code that shows it.
    const list = before.findIndex(({ url }) => url.endsWith('/index_management/indices') && url.includes('/api/'));
    expect(before.slice(0, list).filter(({ type }) => type === 'Script').length).toBeLessThanOrEqual(2);
    expect(script).toBeGreaterThan(100_000);
    expect(script).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
    await close();
  });

  it('opens the storage after the rows', async () => {
    const { page, close } = await openPage(at.browser);
    await markMoments(page);
    await page.goto(screenAddress(at.server, '/indices'));
    await page.waitForFunction(() => performance.getEntriesByName('storage').length > 0);
    const [row, storage] = [await momentOf(page, 'row'), await momentOf(page, 'storage')];
    expect(row).not.toBeNull();
    expect(storage).toBeGreaterThan(row ?? Infinity);
    await close();
  });
});

describe('the first load of the editor', () => {
  const at = useConsole();
  it('brings the tree first, and then, unasked, what is opened from it', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    const sent = await recordRequests(page);
    const unasked = Promise.all(
      [/\/assets\/forms-/, /\/assets\/opened-from-tree-/].map((file) => page.waitForResponse(file)),
    );
    await page.goto(screenAddress(at.server, '/indices/sandbox-products/mapping'), { waitUntil: 'commit' });
    const field = page.getByRole('treegrid', { name: 'Fields' }).getByRole('gridcell').first();
    await field.waitFor();
    await unasked;
    const placeOf = (name: string) => sent.findIndex(({ url }) => url.includes(`/assets/${name}-`));
    expect(placeOf('forms')).toBeGreaterThan(placeOf('editor'));
    expect(placeOf('editor')).toBeGreaterThan(0);
    // With them come the files that they import.
    const isArriving = ({ url, bytes }: Sent) => url.includes('/assets/') && bytes === 0;
    await expect.poll(() => sent.filter(isArriving).map(({ url }) => url)).toEqual([]);
    // No form waits for the network, which holds back all that is asked for until the form is there.
    let show = () => {};
    const shown = new Promise<void>((resolve) => (show = resolve));
    await page.route('**/assets/**', async (route) => {
      await shown;
      await route.continue();
    });
    await field.click();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: /^Edit / })
      .getByRole('textbox', { name: 'Field name' })
      .waitFor();
    show();
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });
});
