import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openLog, parseLogFile } from '#domain/log';
import { openPage, useConsole } from './harness.ts';
import { passTimeUntil } from './passing-time.ts';
import { screenAddress } from './servers.ts';
import { drop, exported, openBarePage, openNewDraft, rename, row, saved, savedFile } from './steps.ts';

const MAPPINGS = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };

describe('the states of the storage', () => {
  const at = useConsole();
  // What is damaged here is nowhere else.
  const alone = useConsole('--no-shared-trail');

  async function openOrders(server = at.server) {
    const watched = await openPage(at.browser);
    await openNewDraft(watched.page, screenAddress(server, '/drafts'), 'orders', MAPPINGS);
    await saved(watched.page);
    return watched;
  }

  /** By the tab of the settings. */
  async function goToStorage(page: Page): Promise<void> {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Storage' }).click();
  }

  /** Gives the origin this much room, or as much as there is. */
  async function setQuota(page: Page, quotaSize?: number): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', {
      origin: at.server.origin,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  }

  async function deleteDatabase(bare: Page): Promise<void> {
    await bare.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase('mapledger');
          request.onsuccess = () => resolve();
          request.onerror = () => reject(request.error ?? new Error('not deleted'));
        }),
    );
  }

  const alarm = (page: Page, title: string | RegExp) => page.getByRole('alert').filter({ hasText: title });
  const logOf = async (page: Page, step: () => Promise<unknown>) =>
    openLog(parseLogFile((await savedFile(page, step)).text).records).events.map(({ summary }) => summary);

  it('no room: work goes on in memory, is said and exported, asks before it closes, and is saved when there is room', async () => {
    const { page, close } = await openPage(at.browser);
    // Chromium remembers for a while how much room an origin has: it is told before anything is stored.
    await setQuota(page, 1_000_000);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    await saved(page);
    await drop(page, 'large.json', JSON.stringify({ ...MAPPINGS, _meta: { note: 'x'.repeat(2_000_000) } }));
    await alarm(page, 'No disk space left: 1 unsaved change').waitFor();
    await rename(page, 'ip', 'address');
    const full = alarm(page, 'No disk space left: 2 unsaved changes');
    await full.waitFor();
    const summaries = await logOf(page, () => full.getByRole('button', { name: 'Export log' }).click());
    expect(summaries).toHaveLength(3);
    expect(summaries.at(-1)).toBe('Rename ip to address');
    expect(
      JSON.parse((await savedFile(page, () => full.getByRole('button', { name: 'Export mapping' }).click())).text),
    ).toMatchObject({
      properties: { host: { type: 'keyword' }, address: { type: 'ip' } },
    });

    // Elsewhere in the console it stays said, and coming back finds what is only here.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
    await full.waitFor();
    await page.getByRole('link', { name: 'orders', exact: true }).click();
    await row(page, 'address').waitFor();
    await full.getByRole('button', { name: 'Retry saving' }).click();
    await full.waitFor();

    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();

    await setQuota(page);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await saved(page);
    await full.waitFor({ state: 'detached' });
    await page.reload();
    await row(page, 'address').waitFor();
    expect(await logOf(page, () => exportLog(page))).toEqual(summaries);
    await close();
  });

  async function exportLog(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Export log (NDJSON)' }).click();
  }

  it('not promised: is not said where the server has every change', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    await page.getByText('Recorded', { exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('link', { name: 'orders', exact: true }).waitFor();
    await page.getByText('Recorded', { exact: true }).waitFor();
    expect(await page.getByRole('complementary', { name: 'Storage' }).count()).toBe(0);
    await close();
  });

  it('not promised: is said after the first draft where no server keeps it, and the browser can be asked', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(alone.server, '/drafts'), 'orders', MAPPINGS);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drafts' }).click();
    const hint = page.getByRole('complementary', { name: 'Storage' });
    await hint.getByText('Your browser may delete drafts when disk space is low').waitFor();
    await hint.getByRole('link', { name: 'Protect storage' }).click();
    await page.getByRole('button', { name: 'Request persistent storage' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^(Storage is now persistent|Persistent storage denied)/ })
      .waitFor();
    await page.goBack();
    await hint.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'orders', exact: true }).waitFor();
    expect(await hint.count()).toBe(0);
    await close();
  });

  it('nearly full: is said on every screen, with the way to the storage', async () => {
    const { page, close } = await openPage(at.browser);
    // Chromium tells every page the same large quota, whatever it really grants: only the answer can be replaced.
    await page.addInitScript(() => {
      Object.defineProperty(StorageManager.prototype, 'estimate', {
        value: () => Promise.resolve({ usage: 9_200_000, quota: 10_000_000 }),
      });
    });
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    const near = alarm(page, 'Storage is almost full');
    await near.getByText('8.8 MB of 9.5 MB used (92%).').waitFor();
    await near.getByRole('link', { name: 'Manage storage' }).click();
    await page.getByRole('meter', { name: 'Disk usage' }).waitFor();
    await close();
  });

  it('deleted in the middle of the work: says so, keeps everything in memory, and exports it', async () => {
    const { page, close } = await openOrders();
    await deleteDatabase(await openBarePage(page, at.server.origin));
    await alarm(page, 'The storage was deleted: changes can’t be saved').waitFor();
    await rename(page, 'host', 'server');
    const deleted = alarm(page, 'The storage was deleted: 1 unsaved change');
    await deleted.getByText('export their logs, reload the page').waitFor();
    expect((await logOf(page, () => deleted.getByRole('button', { name: 'Export log' }).click())).slice(1)).toEqual([
      'Rename host to server',
    ]);
    const leaving = page.waitForEvent('dialog');
    const pressed = deleted.getByRole('button', { name: 'Reload page' }).click();
    await (await leaving).accept();
    await pressed;
    await page.getByText('There is no such draft on this device').waitFor();
    await close();
  });

  it.each([
    ['has recorded it: sends to the recovery code', true],
    ['records nothing: sends to a backup', false],
  ] as const)('is deleted while the server %s', async (_, isShared) => {
    const server = isShared ? at.server : alone.server;
    const { page, close } = await openOrders(server);
    if (isShared) await page.getByText('Recorded', { exact: true }).waitFor();
    const bare = await openBarePage(page, server.origin);
    await page.close();
    await deleteDatabase(bare);
    await bare.goto(screenAddress(server, '/drafts'));
    const gone = alarm(bare, 'The draft on this device is gone');
    const next = isShared
      ? 'The server may have recorded it: restore it with your recovery code in Settings, or import a backup.'
      : 'Import a backup to restore it. If a server records your changes';
    await gone.getByText(next).waitFor();
    const said = await bare.locator('body').innerText();
    expect(said).not.toContain('can’t be recovered');
    await close();
  });

  it('comes back empty: says how many drafts there were and what to do, until that is dismissed', async () => {
    const { page, close } = await openOrders();
    const address = page.url();
    const bare = await openBarePage(page, at.server.origin);
    await page.close();
    await deleteDatabase(bare);
    const again = await bare.context().newPage();
    await again.goto(address);
    const gone = alarm(again, 'The draft on this device is gone');
    await gone.getByText(/It was last seen on .* the browser has deleted or lost this site’s storage/).waitFor();
    // Nobody has seen it yet, as far as is known.
    await again.reload();
    await gone.getByRole('link', { name: 'Import backup' }).click();
    await again.getByRole('button', { name: 'Import backup' }).waitFor();
    await gone.getByRole('button', { name: 'Dismiss' }).click();
    await gone.waitFor({ state: 'detached' });
    await again.reload();
    await again.getByRole('button', { name: 'Import backup' }).waitFor();
    expect(await gone.count()).toBe(0);
    await close();
  });

  it('cleared with all data of the site, as a person does: nothing is said', async () => {
    const { page, close } = await openOrders();
    const bare = await openBarePage(page, at.server.origin);
    await page.close();
    await bare.evaluate(() => localStorage.clear());
    await deleteDatabase(bare);
    await bare.goto(screenAddress(at.server, '/drafts'));
    await bare.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
    expect(await alarm(bare, 'gone').count()).toBe(0);
    await close();
  });

  /** Does something to the newest record of the draft, behind the back of the page. */
  async function damageRecord(bare: Page, age: number, change: 'tear' | 'remove'): Promise<void> {
    await bare.evaluate(
      ([fromEnd, what]) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('mapledger');
          request.onerror = () => reject(request.error ?? new Error('not opened'));
          request.onsuccess = () => {
            const database = request.result;
            const transaction = database.transaction('records', 'readwrite');
            const store = transaction.objectStore('records');
            store.getAllKeys(IDBKeyRange.bound(['draft/'], ['draft0'])).onsuccess = ({ target }) => {
              const keys = (target as IDBRequest<IDBValidKey[]>).result;
              const key = keys[keys.length - 1 - fromEnd] ?? '';
              if (what === 'remove') store.delete(key);
              else
                store.get(key).onsuccess = (event) => {
                  const { text, hash } = (event.target as IDBRequest<{ text: string; hash: string }>).result;
                  store.put({ text: text.slice(0, text.length / 2), hash }, key);
                };
            };
            transaction.oncomplete = () => {
              database.close();
              resolve();
            };
            transaction.onerror = () => reject(transaction.error ?? new Error('not changed'));
          };
        }),
      [age, change] as const,
    );
  }

  async function reopenDamaged(age: number, change: 'tear' | 'remove', server = alone.server) {
    const watched = await openOrders(server);
    await rename(watched.page, 'host', 'server');
    await rename(watched.page, 'ip', 'address');
    await saved(watched.page);
    if (server === at.server) await watched.page.getByText('Recorded', { exact: true }).waitFor();
    const address = watched.page.url();
    const bare = await openBarePage(watched.page, server.origin);
    await watched.page.close();
    await damageRecord(bare, age, change);
    const page = await bare.context().newPage();
    await page.goto(address);
    return { page, close: watched.close };
  }

  it.each([
    ['half of it is there', 'tear', 'its text is incomplete', 'unreadable'],
    ['it is not there', 'remove', 'it is missing', 'missing'],
  ] as const)(
    'a last record that was not written as a whole (%s): is cut off, said, exported and dismissed',
    async (_what, change, reason, line) => {
      const { page, close } = await reopenDamaged(0, change);
      await row(page, 'server').waitFor();
      await row(page, 'ip').waitFor();
      const notice = alarm(page, 'The last change was damaged and has been removed');
      await notice.getByText(`Record 3 is damaged: ${reason}.`).waitFor();
      await notice.getByText(`Record 3: ${line}`).waitFor();
      const file = await savedFile(page, () => notice.getByRole('button', { name: 'Export removed records' }).click());
      expect(file.name).toBe('orders.cut.json');
      const { records } = JSON.parse(file.text) as {
        readonly records: readonly { readonly version: number; readonly text: string | null }[];
      };
      expect(records).toHaveLength(1);
      expect(records[0]?.version).toBe(3);
      if (change === 'tear') expect(records[0]?.text).toMatch(/^\{"format":1,/);
      else expect(records[0]?.text).toBeNull();

      await rename(page, 'ip', 'source');
      await saved(page);
      await page.reload();
      await row(page, 'source').waitFor();
      await notice.getByRole('button', { name: 'Dismiss' }).click();
      await notice.waitFor({ state: 'detached' });
      await page.reload();
      await row(page, 'source').waitFor();
      expect(await notice.count()).toBe(0);
      expect(await logOf(page, () => exportLog(page))).toEqual([
        expect.any(String),
        'Rename host to server',
        'Rename ip to source',
      ]);
      await close();
    },
  );

  it('a last record that was not written as a whole: comes back from a server that has recorded it', async () => {
    const { page, close } = await reopenDamaged(0, 'tear', at.server);
    await row(page, 'address').waitFor();
    await page.getByText('Recorded', { exact: true }).waitFor();
    await alarm(page, 'The last change was damaged and has been removed').waitFor({ state: 'detached' });
    expect((await logOf(page, () => exportLog(page))).at(-1)).toBe('Rename ip to address');
    await close();
  });

  it('a record that is damaged in the middle: comes back from a server that has recorded it, and is said and exported', async () => {
    const { page, close } = await reopenDamaged(1, 'tear', at.server);
    await row(page, 'server').waitFor();
    await row(page, 'address').waitFor();
    const notice = alarm(page, 'A damaged change was restored from the server');
    await notice.getByText(/^Record 2 was damaged: .* No change is lost/).waitFor();
    const file = await savedFile(page, () => notice.getByRole('button', { name: 'Export removed records' }).click());
    expect(JSON.parse(file.text)).toMatchObject({
      records: [{ version: 2, text: expect.stringMatching(/^\{"format":2,/) }],
    });
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    await row(page, 'address').waitFor();
    expect(await notice.count()).toBe(0);
    await page.getByText('Recorded', { exact: true }).waitFor();
    expect((await logOf(page, () => exportLog(page))).slice(1)).toEqual([
      'Rename host to server',
      'Rename ip to address',
    ]);
    await close();
  });

  it('a record that is damaged in the middle: the draft is refused with its place', async () => {
    const { page, close } = await reopenDamaged(1, 'tear');
    await page.getByRole('heading', { name: 'The log of orders is damaged' }).waitFor();
    await page.getByText('Record 2: its hash does not match its text and the previous record.').waitFor();
    await close();
  });

  it('changed by a newer version: says so, and when loaded again what to do', async () => {
    const { page, close } = await openOrders();
    const bare = await openBarePage(page, at.server.origin);
    await bare.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('mapledger', 99);
          request.onsuccess = () => {
            request.result.close();
            resolve();
          };
          request.onerror = () => reject(request.error ?? new Error('not opened'));
        }),
    );
    const outdated = alarm(
      page,
      'A newer version of Mapledger in another tab has updated the storage: changes can’t be saved',
    );
    await outdated.getByRole('button', { name: 'Reload page' }).click();
    const failed = alarm(page, 'Can’t open browser storage');
    await failed.getByText(/was written by a newer version of Mapledger/).waitFor();
    await failed.getByText(/Close other Mapledger tabs/).waitFor();
    await close();
  });

  it('held by an older tab: says which, and goes on by itself when that is closed', async () => {
    const { page, close } = await openOrders();
    const address = page.url();
    const bare = await openBarePage(page, at.server.origin);
    await page.close();
    // A page that does not let go when it is asked to.
    await bare.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const request = indexedDB.open('mapledger');
          request.onsuccess = () => {
            Reflect.set(globalThis, 'held', request.result);
            resolve();
          };
        }),
    );
    const newer = await bare.context().newPage();
    await newer.addInitScript(() => {
      const open = (name: string, version?: number) =>
        Reflect.apply(original, indexedDB, version === undefined ? [name] : [name, version + 1]);
      const original = indexedDB.open.bind(indexedDB);
      Object.defineProperty(IDBFactory.prototype, 'open', { value: open });
    });
    await newer.goto(address);
    await alarm(newer, 'An older tab is blocking a storage update').waitFor();
    await newer.getByText('Close all other Mapledger tabs, in every window of this browser.').waitFor();
    await bare.close();
    await row(newer, 'host').waitFor();
    await close();
  });

  it('does not answer: says after five seconds that it takes long, and what to do', async () => {
    const { page, close } = await openPage(at.browser);
    await page.addInitScript(() => {
      const original = indexedDB.open.bind(indexedDB);
      const hang = (name: string) =>
        Object.defineProperty(original(`${name} that nobody hears of`), 'addEventListener', { value: () => undefined });
      Object.defineProperty(IDBFactory.prototype, 'open', { value: hang });
    });
    // Time passes as the test says, however slow the machine is.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto(screenAddress(at.server, '/drafts'));
    const notice = alarm(page, 'Opening storage is taking longer than usual');
    expect(await passTimeUntil(page, () => notice.isVisible())).toBeGreaterThanOrEqual(5_000);
    await notice.waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Close other Mapledger tabs' }).waitFor();
    expect(await page.getByRole('button', { name: 'Reload' }).isEnabled()).toBe(true);
    await close();
  });

  it.each([
    ['SecurityError', /blocks storage for this site/, /not a private one/],
    ['UnknownError', /could not open its storage: no luck/, /restart the browser/],
    ['QuotaExceededError', /Not enough disk space to open the storage/, /Free up disk space/],
  ])('fails to open with %s: names the reason and the next step', async (name, reason, step) => {
    const { page, close } = await openPage(at.browser);
    await page.addInitScript((errorName) => {
      const fail = () => {
        throw new DOMException('no luck', errorName);
      };
      Object.defineProperty(IDBFactory.prototype, 'open', { value: fail });
    }, name);
    await page.goto(screenAddress(at.server, '/drafts'));
    const failed = alarm(page, 'Can’t open browser storage');
    await failed.getByText(reason).waitFor();
    await failed.getByText(step).waitFor();
    expect(await failed.getByRole('button', { name: 'Try again' }).isEnabled()).toBe(true);
    await close();
  });

  it('a backup brings everything to another device, and twice nothing', async () => {
    const { page, close } = await openOrders();
    await rename(page, 'host', 'server');
    await page.getByText('Recorded', { exact: true }).waitFor();
    const log = (await exported(page, 'Export log (NDJSON)')).text;
    await goToStorage(page);
    const backup = await savedFile(page, () => page.getByRole('button', { name: 'Export backup' }).click());
    expect(backup.name).toMatch(/^mapledger-backup-\d{4}-\d{2}-\d{2}\.ndjson$/);
    expect(backup.text).toContain(log);
    await page.getByRole('status').filter({ hasText: 'Exported 1 draft' }).waitFor();
    await close();

    const elsewhere = await openPage(at.browser);
    await elsewhere.page.goto(screenAddress(at.server, '/drafts'));
    await goToStorage(elsewhere.page);
    const importIt = async () => {
      const chooser = elsewhere.page.waitForEvent('filechooser');
      await elsewhere.page.getByRole('button', { name: 'Import backup' }).click();
      await (
        await chooser
      ).setFiles({ name: backup.name, mimeType: 'application/x-ndjson', buffer: Buffer.from(backup.text) });
    };
    await importIt();
    await elsewhere.page.getByRole('status').filter({ hasText: '1 draft added' }).waitFor();
    await importIt();
    await elsewhere.page.getByRole('status').filter({ hasText: '0 drafts added, 1 already on this device' }).waitFor();
    await elsewhere.page.getByRole('table').getByRole('link', { name: 'orders' }).click();
    await row(elsewhere.page, 'server').waitFor();
    // What the server has for its author is a draft of its own here, with the same events.
    const idsIn = (text: string) => openLog(parseLogFile(text).records).events.map(({ id }) => id);
    expect(idsIn((await exported(elsewhere.page, 'Export log (NDJSON)')).text)).toEqual(idsIn(log));
    await elsewhere.close();
  });
});
